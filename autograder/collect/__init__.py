"""What instructors have (a download of Canvas, Moodle or Gradescope, an exchange, folders) -> one folder per student.

source        reads a folder or a zip without trusting it
layouts       whose files they are, in each system's own naming; gradescope is the one with a metadata file
names         which of a student's files is the module and which the notebook
identity      from the system's name of a person to the student's id, through a roster if there is one
times         when people handed in: the table beside a class's folders
collect       puts it together: the attempt that counts, nothing guessed, nothing overwritten (store writes)
"""
