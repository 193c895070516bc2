// What a family of games gives to the pages: one module, `<family>/page/family.js`, which exports a FamilyModule.
//
// The shell knows nothing of any game. Of a view it reads the envelope alone (docs/view.schema.json); a family gets
// views and elements, and gives moves, sentences and pictures back. All but `play` may be left out, and of what `play`
// gives all but `draw` and `buttons`: what is left out is said in plain words, or not at all.

/**
 * Somebody who plays.
 *
 * @typedef {object} Player
 * @property {string} id
 * @property {string} name
 * @property {string} kind "person", "persona", "anonymous", "random", "house", "bot", "chaos"; in invitations also
 *   "open", "next" for whoever comes
 */

/**
 * A seat of a match, and who has it.
 *
 * @typedef {object} Seat
 * @property {string} seat its identifier in the game; "" while it is not drawn
 * @property {Player} player
 * @property {"win" | "draw" | "lose" | ""} outcome "" while the match goes on
 * @property {boolean} accepted
 * @property {boolean} declined
 */

/**
 * A saved game.
 *
 * @typedef {object} Game
 * @property {string} id
 * @property {string} name
 * @property {string} family the name of its family
 * @property {boolean} is_drawn whether that has a part in the pages; not where it is not installed any more
 * @property {string[]} seats the players' seats, in order of play
 * @property {string[]} also_called what else people call it
 * @property {boolean} [hidden] by an Admin from all but Admins and its maker; no match is made of it
 * @property {string} [maker] the name of who made it, where games are listed
 * @property {string} [nearest] where it was found as what comes nearest: how it differs from what was looked for
 * @property {string[]} features what is special about its rules, in words
 * @property {number} turns how many it usually takes; 0 where that is not known
 * @property {boolean} has_chaos whether Chaos plays too
 * @property {string[]} english
 * @property {Sentence[]} [sentences] the same, and what they come from, where a match is shown
 * @property {string} cost what a turn may cost, where that is much; else ""
 * @property {string} about
 * @property {any} rule_set the file, as the family reads it
 */

/**
 * A move that the viewer may make.
 *
 * @typedef {object} LegalMove
 * @property {string} move its text
 * @property {boolean} [partial] whether more is owed in the turn after it
 * @property {string} [seat] in a replay alone: who would make it
 * @property {string[]} [moves] of a proposal alone: all that is to be made at once, one after the other; `move` is then
 *   what it is called, and none of them. A set-up or a round of orders is made on the table first, and sent as a whole.
 */

/**
 * Something that the viewer saw happen.
 *
 * @typedef {object} Happening
 * @property {string} seat who did it
 * @property {string} [move] absent where the viewer may not read it
 */

/**
 * The envelope of a view. A family knows what else is in its views, and says so by types of its own.
 *
 * @typedef {object} View
 * @property {string} viewer a seat, or "spectator"
 * @property {string[]} acting the seats that owe a decision, as far as the viewer may know
 * @property {"move" | "plan" | "answer"} [decision] what they owe; a move where it is absent
 * @property {LegalMove[]} legal
 * @property {{ move: string }[]} [plan] the viewer's own moves that are sealed until all have planned
 * @property {Happening[]} [last] oldest first
 * @property {string[]} [left] the seats that have left the match
 * @property {{ seats: Record<string, string>, text?: string } | null} outcome
 */

/** @typedef {"rules" | "resigned" | "time" | "length" | "aborted" | "declined" | "lapsed" | "cancelled"} Reason */

