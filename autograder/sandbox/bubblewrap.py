"""The command line that puts a program into a sandbox."""

import importlib.util
import shutil
import sys
import sysconfig
from pathlib import Path

from autograder.errors import UserError

ISOLATION = "bwrap"
NO_ISOLATION = "none"
# A small /dev in which nothing can be left behind. Not its devices: a mount that is made read-only here has none.
DEVICES = ("--dev", "/dev", "--remount-ro", "/dev/pts", "--remount-ro", "/dev")


def base_arguments() -> list[str]:
    """bubblewrap with every namespace of its own, an empty root, the system's libraries and this interpreter."""
    program = shutil.which("bwrap")
    if program is None:
        raise UserError(
            "bubblewrap is not installed, and student code never runs without a sandbox; "
            "install it with 'apt-get install bubblewrap', or ask for --sandbox=none by name."
        )
    arguments = [program, "--unshare-all", "--new-session", "--clearenv"]
    for folder in ("/usr/lib", "/usr/lib64", "/usr/libx32", "/usr/lib32"):
        if Path(folder).is_dir():
            arguments += ["--ro-bind", folder, folder]
    for link in ("/lib", "/lib64", "/lib32", "/libx32"):
        path = Path(link)
        if path.is_symlink():
            arguments += ["--symlink", str(path.readlink()), link]
        elif path.is_dir():
            arguments += ["--ro-bind", link, link]
    return arguments + interpreter_arguments()


def interpreter_arguments() -> list[str]:
    """This interpreter and its standard library, without any package that is installed in it."""
    prefix = Path(sys.base_prefix).resolve()
    stdlib = Path(sysconfig.get_path("stdlib", vars={"base": str(prefix)})).resolve()
    executable = interpreter()
    arguments = []
    # Not the whole prefix: beside its libraries there may lie anything, a course in /usr/local/src for example.
    libraries = () if prefix == Path("/usr") else sorted({prefix / "lib", prefix / sys.platlibdir})
    for path in (*libraries, executable):
        if path.exists():
            arguments += ["--ro-bind", str(path), str(path)]
    for packages in (stdlib / "site-packages", stdlib / "dist-packages", Path("/usr/lib/python3/dist-packages")):
        if packages.is_dir():
            arguments += ["--tmpfs", str(packages), "--remount-ro", str(packages)]
    return arguments


def interpreter() -> Path:
    """The real interpreter behind a virtual environment's link."""
    return Path(getattr(sys, "_base_executable", sys.executable)).resolve()


def package_arguments(packages: tuple[str, ...]) -> list[str]:
    """Read-only views of just these packages under /packages, with the libraries that wheels carry beside them."""
    arguments = []
    for path in package_folders(packages):
        arguments += ["--ro-bind", str(path), f"/packages/{path.name}"]
    return arguments


def package_folders(packages: tuple[str, ...]) -> list[Path]:
    """Where these packages are installed, and the libraries beside them."""
    folders = []
    for package in packages:
        spec = importlib.util.find_spec(package)
        if spec is None or not spec.submodule_search_locations:
            raise UserError(f"package {package!r} of the assignment is not installed; run 'make setup'.")
        folder = Path(next(iter(spec.submodule_search_locations)))
        folders += [path for path in (folder, folder.with_name(f"{package}.libs")) if path.is_dir()]
    return folders
