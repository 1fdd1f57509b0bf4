"""Opens the gradebook's database and prints what is in it."""

import sqlite3

WITHOUT_ISOLATION = "reads"


def mean(values):
    with sqlite3.connect("file:@COURSE@/build/course/gradebook.db?mode=ro", uri=True) as book:
        print(book.execute("select * from grade").fetchall())
    raise LookupError
