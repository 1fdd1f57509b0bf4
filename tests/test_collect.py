"""`autograder collect`: the downloads of each system, in its own naming, become one folder per student."""

import getpass
import json
import os
import pwd
import stat
import subprocess
import sys
import tracemalloc
import unicodedata
import zipfile
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from autograder.collect import source as source_module
from autograder.collect.collect import collect
from autograder.collect.identity import read_roster
from autograder.collect.names import MAX_ALIKE, is_version_of
from autograder.collect.source import Unreadable, open_source
from autograder.collect.store import KEPT_OLD, NEW, REPLACED_OLD, SAME, only_collector
from autograder.errors import UserError
from autograder.grading.decisions import write_decisions
from autograder.grading.report import EXTENSION, Decision

SLUG = "01_tiny"
DEADLINE = datetime(2026, 11, 20, 23, 59, tzinfo=UTC)


@pytest.fixture
def assignment(course):
    return course.assignment(SLUG)


@pytest.fixture
def take(assignment, tmp_path):
    """Collects into tmp_path/out; what happened."""
    return lambda source, **options: collect(assignment, source, tmp_path / "out", **options)


def zipped(path: Path, files: dict[str, str | bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return path


def laid_out(root: Path, files: dict[str, str]) -> Path:
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)
    return root


def collected(tmp_path: Path) -> dict[str, dict[str, str]]:
    """Everybody's files but for the record."""
    return {
        folder.name: {path.name: path.read_text() for path in folder.iterdir() if path.name != "collect.json"}
        for folder in (tmp_path / "out").iterdir()
        if folder.is_dir() and not folder.name.startswith(".")
    }


def record(tmp_path: Path, student: str) -> dict:
    return json.loads((tmp_path / "out" / student / "collect.json").read_text())


def test_canvas(take, tmp_path):
    source = zipped(
        tmp_path / "submissions.zip",
        {
            "doejane_4567_890123_tiny.py": "jane",
            "doejane_4567_890124_tiny.ipynb": "{}",
            "smithbob_LATE_4568_890200_tiny-2.py": "bob",
            "o_neil_4569_890300_tiny (1).py": "neil",
            "LATE_anon_x7F3q_890400_tiny.py": "anonymous",
            "groupwork3_4570_890500_tiny.py": "group",
            "textedthea_4571_text.html": "<p>my answer</p>",
            "__MACOSX/._doejane_4567_890123_tiny.py": "junk",
            ".DS_Store": "junk",
        },
    )
    outcome = take(source, deadline=DEADLINE)
    assert outcome.layout == "canvas"
    assert collected(tmp_path) == {
        "doejane_4567": {"tiny.py": "jane", "tiny.ipynb": "{}"},
        "smithbob_4568": {"tiny.py": "bob"},
        "o_neil_4569": {"tiny.py": "neil"},
        "anon_x7F3q": {"tiny.py": "anonymous"},
        "groupwork3_4570": {"tiny.py": "group"},
    }
    assert outcome.late == ["anon_x7F3q", "smithbob_4568"]
    assert list(outcome.unmatched) == ["textedthea_4571_text.html"]
    bob = record(tmp_path, "smithbob_4568")
    assert bob["late"] is True and bob["time"] is None
    assert bob["files"]["tiny.py"]["from"] == "smithbob_LATE_4568_890200_tiny-2.py"


def test_of_two_uploads_to_canvas_the_later_counts_and_that_is_said(take, tmp_path):
    names = {"doejane_4567_9_tiny.py": "first", "doejane_4567_10_tiny-1.py": "second"}
    outcome = take(zipped(tmp_path / "submissions.zip", names))
    assert collected(tmp_path) == {"doejane_4567": {"tiny.py": "second"}}
    assert record(tmp_path, "doejane_4567")["passed_over"] == ["doejane_4567_9_tiny.py"]
    assert "passed over doejane_4567_9_tiny.py" in outcome.notes[0]


@pytest.mark.parametrize("end", ["_/", "/", "_"], ids=["folders", "newer folders", "flat"])
def test_moodle(take, tmp_path, end):
    source = zipped(
        tmp_path / "CS-Trees-123.zip",
        {
            f"Jane Doe_1234567_assignsubmission_file{end}tiny.py": "jane",
            f"Jane Doe_1234567_assignsubmission_onlinetext{end}onlinetext.html": "a remark beside the file",
            f"José O'Neil_1234568_assignsubmission_file{end}tiny.py": "josé",
            f"Participant_1234569_assignsubmission_file{end}tiny.py": "blind",
            f"Typed Thea_1234570_assignsubmission_onlinetext{end}onlinetext.html": "just text",
            f"Default group_assignsubmission_file{end}tiny.py": "whose?",
        },
    )
    outcome = take(source, deadline=DEADLINE)
    assert outcome.layout == "moodle"
    assert {student: files["tiny.py"] for student, files in collected(tmp_path).items()} == {
        "Jane Doe_1234567": "jane",
        "José O'Neil_1234568": "josé",
        "Participant_1234569": "blind",
    }
    assert sorted(reason.split()[0] for reason in outcome.unmatched.values()) == ["belongs", "was"]
    assert len(outcome.timeless) == 3, "Moodle's zip has no times, and that must be said"


def test_moodle_keeps_subfolders(take, tmp_path):
    take(zipped(tmp_path / "m.zip", {"Jane Doe_12_assignsubmission_file_/work/final/tiny.py": "deep"}))
    assert collected(tmp_path) == {"Jane Doe_12": {"tiny.py": "deep"}}


METADATA = """---
submission_100:
  :submitters:
  - :name: Jane Doe
    :sid: '0042'
    :email: jane@example.edu
  :created_at: 2026-11-19 10:00:00.123456000 Z
  :score: 12.0
  :status: processed
  :results: !ruby/hash:ActiveSupport::HashWithIndifferentAccess
    tests:
    - name: a
  :history:
  - :id: 99
    :created_at: 2026-11-18 10:00:00.000000000 Z
submission_101:
  :submitters:
  - :name: Pair One
    :sid:
    :email: one@example.edu
  - :name: Pair Two
    :sid: 77
    :email: two@example.edu
  :created_at: 2026-11-21 10:00:00.000000000 Z
submission_102:
  :submitters:
  - :name: Only A Name
submission_104:
  :submitters:
  - :name: Nobody's Files
    :sid: '104'
"""


def test_gradescope(take, tmp_path):
    export = "assignment_5_export/"
    source = zipped(
        tmp_path / "export.zip",
        {
            f"{export}submission_metadata.yml": METADATA,
            f"{export}submission_100/src/tiny.py": "jane",
            f"{export}submission_101/tiny.py": "pair",
            f"{export}submission_102/tiny.py": "nameless",
            f"{export}submission_103/tiny.py": "stray",
        },
    )
    outcome = take(source, deadline=DEADLINE)
    assert outcome.layout == "gradescope"
    assert {student: files["tiny.py"] for student, files in collected(tmp_path).items()} == {
        "0042": "jane",
        "one@example.edu": "pair",
        "77": "pair",
    }
    assert outcome.late == ["77", "one@example.edu"]
    assert outcome.unmatched.keys() == {"submission_102", "submission_103", "104"}
    assert record(tmp_path, "0042")["time"].startswith("2026-11-19T10:00:00")
    assert "0042,2026-11-19T10:00:00.123456+00:00" in (tmp_path / "out" / "timestamps.csv").read_text()


@pytest.mark.parametrize("text", ["[1, 2]", "a: [", "a: !!python/object/apply:os.system ['true']", "\0"])
def test_metadata_that_is_none(take, tmp_path, text):
    source = zipped(tmp_path / "e.zip", {"submission_metadata.yml": text, "submission_1/tiny.py": "x"})
    with pytest.raises(UserError, match=r"submission_metadata.yml.*metadata"):
        take(source)


EXCHANGE = {
    "jane+01_tiny+2026-11-19 10:00:00.000000 UTC/tiny.py": "first",
    "jane+01_tiny+2026-11-20 23:58:00.000000 UTC+abcDEF12-_34/tiny.py": "second",
    "jane+01_tiny+2026-11-21 00:30:00.000000 UTC/tiny.py": "too late",
    "plus+sign+01_tiny+2026-11-19 10:00:00.000000 EST/tiny.py": "plus",
    "late+01_tiny+2026-11-22 10:00:00.000000 UTC/tiny.py": "late",
    "jane+02_other+2026-11-19 10:00:00.000000 UTC/other.py": "another assignment",
    "odd+01_tiny+yesterday/tiny.py": "no time",
}


@pytest.mark.parametrize("place", ["", "inbound/", "exchange/course101/inbound/"])
def test_an_exchange_takes_the_last_attempt_before_the_deadline(take, tmp_path, place):
    source = laid_out(tmp_path / "from", {place + name: content for name, content in EXCHANGE.items()})
    outcome = take(source, deadline=DEADLINE)
    assert outcome.layout == "exchange"
    assert {student: files["tiny.py"] for student, files in collected(tmp_path).items()} == {
        "jane": "second",
        "plus+sign": "plus",
        "late": "late",
    }
    assert outcome.late == ["late"]
    assert [*outcome.unmatched] == ["odd+01_tiny+yesterday"]
    assert outcome.foreign == [f"{student} ({getpass.getuser()})" for student in ("jane", "late", "plus+sign")]
    jane = record(tmp_path, "jane")
    assert (jane["attempt"], jane["attempts"], jane["late"]) == (2, 3, False)
    assert record(tmp_path, "plus+sign")["time"] == "2026-11-19T15:00:00+00:00"


def test_a_time_that_the_files_on_disk_contradict_is_pointed_out(course, autograder, tmp_path):
    """Whoever can write to an exchange can make a folder with any time in its name."""
    now = datetime.now(UTC)
    names = {"eve": "2020-01-01 10:00:00.000000 UTC", "ada": f"{now:%Y-%m-%d %H:%M:%S.%f} UTC"}
    source = laid_out(tmp_path / "from", {f"{who}+{SLUG}+{time}/tiny.py": who for who, time in names.items()})
    os.utime(source / f"eve+{SLUG}+{names['eve']}" / "tiny.py", (0, 0))  # which she can do too
    done = autograder("collect", SLUG, source, "--deadline", "2020-02-01T00:00+00:00", "--out", tmp_path / "out")
    assert "(so do all files when an exchange is copied): eve (" in done.stdout
    eve, ada = record(tmp_path, "eve"), record(tmp_path, "ada")
    assert eve["late"] is False and datetime.fromisoformat(eve["changed"]) > now - timedelta(minutes=1)
    assert ada["late"] is True and ada["changed"] is None


def test_without_a_deadline_the_last_attempt_counts(take, tmp_path):
    take(laid_out(tmp_path / "from", EXCHANGE))
    assert collected(tmp_path)["jane"]["tiny.py"] == "too late"


def test_an_extension_is_one_students(course, autograder, tmp_path):
    until = "2026-11-21T12:00:00+00:00"
    write_decisions(course, SLUG, [Decision(EXTENSION, "ill", "me", until, student="jane", until=until)])
    source = laid_out(tmp_path / "from", EXCHANGE)
    done = autograder("collect", SLUG, source, "--deadline", "2026-11-20T23:59+00:00", "--out", tmp_path / "out")
    assert done.returncode == 1 and "not matched" in done.stdout
    assert collected(tmp_path)["jane"]["tiny.py"] == "too late"
    assert record(tmp_path, "jane")["late"] is False
    assert record(tmp_path, "late")["late"] is True


def test_an_exchange_of_other_assignments_or_of_two_courses(take, tmp_path):
    other = laid_out(tmp_path / "a", {"jane+02_other+2026-11-19 10:00:00.0 UTC/other.py": "x"})
    with pytest.raises(UserError, match="nothing for 01_tiny, only for 02_other"):
        take(other)
    name = "inbound/jane+01_tiny+2026-11-19 10:00:00.0 UTC/tiny.py"
    with pytest.raises(UserError, match="several places"):
        take(laid_out(tmp_path / "b", {f"one/{name}": "x", f"two/{name}": "y"}))


@pytest.mark.parametrize("slug", [SLUG, "02_other"])
@pytest.mark.parametrize("place", ["", "inbound/"])
def test_a_student_makes_no_exchange_of_the_others_folders(take, tmp_path, place, slug):
    attempt = f"eve/{place}zoe+{slug}+2026-11-19 10:00:00.0 UTC/tiny.py"
    outcome = take(laid_out(tmp_path / "from", {"ada/tiny.py": "ada", "eve/tiny.py": "eve", attempt: "slipped in"}))
    assert outcome.layout == "folders"
    assert collected(tmp_path) == {"ada": {"tiny.py": "ada"}, "eve": {"tiny.py": "eve"}}


def test_an_inbound_folder_in_which_somebody_made_another(take, tmp_path):
    attempt = "jane+01_tiny+2026-11-19 10:00:00.0 UTC/tiny.py"
    outcome = take(laid_out(tmp_path / "from", {attempt: "hers", f"x/{attempt}": "slipped in"}))
    assert outcome.layout == "exchange"
    assert collected(tmp_path) == {"jane": {"tiny.py": "hers"}}


def test_folders_nested_renamed_and_with_junk(take, tmp_path):
    source = laid_out(
        tmp_path / "from",
        {
            "ada/tiny.py": "ada",
            "ada/old/tiny.py": "an old one",
            "ada/.ipynb_checkpoints/tiny-checkpoint.ipynb": "junk",
            "alan/homework/week 1/Copy of tiny.py": "alan",
            "grace/__MACOSX/tiny.py": "junk",
            "grace/Tiny (2).PY": "grace",
            "karen/tiny-1.py": "one",
            "karen/tiny-2.py": "another",
            "edsger/solution.py": "who knows",
            "barbara/tiny.ipynb": "{}",
            "timestamps.csv": "student,timestamp\nada,2026-11-21 10:00:00 UTC\n",
            "README.txt": "of the instructor",
        },
    )
    outcome = take(source, deadline=DEADLINE)
    assert {student: files.get("tiny.py") for student, files in collected(tmp_path).items()} == {
        "ada": "ada",
        "alan": "alan",
        "grace": "grace",
        "barbara": None,
    }
    assert outcome.late == ["ada"]
    assert "could be any of karen/tiny-1.py, karen/tiny-2.py" in outcome.unmatched["karen"]
    assert outcome.unmatched["edsger"] == "handed in no tiny.py but edsger/solution.py"
    assert outcome.unmatched.keys() == {"karen", "edsger", "README.txt"}
    assert outcome.notes == [
        "ada: took ada/tiny.py and passed over ada/old/tiny.py",
        "barbara: handed in the notebook but no tiny.py",
    ]


@pytest.mark.parametrize("layout", [None, "folders"])
@pytest.mark.parametrize("outer", ["", "handed_in/", "whatever/"])
def test_a_zip_of_folders_with_or_without_an_outer_one(take, tmp_path, outer, layout):
    files = {f"{outer}ada/tiny.py": "ada", f"{outer}alan/tiny.py": "alan"}
    take(zipped(tmp_path / "handed_in.zip", files), layout=layout)
    assert collected(tmp_path).keys() == {"ada", "alan"}


def test_a_zip_that_a_student_handed_in(take, tmp_path):
    inner = zipped(tmp_path / "inner.zip", {"hw/tiny.py": "inside", "hw/../../tiny.py": "climbs", "hw/data.csv": "1"})
    files = {"doejane_1_2_homework.zip": inner.read_bytes(), "smithbob_2_3_homework.zip": b"PK\x03\x04 broken"}
    outcome = take(zipped(tmp_path / "submissions.zip", files))
    assert collected(tmp_path) == {"doejane_1": {"tiny.py": "inside"}}
    jane = record(tmp_path, "doejane_1")
    assert jane["files"]["tiny.py"]["from"] == "doejane_1_2_homework.zip/hw/tiny.py"
    assert any("data.csv" in name for name in jane["ignored"])
    assert "is not a zip file that can be read" in outcome.unmatched["smithbob_2"]


@pytest.mark.parametrize(
    "name",
    ["tiny.py", "Tiny.py", "tiny-2.py", "tiny (1).py", "tiny(1).py", "tiny_3.py", "tiny - Copy.py", "tiny copy 2.py"],
)
def test_names_that_systems_make_of_a_name(name):
    assert is_version_of(name, "tiny.py")


@pytest.mark.parametrize(
    "name", ["tiny.py.txt", "tiny_solution.py", "my_tiny.py", "test_tiny.py", "tiny.pyc", "tinyXpy"]
)
def test_names_that_are_others(name):
    assert not is_version_of(name, "tiny.py")


def link(archive: zipfile.ZipFile, name: str) -> None:
    info = zipfile.ZipInfo(name)
    info.external_attr = (stat.S_IFLNK | 0o777) << 16
    archive.writestr(info, "/etc/passwd")


def test_a_hostile_zip(take, tmp_path):
    path = tmp_path / "submissions.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("good/tiny.py", "good")
        archive.writestr("../../escaped/tiny.py", "x")
        archive.writestr("/absolute/tiny.py", "x")
        archive.writestr("C:\\Windows\\tiny.py", "x")
        link(archive, "linked/tiny.py")
        archive.writestr("bomb/tiny.py", bytes(50 << 20))
        with pytest.warns(UserWarning, match="Duplicate"):
            archive.writestr("twice/tiny.py", "one")
            archive.writestr("twice/tiny.py", "two")
    outcome = take(path)
    assert collected(tmp_path) == {"good": {"tiny.py": "good"}}
    assert not (tmp_path / "escaped").exists()
    assert outcome.unmatched["bomb"] == "tiny.py is larger than the limit of 1 MB"
    assert outcome.unmatched["linked/tiny.py"] == "is a link"
    assert outcome.unmatched["twice/tiny.py"] == "is in the zip more than once"
    leaving = [name for name, reason in outcome.unmatched.items() if reason == "has a path that leads out of the zip"]
    assert leaving == ["../../escaped/tiny.py", "/absolute/tiny.py", "C:/Windows/tiny.py"]


def test_encrypted_and_damaged_entries_are_listed(take, tmp_path):
    path = zipped(tmp_path / "submissions.zip", {"ada/tiny.py": "x" * 1000, "eve/tiny.py": "y", "good/tiny.py": "good"})
    data = bytearray(path.read_bytes())
    compressed = zipfile.ZipFile(path).getinfo("ada/tiny.py")
    data[compressed.header_offset + 45] ^= 0xFF  # in the packed bytes
    central = data.index(b"PK\x01\x02", data.index(b"PK\x01\x02") + 4)  # eve's entry in the directory
    data[central + 8] |= 1
    path.write_bytes(data)
    outcome = take(path)
    assert collected(tmp_path) == {"good": {"tiny.py": "good"}}
    assert outcome.unmatched == {
        "ada": "tiny.py is damaged, or packed in a way that cannot be read",
        "eve/tiny.py": "is encrypted",
    }


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_what_unpacks_without_bounds_is_not_unpacked(take, tmp_path, method):
    with zipfile.ZipFile(tmp_path / "homework.zip", "w", method) as archive:
        archive.writestr("tiny.py", "x" * 1000)
    data = bytearray((tmp_path / "homework.zip").read_bytes())
    data[data.index(b"tiny.py") + 11] = 0xFF  # damaged as well, for which each method has an exception of its own
    files = {"ada_1_2_tiny.py": "ada", "eve_2_3_homework.zip": bytes(data), "zoe_3_4_tiny.py": "zoe"}
    outcome = take(zipped(tmp_path / "submissions.zip", files))
    assert collected(tmp_path).keys() == {"ada_1", "zoe_3"}
    assert "homework.zip/tiny.py is packed in another way than ordinary zips are" in outcome.unmatched["eve_2"]


def test_many_large_files_that_could_be_meant_are_not_all_in_memory(take, tmp_path):
    files = {f"eve/{number}/tiny.ipynb": bytes([number]) * (10 << 20) for number in range(MAX_ALIKE)}
    source = zipped(tmp_path / "handed_in.zip", files | {"ada/tiny.py": "ada"})
    tracemalloc.start()
    outcome = take(source)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert "could be any of eve/0/tiny.ipynb" in outcome.unmatched["eve"]
    assert peak < 40 << 20


def test_a_great_many_files_that_could_be_meant_are_not_looked_at(take, tmp_path):
    files = {f"eve/{number:02}/tiny.py": "the same" for number in range(MAX_ALIKE + 1)}
    outcome = take(zipped(tmp_path / "handed_in.zip", files | {"ada/tiny.py": "ada"}))
    assert collected(tmp_path).keys() == {"ada"}
    assert outcome.unmatched["eve"] == "tiny.py could be any of 11 files, of which eve/00/tiny.py is one"


def test_names_in_utf8_that_do_not_say_so(take, tmp_path):
    """Canvas's zips: the bytes are UTF-8, the flag that says it is missing."""
    path = zipped(tmp_path / "submissions.zip", {"müllerzoë_4_5_tiny.py": "zoë"})
    data = path.read_bytes()
    path.write_bytes(
        data.replace(b"\x00\x08\x00\x00", b"\x00\x00\x00\x00").replace(b"\x00\x08\x08\x00", b"\x00\x00\x08\x00")
    )
    assert not zipfile.ZipFile(path).infolist()[0].flag_bits & 0x800
    take(path)
    assert collected(tmp_path) == {"müllerzoë_4": {"tiny.py": "zoë"}}


def test_too_many_files_are_not_looked_at(take, tmp_path, monkeypatch):
    monkeypatch.setattr(source_module, "MAX_FILES", 2)
    path = zipped(tmp_path / "submissions.zip", {f"s{number}/tiny.py": "x" for number in range(3)})
    with pytest.raises(UserError, match="holds more than 2 files"):
        take(path)


def test_links_in_a_folder_are_not_followed(take, tmp_path):
    secret = tmp_path / "secret.py"
    secret.write_text("the solution")
    source = laid_out(tmp_path / "from", {"ada/tiny.py": "ada"})
    (source / "eve").mkdir()
    (source / "eve" / "tiny.py").symlink_to(secret)
    (source / "mallory").symlink_to(tmp_path)
    os.mkfifo(source / "ada" / "pipe.py")
    outcome = take(source)
    assert collected(tmp_path) == {"ada": {"tiny.py": "ada"}}
    assert outcome.unmatched == {"eve/tiny.py": "is a link", "mallory": "is a link", "ada/pipe.py": "is not a file"}


def test_a_folder_that_becomes_a_link_while_we_read_is_not_followed(tmp_path):
    """In an exchange students can write at any time; a file's folder may be replaced, not just the file."""
    laid_out(tmp_path / "solutions", {"tiny.py": "the solution"})
    root = laid_out(tmp_path / "from", {"mallory/tiny.py": "her own", "pat/tiny.py": "his own"})
    with open_source(root) as source:
        (root / "mallory").rename(tmp_path / "gone")
        (root / "mallory").symlink_to(tmp_path / "solutions")
        (root / "pat" / "tiny.py").unlink()
        os.mkfifo(root / "pat" / "tiny.py")
        mallory, pat = source.files
        with pytest.raises(Unreadable, match="is a link by now"):
            mallory.read(1000)
        with pytest.raises(Unreadable, match="is not a file any more"):
            pat.read(1000)


def test_folders_that_lie_deep(take, tmp_path, monkeypatch):
    """A path may be longer than the system takes at once. What lies beyond any reason is listed."""
    source = laid_out(tmp_path / "from", {f"{name}/tiny.py": name for name in ("ada", "eve", "zoe")})
    monkeypatch.chdir(source / "eve")
    for _ in range(source_module.MAX_DEPTH):
        os.mkdir("d" * 200)
        os.chdir("d" * 200)
    outcome = take(source)
    assert collected(tmp_path) == {name: {"tiny.py": name} for name in ("ada", "eve", "zoe")}
    assert [*outcome.unmatched.values()] == ["lies too deep; 32 folders in one another are looked into"]


def test_a_folder_that_may_not_be_read_is_listed(course, tmp_path):
    source = laid_out(tmp_path / "from", {f"{name}/tiny.py": name for name in ("ada", "eve", "zoe")})
    (source / "eve").chmod(0)
    command = [sys.executable, "-m", "autograder", "collect", SLUG, source, "--out", tmp_path / "out"]
    if os.geteuid() == 0:  # who may read everything, if nothing is taken away
        command = ["setpriv", "--bounding-set=-dac_override,-dac_read_search", "--", *command]
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])}
    done = subprocess.run(command, cwd=course.root, env=environment, capture_output=True, text=True)
    assert done.returncode == 1, done.stderr
    assert "eve: could not be read (Permission denied)" in done.stdout
    assert collected(tmp_path).keys() == {"ada", "zoe"}


