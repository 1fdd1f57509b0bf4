"""What people look at: tables and pages made from grade reports.

reading      the reports of a class, and which files are none
table        the class in a terminal
summary      what an instructor wants to know: misconceptions, follow-through, what misbehaved, decisions
items        item analysis: difficulty and discrimination of exercises and checks
similarity   submissions that look copied
anonymous    the same reports under pseudonyms
charts       SVG with matplotlib
pages        Jinja2 with everything escaped; templates/ holds the pages, their style and the one script
feedback     one page per student and assignment
class_page   one page per assignment, and one over all of them
build        all of it, for `autograder report`
"""
