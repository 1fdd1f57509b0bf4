"""What leaves the instructor's machine, and the nbgrader course through which results come back.

notebook          handout.md -> nbgrader's source notebook
release           the folder and the zip that a student receives
nbgrader_course   the course directory, its configuration, nbgrader's own commands
kernel            a Jupyter kernel in a sandbox (kernel_start is the part that runs inside)
submission        makes what a student handed in fit for nbgrader: plain files, a readable notebook
cells             puts the course's own cells back into a submitted notebook
sanitise          takes everything out of a student's notebook that a browser could run
table             one exercise's result as HTML
preprocessor      the five above as steps of `nbgrader autograde`
feed, workers     graded submissions -> gradebook and feedback for a whole class (feed_worker is one nbgrader process)
limits            what one student may cost nbgrader's process in time and memory
gradebook         makes several processes take turns at nbgrader's SQLite gradebook
feedback_page     nbgrader's feedback page without anything to load or to run
mathml            formulas as MathML, for the feedback page and for formgrader
formgrader        nbgrader's grading page
scores, written   what each student gets, with the points that people gave in nbgrader
lms_csv           fills a gradebook of Canvas or Moodle (csv_table reads and writes it as it came)
export            these and nbgrader's own export as files
gradescope        the autograder.zip (gradescope_run is the part that runs there, gradescope_results what it writes)
classroom         the template repository for GitHub Classroom
"""