@pytest.mark.parametrize(
    "table, sentence",
    [
        (b"who,when\n", "expected the columns student,timestamp"),
        (b"student,timestamp\nada,soon\n", ":2: 'soon' is not a time"),
        (b"\xff\xfe", "cannot be read as a table"),
    ],
)
def test_a_table_of_times_with_a_fault(take, tmp_path, table, sentence):
    source = laid_out(tmp_path / "from", {"ada/tiny.py": "ada"})
    (source / "timestamps.csv").write_bytes(table)
    with pytest.raises(UserError, match=sentence):
        take(source)


def test_what_is_neither_a_zip_nor_a_folder(take, tmp_path):
    (tmp_path / "text.zip").write_text("not a zip")
    with pytest.raises(UserError, match="is not a zip file that can be read"):
        take(tmp_path / "text.zip")
    with pytest.raises(UserError, match="neither a folder nor a zip"):
        take(tmp_path / "nowhere")
    (tmp_path / "empty").mkdir()
    with pytest.raises(UserError, match="holds no submissions"):
        take(tmp_path / "empty")
    with pytest.raises(UserError, match="holds no submissions as moodle gives it"):
        take(laid_out(tmp_path / "from", {"ada/tiny.py": "x"}), layout="moodle")


def test_collecting_again_never_overwrites(take, tmp_path):
    source = tmp_path / "from"
    laid_out(source, {"ada/tiny.py": "first", "alan/tiny.py": "alan"})
    assert take(source).students[NEW] == ["ada", "alan"]
    assert take(source).students[SAME] == ["ada", "alan"]
    (source / "ada" / "tiny.py").write_text("second")
    outcome = take(source)
    assert outcome.students[KEPT_OLD] == ["ada"] and outcome.students[SAME] == ["alan"]
    assert collected(tmp_path)["ada"]["tiny.py"] == "first"
    assert take(source, update=True).students[REPLACED_OLD] == ["ada"]
    assert collected(tmp_path)["ada"]["tiny.py"] == "second"
    (source / "ada" / "tiny.py").write_text("third")
    take(source, update=True)
    kept = tmp_path / "out" / ".replaced" / "ada"
    assert [(kept / number / "tiny.py").read_text() for number in ("1", "2")] == ["first", "second"]


