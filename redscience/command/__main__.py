"""`python -m redscience.command`."""

import sys

from redscience.command.line import main

sys.exit(main())
