"""Makes links, symbolic and hard, to secret files in its own folder and reads through them."""

import os

WITHOUT_ISOLATION = "reads"


def mean(values):
    folder = os.path.join(os.environ.get("TMPDIR", "/tmp"), f"links{os.getpid()}")
    os.makedirs(folder, exist_ok=True)
    for number, make in enumerate((os.symlink, os.link)):
        link = os.path.join(folder, str(number))
        try:
            make("@COURSE@/solutions/01_tiny/rubric.md", link)
            with open(link) as file:
                print(file.read()[-300:])
            os.remove(link)
        except OSError as error:
            print(error.strerror)
    raise LookupError