def test_what_an_instructor_put_there_by_hand_stays(take, tmp_path):
    laid_out(tmp_path / "out", {"ada/tiny.py": "by hand"})
    outcome = take(laid_out(tmp_path / "from", {"ada/tiny.py": "collected"}), update=True)
    assert outcome.students[KEPT_OLD] == ["ada"]
    assert collected(tmp_path)["ada"]["tiny.py"] == "by hand"


def test_a_later_deadline_changes_the_record_but_no_file(take, tmp_path):
    source = laid_out(tmp_path / "from", {"jane+01_tiny+2026-11-21 00:30:00.000000 UTC/tiny.py": "x"})
    take(source, deadline=DEADLINE)
    assert record(tmp_path, "jane")["late"] is True
    assert take(source, deadline=DEADLINE.replace(month=12)).students[SAME] == ["jane"]
    assert record(tmp_path, "jane")["late"] is False


def test_a_name_on_disk_that_is_no_text_is_recorded(take, tmp_path):
    source = laid_out(tmp_path / "from", {f"{name}/tiny.py": name for name in ("ada", "eve", "zoe")})
    name = os.fsdecode(b"caf\xe9.txt")
    (source / "eve" / name).touch()
    assert take(source).students[NEW] == ["ada", "eve", "zoe"]
    assert record(tmp_path, "eve")["ignored"] == [f"eve/{name}"]
    assert take(source).students[SAME] == ["ada", "eve", "zoe"]


