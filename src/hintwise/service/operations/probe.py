"""`python -m hintwise.service.operations.probe`: exit 0 if the server on this machine is well.

For containers, which have no other program that could ask.
"""

from __future__ import annotations

import os
import sys
import urllib.error
import urllib.request

_PATIENCE_S = 5.0


def main() -> int:
    """Ask the server on the port that the environment names."""
    url = f"http://127.0.0.1:{os.environ.get('HINTWISE_PORT', '8000')}/health"
    try:
        with urllib.request.urlopen(url, timeout=_PATIENCE_S) as answer:
            text, code = answer.read().decode(), 0
    except urllib.error.HTTPError as error:
        text, code = error.read().decode(), 1
    except OSError as error:
        text, code = f"{url} does not answer: {error}", 1
    sys.stdout.write(f"{text}\n")
    return code


if __name__ == "__main__":
    sys.exit(main())
