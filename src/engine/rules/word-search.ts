// Searches a text for many sequences of pieces in one pass (Aho and Corasick, 1975). A piece is a string. A sequence is found if its pieces
// occur in the text one after the other. The time grows with the length of the text, not with the number or form of the sequences, because
// both may come from strangers.

const none = -1

/** An automaton that reads a text one UTF-16 unit at a time. In state 0, no piece has begun. */
type Automaton = {
  steps: Map<number, number>
  /**
   * For each state, the state to continue from if there is no step. It stands for the longest suffix of the text read
   * so far.
   */
  back: Int32Array
  /** For each state, the longest piece that ends there, or `none`. */
  ending: Int32Array
  /** For each piece, the next shorter piece that is its suffix, or `none`. */
  shorter: Int32Array
}

/**
 * No piece may be empty. The returned function gives the index of the first sequence whose pieces all occur in the
 * text, in order and without overlap. A sequence without pieces matches every text.
 */
export function createSearch(sequences: string[][]): (text: string) => number | undefined {
  const pieces = [...new Set(sequences.flat())]
  const numbers = new Map(pieces.map((piece, number) => [piece, number]))
  const automaton = automatonOf(pieces)
  const wanted = sequences.map((sequence) => sequence.map((piece) => numbers.get(piece) ?? none))
  const empty = sequences.findIndex((sequence) => sequence.length === 0)
  return (text) => {
    const progress = createProgress(wanted, pieces, automaton, empty === none ? sequences.length : empty)
    let state = 0
    for (let at = 0; at < text.length && progress.found() > 0; at++) {
      state = nextState(automaton, state, text.charCodeAt(at))
      progress.reach(numberAt(automaton.ending, state), at + 1)
    }
    const found = progress.found()
    return found < sequences.length ? found : undefined
  }
}

/**
 * Each sequence waits for one piece and is in the linked list of all sequences that wait for this piece, so a piece
 * that no sequence waits for costs nothing. Each piece is taken at its leftmost place, which leaves most room for the
 * next one.
 */
function createProgress(
  wanted: number[][],
  pieces: string[],
  { shorter }: Pick<Automaton, 'shorter'>,
  known: number,
) {
  let found = known
  /** For each piece, the first sequence in the linked list of those that wait for the piece, or `none`. */
  const waits = new Int32Array(pieces.length).fill(none)
  /** For each sequence, the next sequence in the linked list of those that wait for the same piece, or `none` at the end. */
  const next = new Int32Array(wanted.length).fill(none)
  /** For each sequence, how many of its pieces were found. */
  const step = new Int32Array(wanted.length)
  /** For each sequence, the place in the text after the last piece that was found. */
  const from = new Int32Array(wanted.length)
  /** For each piece, the last result of `longestWaited`. */
  const waited = new Int32Array(pieces.length)
  /** `waited[piece]` is valid only while `waitedAsOf[piece]` equals `begun`. */
  const waitedAsOf = new Int32Array(pieces.length).fill(none)
  let begun = 0

  function waitFor(sequence: number, piece: number): void {
    if (numberAt(waits, piece) === none) begun++
    next[sequence] = numberAt(waits, piece)
    waits[piece] = sequence
  }

  /** Skips pieces that no sequence waits for, because many pieces can end at one place ("a", "aa", "aaa"). */
  function longestWaited(piece: number): number {
    if (piece === none) return none
    let longest = numberAt(waitedAsOf, piece) === begun ? numberAt(waited, piece) : piece
    while (longest !== none && numberAt(waits, longest) === none) longest = numberAt(shorter, longest)
    waited[piece] = longest
    waitedAsOf[piece] = begun
    return longest
  }

  function advance(sequence: number, end: number): void {
    from[sequence] = end
    step[sequence] = numberAt(step, sequence) + 1
    const piece = wanted[sequence]?.[numberAt(step, sequence)]
    if (piece === undefined) found = Math.min(found, sequence)
    else waitFor(sequence, piece)
  }

  function advanceAll(piece: number, end: number): void {
    let sequence = numberAt(waits, piece)
    waits[piece] = none
    const start = end - (pieces[piece]?.length ?? 0)
    while (sequence !== none) {
      const following = numberAt(next, sequence)
      if (start < numberAt(from, sequence)) waitFor(sequence, piece)
      else if (sequence < found) advance(sequence, end)
      sequence = following
    }
  }

  for (const [sequence, [piece]] of wanted.entries()) if (piece !== undefined) waitFor(sequence, piece)
  return {
    /** Returns the index of the first sequence that was found. If none was found, returns the number of sequences. */
    found: () => found,
    /** Records that a piece, and every shorter piece that is its suffix, ends directly before the place `end`. */
    reach(longest: number, end: number): void {
      let piece = longestWaited(longest)
      while (piece !== none) {
        advanceAll(piece, end)
        piece = longestWaited(numberAt(shorter, piece))
      }
    },
  }
}

const numberAt = (list: Int32Array, place: number) => list[place] ?? none

const keyOf = (state: number, unit: number) => state * 0x1_0000 + unit

function nextState({ steps, back }: Pick<Automaton, 'steps' | 'back'>, from: number, unit: number): number {
  let state = from
  for (;;) {
    const next = steps.get(keyOf(state, unit))
    if (next !== undefined) return next
    if (state === 0) return 0
    state = numberAt(back, state)
  }
}

/** `unit` leads to this state from `before`. `piece` ends in this state (or is `none`). */
type Added = { state: number; before: number; unit: number; piece: number }

function automatonOf(pieces: string[]): Automaton {
  const { steps, added } = stepsOf(pieces)
  const [back, ending] = [new Int32Array(added.length + 1), new Int32Array(added.length + 1).fill(none)]
  const shorter = new Int32Array(pieces.length).fill(none)
  for (const { state, before, unit, piece } of added) {
    const way = before === 0 ? 0 : nextState({ steps, back }, numberAt(back, before), unit)
    back[state] = way
    ending[state] = piece === none ? numberAt(ending, way) : piece
    if (piece !== none) shorter[piece] = numberAt(ending, way)
  }
  return { steps, back, ending, shorter }
}

/** `added` is sorted by length, because `back` of a state is a shorter state, which must be computed first. */
function stepsOf(pieces: string[]): { steps: Map<number, number>; added: Added[] } {
  const steps = new Map<number, number>()
  const states: Added[] = []
  const byLength: Added[][] = []
  for (const [piece, text] of pieces.entries()) {
    let before = 0
    for (let at = 0; at < text.length; at++) {
      const unit = text.charCodeAt(at)
      const known = steps.get(keyOf(before, unit))
      const state = known ?? states.length + 1
      if (known === undefined) {
        const one = { state, before, unit, piece: none }
        steps.set(keyOf(before, unit), state)
        states.push(one)
        byLength[at] = byLength[at] ?? []
        byLength[at]?.push(one)
      }
      before = state
    }
    const last = states[before - 1]
    if (last !== undefined) last.piece = piece
  }
  return { steps, added: byLength.flat() }
}