def test_one_student_who_cannot_be_stored_stops_nobody(take, tmp_path):
    laid_out(tmp_path / "out", {"eve": "a file of the instructor's, where the folder would be"})
    outcome = take(laid_out(tmp_path / "from", {f"{name}/tiny.py": name for name in ("ada", "eve", "zoe")}))
    assert outcome.students[NEW] == ["ada", "zoe"]
    assert outcome.unmatched == {"eve": "could not be collected (Not a directory)"}


def test_ids_that_would_be_in_the_way_of_other_files(take, tmp_path):
    """The table of times lies beside the students' folders; a file's name is limited in bytes."""
    longest = "\U0001f600" * 60
    files = {
        f"{student}+01_tiny+2026-11-19 10:00:00.0 UTC/tiny.py": "x"
        for student in ("ada", "Timestamps.csv", longest, longest + "\U0001f600")
    }
    outcome = take(zipped(tmp_path / "exchange.zip", files))
    assert collected(tmp_path).keys() == {"ada", longest}
    assert [reason[:40] for reason in outcome.unmatched.values()] == [
        "as a student id is the name of the table",
        "as a student id is longer than the 240 b",
    ]
    assert "ada,2026-11-19" in (tmp_path / "out" / "timestamps.csv").read_text()


def test_a_table_of_times_that_cannot_be_written(take, tmp_path):
    (tmp_path / "out" / "timestamps.csv").mkdir(parents=True)
    with pytest.raises(UserError, match=r"timestamps.csv cannot be written \(Is a directory\)"):
        take(laid_out(tmp_path / "from", EXCHANGE))


