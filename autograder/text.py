"""Text that came from students, made harmless and visible wherever people look at it."""

LAYOUT = "\n\t\N{NO-BREAK SPACE}"


def printable(text: str) -> str:
    """One line for a terminal: control characters are shown, not obeyed."""
    return "".join(character if character.isprintable() else "�" for character in text)


def visible(text: str) -> str:
    """The same for a page, where line breaks and tabs may stay. What is replaced includes the marks that turn the
    direction of writing round, and halves of surrogate pairs, which no file could hold."""
    return "".join(character if character.isprintable() or character in LAYOUT else "�" for character in text)


def shortened(text: str, width: int) -> str:
    """At most so many characters; what is left out is in the middle, since names that are long often begin alike."""
    if len(text) <= width:
        return text
    end = (width - 1) // 3
    return f"{text[: width - 1 - end]}…{text[len(text) - end :]}"
