"""The whole job on a made-up class: release, submissions of every kind, grades, nbgrader, and what came out."""