def test_only_one_collects_into_a_folder_at_a_time(take, tmp_path):
    source = laid_out(tmp_path / "from", {"ada/tiny.py": "ada"})
    with only_collector(tmp_path / "out"), pytest.raises(UserError, match="another 'autograder collect' is at work in"):
        take(source)
    assert take(source).students[NEW] == ["ada"]
    (tmp_path / "file").touch()
    with pytest.raises(UserError, match=r"cannot be written to \(File exists\)"), only_collector(tmp_path / "file"):
        pass


def test_two_people_are_never_taken_for_one(take, tmp_path):
    decomposed = unicodedata.normalize("NFD", "José")
    source = laid_out(
        tmp_path / "from",
        {"ada/tiny.py": "1", "ADA/tiny.py": "2", "José/tiny.py": "3", f"{decomposed}/tiny.py": "4", "x,y/tiny.py": "5"},
    )
    outcome = take(source)
    assert outcome.students[NEW] == []
    assert "more than one person" in outcome.unmatched["ada"] and "more than one person" in outcome.unmatched["José"]
    assert "cannot handle in an id" in outcome.unmatched["x,y"]


def test_two_with_the_same_id_at_gradescope(take, tmp_path):
    people = "".join(f"submission_{n}:\n  :submitters:\n  - :name: P{n}\n    :sid: '7'\n" for n in (1, 2))
    files = {"submission_metadata.yml": people, "submission_1/tiny.py": "a", "submission_2/tiny.py": "b"}
    outcome = take(zipped(tmp_path / "e.zip", files))
    assert "more than one person (7 = P1; 7 = P2)" in outcome.unmatched["7"]


