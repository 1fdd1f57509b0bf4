"""How many pixels a picture promises, read from its header; nothing is decoded.

A PNG of a few kilobytes can say that it is 100,000 pixels wide and high, and be right: whatever shows it needs 40 GB.
"""

_IHDR = b"\x89PNG\r\n\x1a\n\x00\x00\x00\x0dIHDR"
# JPEG: frames (all SOF but the markers between them that are tables), and what has no length
_FRAMES = {*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC}
_ALONE = {0x01, *range(0xD0, 0xD8)}
_SCAN, _END = 0xDA, 0xD9


def pixels(kind: str, data: bytes) -> int | None:
    """Width times height of a PNG or JPEG; None if its header does not say."""
    size = _png_size(data) if kind == "image/png" else _jpeg_size(data)
    if size is None or 0 in size:
        return None
    width, height = size
    return width * height


def _png_size(data: bytes) -> tuple[int, int] | None:
    if not data.startswith(_IHDR) or len(data) < len(_IHDR) + 8:
        return None
    return int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")


def _jpeg_size(data: bytes) -> tuple[int, int] | None:
    """The size in the first frame header, which comes before any of the picture itself."""
    place = 2
    while place + 9 <= len(data) and data[place] == 0xFF:
        marker = data[place + 1]
        if marker in _FRAMES:
            return int.from_bytes(data[place + 7 : place + 9], "big"), int.from_bytes(
                data[place + 5 : place + 7], "big"
            )
        if marker in (_SCAN, _END):
            return None
        if marker == 0xFF:  # a byte to fill up with
            place += 1
        elif marker in _ALONE:
            place += 2
        else:
            place += 2 + max(2, int.from_bytes(data[place + 2 : place + 4], "big"))
    return None
