"""A part of programs that the emulator runs: it checks that calls raise errors."""

REFUSALS = """
    def check_refusals(*cases):
        for call, kind, text in cases:
            try:
                call()
            except kind as error:
                assert text in str(error), error
            else:
                raise SystemExit("not refused: " + text)
"""
