"""A second reading of the rules, to hold the engine against: slow, plain, and none of its code."""