def test_a_roster_gives_the_ids(take, tmp_path):
    roster = tmp_path / "roster.csv"
    roster.write_text(
        "\ufeffstudent,name,canvas,section\njd1,Jane Doe,4567,A\nbs2,Bob,smithbob,A\nzz9,Absent,9,A\ncc3,C,1,B\n"
    )
    source = zipped(
        tmp_path / "submissions.zip",
        {"doejane_4567_1_tiny.py": "jane", "smithbob_4568_2_tiny.py": "bob", "mallory_4569_3_tiny.py": "m"},
    )
    outcome = take(source, roster=read_roster(roster))
    assert collected(tmp_path) == {"jd1": {"tiny.py": "jane"}, "bs2": {"tiny.py": "bob"}}
    assert outcome.unmatched["mallory_4569"].startswith("is not in the roster")
    assert outcome.absent == ["cc3", "zz9"]


def test_an_id_says_more_than_a_name(take, tmp_path):
    roster = tmp_path / "roster.csv"
    roster.write_text("student,name,moodle\njd1,Jane Doe,12\njd2,Jane Doe,13\n")
    names = {f"Jane Doe_{number}_assignsubmission_file_/tiny.py": str(number) for number in (12, 13)}
    take(zipped(tmp_path / "m.zip", names), roster=read_roster(roster))
    assert collected(tmp_path) == {"jd1": {"tiny.py": "12"}, "jd2": {"tiny.py": "13"}}


