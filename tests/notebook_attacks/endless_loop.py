"""Never ends, and ignores the interrupt."""

while True:
    try:
        while True:
            pass
    except KeyboardInterrupt:
        pass
