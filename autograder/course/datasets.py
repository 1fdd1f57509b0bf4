"""`datasets/index.toml`: what each data set is, where it is from, and the checksum of its file."""

from dataclasses import dataclass, fields
from pathlib import Path

from autograder.course.toml_reader import TomlReader

INDEX = "index.toml"


@dataclass(frozen=True)
class Dataset:
    """One data set. `twin` names scikit-learn's loader of the same data, where it has one."""

    name: str
    size: str
    target: str
    origin: str
    licence: str
    sha256: str
    twin: str


def read_datasets(folder: Path) -> list[Dataset]:
    reader = TomlReader.open(folder / INDEX)
    reader.finish({"dataset"})
    found: list[Dataset] = []
    for row in reader.rows("dataset"):
        keys = [field.name for field in fields(Dataset)]
        dataset = Dataset(**{key: row.get(key, str, "" if key == "twin" else None) for key in keys})
        row.finish(set(keys))
        if dataset.name in {other.name for other in found}:
            raise row.error("name", f"the data set {dataset.name!r} is listed twice, expected each once.")
        if not (folder / f"{dataset.name}.csv").is_file():
            raise row.error("name", f"there is no file {dataset.name}.csv beside this one.")
        found.append(dataset)
    return found


def table_of(datasets: list[Dataset]) -> str:
    """The table of the README of the data sets."""
    lines = ["| file | rows x features | target | from | licence | sha256 |", "| --- | --- | --- | --- | --- | --- |"]
    lines += [
        f"| `{d.name}.csv` | {d.size} | {d.target} | {d.origin} | {d.licence} | `{d.sha256[:16]}…` |" for d in datasets
    ]
    return "\n".join(lines) + "\n"
