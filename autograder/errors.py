"""The one exception that people see: bad input, said in one sentence."""


class UserError(Exception):
    """Something the person at the keyboard can mend; the message is a full sentence that says what and where."""