/**
 * A match, as the viewer may see it.
 *
 * @template {View} [V=View]
 * @typedef {object} Match
 * @property {string} id
 * @property {{ id: string, name: string }} game
 * @property {"invited" | "called_off" | "running" | "ended"} status
 * @property {Seat[]} seats
 * @property {string} viewer
 * @property {number} view_version
 * @property {V | null} view
 * @property {Record<string, string>} [outcome_texts] how the view says that it ended, by language; English stays there
 * @property {string[]} impulses random words that the viewer alone is told
 * @property {boolean} was_forced whether the viewer's last move was made for them, because they had no other
 * @property {string[]} proposed the moves that are kept for when time runs out
 * @property {boolean} can_take_back whether the viewer may ask to take back their last move
 * @property {string} take_back_asked_by the seat that asks for that; "" where none does
 * @property {string[]} take_back_agreed the seats that have agreed to it
 * @property {boolean} can_pause whether the viewer may ask for a pause
 * @property {string} pause_asked_by the seat that asks for one; "" where none does
 * @property {string[]} pause_agreed the seats that have agreed to it
 * @property {boolean} is_paused whether nobody moves, because all have agreed so
 * @property {number} paused_until_ms when that ends by itself
 * @property {number} paused_left_ms what the clock has left that the viewer would see
 * @property {string} resumed_by the seat that ended the last pause; "" where none did
 * @property {Reason | ""} reason why it ended
 * @property {boolean} rated
 * @property {"visitor" | "same_person" | "nobody_moved" | "void" | "hint" | "tournament" | ""} unrated why not, if told
 * @property {"open" | "end_rating" | "too_late" | ""} hints whether the viewer may ask for hints; one may have the
 *   match count for nobody
 * @property {number} seconds_per_turn
 * @property {boolean} is_acting whether the viewer owes a decision
 * @property {string[]} acting who does, as in the view, also where there is none
 * @property {number} due_at_ms
 * @property {number} lapses_at_ms when an invitation does
 * @property {boolean} is_in_lobby whether it lapses as soon as whoever sent it watches it no longer
 * @property {string} link by which open seats are taken
 * @property {number} now_ms
 * @property {number} ended_at_ms
 */

/**
 * What there is to be shown of a match now.
 *
 * @template {View} [V=View]
 * @typedef {object} Scene
 * @property {Match<V>} match
 * @property {V} view
 * @property {V["legal"]} legal what the viewer may do now
 * @property {boolean} active whether they may choose; not while a move is on its way
 * @property {V["legal"][number] | null} chosen the move that is proposed; in a replay, the best one
 * @property {boolean} [hints] whether what may be done is to be marked before it is pointed at
 * @property {boolean} [turned] whether the table is to be seen from the side opposite to the usual one
 * @property {boolean} [premoving] whether the viewer, who is not to move, may point at what they will do next
 * @property {string} [written] the text of the move that they have written for then; "" for none
 * @property {unknown} [premove] what they have pointed at, as the family gave it; null for nothing
 * @property {string} [side] the seat from whose side that is, where it is not the viewer of the view
 */

/**
 * Where a family shows a match, and whom it tells what the player means.
 *
 * @template {View} [V=View]
 * @typedef {object} Place
 * @property {Game} game
 * @property {HTMLElement} table for what is on the table
 * @property {HTMLElement} hand for what the viewer has beside it; hidden while it is empty
 * @property {HTMLElement} beside for what else is told of the table: beside it, on narrow screens below it, after how
 *   the match ended and its replay; hidden while it is empty
 * @property {HTMLElement} options for what else there is to choose, above the buttons; hidden while it is empty
 * @property {(move: V["legal"][number] | null) => void} choose proposes a move, several at once (`moves`), or none any
 *   more; draws the scene anew
 * @property {() => void} accept makes the move that is proposed
 * @property {(aim: unknown) => void} [aim] keeps what was pointed at for the viewer's next turn, or nothing any more
 *   (null); draws the scene anew
 * @property {boolean} [isStill] whether nothing is to move there by itself: each scene is shown for a moment only
 */

/**
 * A match as a family shows it.
 *
 * @template {View} [V=View]
 * @typedef {object} Playing
 * @property {(scene: Scene<V>) => void} draw draws everything; all that is below is asked afterwards
 * @property {(scene: Scene<V>) => V["legal"]} buttons the moves that are buttons, and no place on the table
 * @property {(move: V["legal"][number], view: V) => string} [sayMove] "Circle to column 4"; else the move's text
 * @property {(move: string) => string} [together] what a move makes that is one step with those beside it: "set-up"; ""
 *   for one by itself
 * @property {(scene: Scene<V>) => string} [ask] what the player has to do now: "Choose a space."
 * @property {(view: V) => string} [sayLetters] how moves write what has a name of its own: "O: sheep"; "" for none
 * @property {(scene: Scene<V>) => string} [sayPlan] what the viewer has sealed: "You plan: a circle to column 4."
 * @property {(scene: Scene<V>) => string[]} [sayEvents] a sentence for each of `last`
 * @property {(event: Happening) => string} [sayBriefly] what was done, in a list of moves, where there is no text of it
 *   that tells: "set up", "offered a draw"; "" for a move, whose text is shown
 * @property {(view: V) => number} [numberOf] which move led to a view, as the family counts; 0 where what happened last
 *   is none. All that happens is counted where this is left out
 * @property {(scene: Scene<V>) => string} [subtitle] a line below the name of the game; "" for none
 * @property {boolean} [countsMoves] whether that line counts moves: it is not spoken with each
 * @property {string} [timeOut] what happens when the viewer's time runs out, as a sentence; they lose where left out
 * @property {(scene: Scene<V>, seat: string) => SeatDetails} [seat] what a seat's card shows beside who has it
 * @property {() => void} [focus] gives the keyboard to the table
 * @property {() => void} [putBack] Escape was pressed: lets go of what is in hand
 * @property {(aim: any, legal: V["legal"]) => V["legal"]} [meant] the moves that can be meant by what was pointed at
 *   beforehand; where it is left out, nothing can be
 * @property {(aim: any, view: V) => string} [sayAim] that in words: "circle to column 4"
 * @property {(moves: V["legal"]) => void} [offer] has one of several moves be chosen; the scene is drawn anew then
 * @property {(scene: Scene<V>) => boolean} [canTurn] whether the table can be seen from the opposite side
 */

