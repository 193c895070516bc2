"""Four Bases: two to four players give orders in secret and at once, and their pieces fight over bases and spaces."""
