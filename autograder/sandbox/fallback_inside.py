"""What the warmed parent and the student's process do where no namespaces can be had: another user, and Landlock.

Runs beside warm.py in the kit, standard library only. The files that a student may read are those that bubblewrap would
show: the system's libraries, the standard library without what is installed in it, the allowed packages, the kit. One
folder can be written to; it is flat (no folders, no links), so that whatever was left in it is easily removed.
"""

import os
import shutil

try:
    from autograder.sandbox import landlock
except ImportError:  # in the kit
    import landlock  # type: ignore[no-redef]

_SYSTEM_LIBRARIES = ("/lib", "/lib64", "/usr/lib", "/usr/lib64")
_DEVICES = ("/dev/null", "/dev/zero", "/dev/random", "/dev/urandom")
_INSTALLED = ("site-packages", "dist-packages")
# One user for each process, so that none can disturb another; below those that systemd hands out for a while.
_FIRST_USER, _USERS = 20_000, 40_000

_READ_ONLY = landlock.READ | landlock.LIST
_FLAT_FOLDER = _READ_ONLY | landlock.WRITE | landlock.MAKE_FILE | landlock.REMOVE_FILE | landlock.TRUNCATE


def readable_places(kit: str) -> list[str]:
    """Every path that a student's process may read, with all beneath it."""
    places = {kit}
    places.update(entry.path for entry in os.scandir(os.path.join(os.path.dirname(kit), "packages")))
    for folder in {os.path.realpath(library) for library in _SYSTEM_LIBRARIES}:
        if os.path.isdir(folder):
            places.update(entry.path for entry in os.scandir(folder) if not entry.name.startswith("python"))
    standard_library = os.path.dirname(os.path.realpath(os.__file__))
    places.update(entry.path for entry in os.scandir(standard_library) if entry.name not in _INSTALLED)
    # the system's packages leave a link here and there that leads nowhere
    return sorted(place for place in places if os.path.exists(place))


def folder_of(kit: str, keeper: int) -> str:
    """The private folder of the process that this keeper watches."""
    return os.path.join(os.path.dirname(kit), "work", str(keeper))


def remove_folder(folder: str) -> None:
    shutil.rmtree(folder, ignore_errors=True)


def own_only(folder: str, kit: str) -> None:
    """In the student's process: become a user who owns one empty folder, and has nothing but it and what a student
    may read."""
    user = _FIRST_USER + os.getpid() % _USERS
    os.mkdir(folder, mode=0o700)
    os.chown(folder, user, user)
    os.chdir(folder)
    os.environ["TMPDIR"] = folder
    os.setgroups([])
    os.setresgid(user, user, user)
    os.setresuid(user, user, user)
    granted = dict.fromkeys(readable_places(kit), _READ_ONLY) | dict.fromkeys(_DEVICES, landlock.READ)
    granted |= {"/dev/null": landlock.READ | landlock.WRITE, folder: _FLAT_FOLDER}
    landlock.keep_only(granted, landlock.all_rights())
