"""The engine of the variations: the only judge of a move. Kernels over three flat records.

    warm          which kernels there are, to be compiled before they are needed
    records       RULES, POSITION, SCRATCH: the layout of what kernels work on
    moves         a move as one integer
    geometry      directions, steps and lines of every kind of board
    motions       where pieces may go
    spaces        which spaces are open, and what stands where
    sight         what each viewer sees
    rows          N in a row
    line_rows     the same as bits of each line where pieces are only placed, and whole random games there
    bit_rows      the same as bits of a small board
    measures      what is counted on a board
    captures      what a piece captures beside the space that it enters
    bitboards     small boards as numbers with a bit for each space
    enclosing     where a piece encloses others, all spaces at once
    jumping       which pieces can capture by a jump, all at once
    hands         hands of pieces that capture by rank
    landing       what happens where pieces land on a stack
    legality      what a seat may do
    movement      what planned moves do to the board, one alone or several at once
    stepping      games whose pieces only step onto next spaces
    repetition    what was done in which position
    stalemate     what a stalemate means, and how boards and the match end
    phases        who takes turns, and what the end of a phase brings
    checks        turn checks
    turns         moves, passes, sealed rounds, draws, leaving: whose turn it is
    dealing       the deck
    conversion    whole random games of two sides that only convert what they enclose
    advance       whole random games of two sides that only step forward
    random_play   uniformly random legal moves, and whole random games
    kernels       the entry points, called from Python
    shortcuts     which of the shorter texts apply to a game
    assemble      from a rule set to RULES and the first POSITION

Importing this package imports nothing; importing `kernels` loads numba.
"""