/**
 * What the card of a seat shows beside who has it.
 *
 * @typedef {object} SeatDetails
 * @property {Node | null} [icon] before the name
 * @property {(Node | null)[]} [line] below it
 * @property {string} [standing] how the seat stands, in a word; "" where it plays as usual
 */

/**
 * What people can choose who design a game of a family. What else it holds is the family's own.
 *
 * @typedef {object} Form
 * @property {any} default the file that one begins with
 * @property {{ name: number }} limits how long a name may be
 */

/**
 * Where a saved game is shown.
 *
 * @typedef {object} SetUpPlace
 * @property {HTMLElement} rows a `dl` for what was chosen
 * @property {HTMLElement} opening for the table before the first move
 */

/**
 * Where a game is designed. `changed` is to be called after every change, `drawn` whenever controls were drawn anew.
 *
 * @typedef {object} EditorPlace
 * @property {HTMLElement} controls
 * @property {HTMLElement} more for what there is no room for among these
 * @property {HTMLElement} opening for the table before the first move
 * @property {(part?: string) => void} changed changes of one `part`, one after the other, are undone together
 * @property {() => void} drawn
 */

/**
 * Something wrong in a file: `path` is that of the field, as in `size[0]`.
 *
 * @typedef {object} Fault
 * @property {string} path
 * @property {string} problem
 * @property {string} remedy
 */

/**
 * Something that is said of the rules, and the fields that it comes from, the one that says most first.
 *
 * @typedef {{ text: string, paths: string[] }} Sentence
 */

/**
 * A choice that would mean nothing in the game as it is, by the path of its field as the form writes it.
 *
 * @typedef {{ path: string, value: unknown, why: string }} Unmet
 */

/**
 * A game while it is designed. The control of a field has the id `idOf(path)` (paths.js), and a place for faults with
 * that id and `-fault`; what is wrong with a field that has none is said at the nearest one above it, or at the top.
 *
 * @typedef {object} Editor
 * @property {string} name what the game is to be called
 * @property {unknown} draft JSON that `edit` and `open` take, as it is now: `rules`, a file, and what the family adds
 * @property {(name?: string) => any} file the file; `name` stands in while there is none
 * @property {(draft: any) => void} open goes on with another draft
 * @property {() => void} draw draws everything anew
 * @property {(opening: any) => void} [show] takes the table that the library made of the file
 * @property {(unmet: Unmet[]) => void} [limit] takes what would mean nothing now
 * @property {() => Promise<void>} [learnToSayFaults] is done before the first is said
 * @property {(fault: Fault) => { path: string, words: string }} sayFault where a fault is said, and how
 * @property {(fault: Fault) => string} sayOfFile what is wrong with a file that is not open
 * @property {(path: string) => void} [reveal] shows the control of a path, where it is folded away
 * @property {() => void} [putBack] Escape was pressed: lets go of what is in hand
 */

/**
 * What the module of a family exports.
 *
 * @typedef {object} FamilyModule
 * @property {(place: Place<any>) => Playing<any> | Promise<Playing<any>>} play
 * @property {(opening: any) => Promise<Node>} [picture] a small picture of the table before the first move
 * @property {(place: SetUpPlace, game: Game, form: any, opening: any) => Promise<void>} [setUp] shows a saved game
 * @property {(place: EditorPlace, form: any, draft: any) => Promise<Editor>} [edit] where people can design
 */

/**
 * The module of a family, served beside this one.
 *
 * @param {string} name
 * @returns {Promise<FamilyModule>}
 */
export const loadFamily = (name) => import(`./${name}/page/family.js`);
