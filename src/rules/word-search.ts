/**
 * Finds pieces of text that stand in a given order, for many such orders in one pass (Aho and Corasick, 1975). The time grows with the
 * length of the text, not with how many orders there are or how they are made: the text and the orders are both strangers'.
 */

/** No piece, no order: the end of a list. */
const none = -1

/** The pieces as an automaton that reads a text unit by unit. State 0 has read nothing that begins a piece. */
type Automaton = {
  /** The next state, by `keyOf` a state and a UTF-16 unit. */
  steps: Map<number, number>
  /** By state: where to go on when there is no such step, the state of the longest ending of what was read. */
  back: Int32Array
  /** By state: the longest piece that ends there, or `none`. */
  ending: Int32Array
  /** By piece: the next shorter piece that ends wherever it does, or `none`. */
  shorter: Int32Array
}

/**
 * Makes a search for orders of pieces. None of the pieces is empty. The search returns the number of the first order whose pieces all
 * stand in the text, one behind the other without overlapping; undefined if there is none. An order without pieces is in every text.
 */
export function createSearch(orders: string[][]): (text: string) => number | undefined {
  const pieces = [...new Set(orders.flat())]
  const numbers = new Map(pieces.map((piece, number) => [piece, number]))
  const automaton = automatonOf(pieces)
  const wanted = orders.map((order) => order.map((piece) => numbers.get(piece) ?? none))
  const empty = orders.findIndex((order) => order.length === 0)
  return (text) => {
    const progress = createProgress(wanted, pieces, automaton, empty === none ? orders.length : empty)
    let state = 0
    for (let at = 0; at < text.length && progress.found() > 0; at++) {
      state = nextState(automaton, state, text.charCodeAt(at))
      progress.reach(numberAt(automaton.ending, state), at + 1)
    }
    const found = progress.found()
    return found < orders.length ? found : undefined
  }
}

/**
 * How far each order has come in a text. Each waits for one piece, in a list of all that wait for the same one: what nobody waits for
 * costs nothing. The leftmost place is taken for each piece, because what follows then has the most room.
 */
function createProgress(
  wanted: number[][],
  pieces: string[],
  { shorter }: Pick<Automaton, 'shorter'>,
  known: number,
) {
  let found = known
  /** By piece: the first order that waits for it. By order: the next one that waits for the same piece. */
  const waits = new Int32Array(pieces.length).fill(none)
  const next = new Int32Array(wanted.length).fill(none)
  /** By order: how many pieces it has, and where the last one ended. */
  const step = new Int32Array(wanted.length)
  const from = new Int32Array(wanted.length)
  /** By piece: which one is waited for among it and the shorter ones, as of the beginning of which wait. */
  const waited = new Int32Array(pieces.length)
  const waitedAsOf = new Int32Array(pieces.length).fill(none)
  let begun = 0

  function waitFor(order: number, piece: number): void {
    if (numberAt(waits, piece) === none) begun++
    next[order] = numberAt(waits, piece)
    waits[piece] = order
  }

  /** Whole families of pieces end at one place ("a", "aa", "aaa"): those that nobody waits for are passed over at once. */
  function longestWaited(piece: number): number {
    if (piece === none) return none
    let longest = numberAt(waitedAsOf, piece) === begun ? numberAt(waited, piece) : piece
    while (longest !== none && numberAt(waits, longest) === none) longest = numberAt(shorter, longest)
    waited[piece] = longest
    waitedAsOf[piece] = begun
    return longest
  }

  function advance(order: number, end: number): void {
    from[order] = end
    step[order] = numberAt(step, order) + 1
    const piece = wanted[order]?.[numberAt(step, order)]
    if (piece === undefined) found = Math.min(found, order)
    else waitFor(order, piece)
  }

  function advanceAll(piece: number, end: number): void {
    let order = numberAt(waits, piece)
    waits[piece] = none
    const start = end - (pieces[piece]?.length ?? 0)
    while (order !== none) {
      const following = numberAt(next, order)
      if (start < numberAt(from, order)) waitFor(order, piece)
      else if (order < found) advance(order, end)
      order = following
    }
  }

  for (const [order, [piece]] of wanted.entries()) if (piece !== undefined) waitFor(order, piece)
  return {
    /** The first order that was found; their count while there is none. */
    found: () => found,
    /** A piece stands in the text, and all shorter ones that it ends with; they end before `end`. */
    reach(longest: number, end: number): void {
      let piece = longestWaited(longest)
      while (piece !== none) {
        advanceAll(piece, end)
        piece = longestWaited(numberAt(shorter, piece))
      }
    },
  }
}

/** The number at a place that is there. */
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

/** A state that was added to the automaton: `unit` leads to it from `before`; `piece` ends there, if any. */
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

/** The steps along each piece, and the states by the length of what they have read: the way back of each leads to a shorter one. */
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