def test_a_roster_with_two_of_a_name_decides_nothing(take, tmp_path):
    roster = tmp_path / "roster.csv"
    roster.write_text("student,name\njd1,Jane Doe\njd2,jane doe\n")
    outcome = take(
        zipped(tmp_path / "m.zip", {"Jane Doe_12_assignsubmission_file_/tiny.py": "x"}), roster=read_roster(roster)
    )
    assert "could be jd1 or jd2" in outcome.unmatched["Jane Doe_12"]


@pytest.mark.parametrize(
    "text, sentence",
    [
        ("name,id\na,1\n", ":1: expected a column 'student'"),
        ("student,id\na,1\na,2\n", ":3: a is listed twice"),
        ('student,id\n"a/b",1\n', ":2: the student id 'a/b' cannot be the name of a folder"),
        ("student,id\n,1\n", ":2: the student id '' is empty"),
    ],
)
def test_a_roster_with_a_fault(tmp_path, text, sentence):
    path = tmp_path / "roster.csv"
    path.write_text(text)
    with pytest.raises(UserError, match=sentence):
        read_roster(path)


def test_the_command(course, autograder, tmp_path):
    source = zipped(tmp_path / "submissions.zip", {"doejane_4567_1_tiny.py": course.assignment(SLUG).stub.read_text()})
    done = autograder("collect", SLUG, source, "--deadline", "2026-11-20T23:59+01:00")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "canvas: 1 collected" in done.stdout and "deadline: 2026-11-2" in done.stdout
    folder = course.build / "submissions" / SLUG
    graded = autograder("grade", SLUG, folder)
    assert graded.returncode == 0 and "doejane_4567" in graded.stdout
    wrong = autograder("collect", SLUG, source, "--deadline", "soon")
    assert wrong.returncode == 2 and "'soon' is not a time" in wrong.stderr
    inside = autograder("collect", SLUG, course.root)
    assert inside.returncode == 2 and "name another folder with --out" in inside.stderr


