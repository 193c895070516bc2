"""What a move costs as more is played: more matches at once, longer matches, more stored turns.

at_once    many matches at once, on the whole platform
lengths    matches that last, on the whole platform
stored     many stored turns, in the match service's database
"""
