"""Lines of play argued from the rules, as data (see reference.lines)."""