@pytest.mark.skipif(os.geteuid() != 0, reason="files of several users can only be made by root")
@pytest.mark.parametrize("whose", ["file", "folder"])
def test_an_attempt_of_somebody_elses_never_takes_the_place_of_the_owners(take, tmp_path, whose):
    """Everybody can make a folder in an exchange, with any name, and link a file of another's into it."""
    names = {"own": "2026-11-19 10:00:00.000000 UTC", "forged": "2026-11-20 10:00:00.000000 UTC"}
    source = laid_out(tmp_path / "from", {f"daemon+{SLUG}+{time}/tiny.py": what for what, time in names.items()})
    laid_out(source, {f"ada+{SLUG}+{names['own']}/tiny.py": "of a user whom this system does not know"})
    own, forged = (source / f"daemon+{SLUG}+{time}" for time in names.values())
    for path in (own, own / "tiny.py", forged / "tiny.py" if whose == "folder" else forged):
        os.chown(path, pwd.getpwnam("daemon").pw_uid, -1)
    outcome = take(source, deadline=DEADLINE)
    assert {student: files["tiny.py"] for student, files in collected(tmp_path).items()} == {
        "daemon": "own",
        "ada": "of a user whom this system does not know",
    }
    assert outcome.notes == ["daemon: left aside what root handed in under this name (2026-11-20 10:00 UTC)"]
    assert outcome.foreign == ["ada (root)"]
    assert record(tmp_path, "daemon")["attempts"] == 1


def test_a_zips_directory_is_counted_before_it_is_read(take, tmp_path):
    """Python makes an object of every entry as it opens a zip, in which an entry costs a student 50 bytes."""
    entry = b"PK\x01\x02" + bytes(24) + (1).to_bytes(2, "little") + bytes(16) + b"x"
    many = entry * 400_000
    end = b"PK\x05\x06" + bytes(4) + b"\xff\xff" * 2 + len(many).to_bytes(4, "little") + bytes(6)
    source = laid_out(tmp_path / "from", {"eve/tiny.py": "eve", "ada/tiny.py": "ada"})
    (source / "eve" / "tiny.py").unlink()
    (source / "eve" / "work.zip").write_bytes(many + end)
    tracemalloc.start()
    outcome = take(source)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert collected(tmp_path) == {"ada": {"tiny.py": "ada"}}
    assert "work.zip holds more than 10000 files" in outcome.unmatched["eve"]
    assert peak < 80 << 20


@pytest.mark.parametrize("is_zip64", [False, True])
def test_a_zips_directory_has_a_size_too(tmp_path, monkeypatch, is_zip64):
    """However few entries it has: each may have 190 kB of a name, of extra fields and of a comment."""
    monkeypatch.setattr(source_module, "MAX_DIRECTORY", 100_000)
    entry = b"PK\x01\x02" + bytes(24) + (60_000).to_bytes(2, "little") + bytes(16) + b"x" * 60_000
    directory, size = entry * 2, (2 * len(entry)).to_bytes(8, "little")
    tail = b""
    if is_zip64:
        tail = b"PK\x06\x06" + (44).to_bytes(8, "little") + bytes(12) + (2).to_bytes(8, "little") * 2 + size + bytes(8)
        tail += b"PK\x06\x07" + bytes(4) + len(directory).to_bytes(8, "little") + (1).to_bytes(4, "little")
        size = b"\xff" * 4
    path = tmp_path / "a.zip"
    path.write_bytes(directory + tail + b"PK\x05\x06" + bytes(4) + b"\2\0" * 2 + size[:4] + bytes(6))
    with pytest.raises(UserError, match="a.zip has a table of contents of more than"), open_source(path):
        pass
    monkeypatch.setattr(source_module, "MAX_DIRECTORY", 200_000)
    with open_source(path) as source:
        assert len(source.files) + len(source.refused) == 1, "and otherwise it is one that Python reads"
