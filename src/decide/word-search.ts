/**
 * Finds pieces of text that stand in a given order, for many such orders in one pass (Aho and Corasick, 1975). The time grows with the
 * length of the text, not with how many orders there are or how they are made: the text and the orders are both strangers'.
 */

/** No state, no order: the end of a list. */
const none = -1

/** The pieces as an automaton that reads a text unit by unit. State 0 has read nothing that begins a piece. */
type Automaton = {
  /** The next state, by `keyOf` a state and a UTF-16 unit. */
  steps: Map<number, number>
  /** Where to go on when there is no such step: the state of the longest ending of what was read. */
  back: number[]
  /** The number of the piece that ends in a state, or `none`. */
  piece: number[]
  /** The first state on the way back, or this one itself, in which a piece ends; 0 if there is none. */
  ending: number[]
  /** The same without this one itself. */
  shorter: number[]
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
    const progress = createProgress(wanted, pieces, empty === none ? orders.length : empty)
    let state = 0
    for (let at = 0; at < text.length && progress.found() > 0; at++) {
      state = nextState(automaton, state, text.charCodeAt(at))
      for (let end = automaton.ending[state] ?? 0; end > 0; end = automaton.shorter[end] ?? 0)
        progress.reach(automaton.piece[end] ?? none, at + 1)
    }
    const found = progress.found()
    return found < orders.length ? found : undefined
  }
}

/**
 * How far each order has come in a text. Each waits for one piece, in a list of all that wait for the same one: what nobody waits for
 * costs nothing. The leftmost place is taken for each piece, because what follows then has the most room.
 */
function createProgress(wanted: number[][], pieces: string[], known: number) {
  let found = known
  const first = new Int32Array(pieces.length).fill(none)
  const next = new Int32Array(wanted.length).fill(none)
  const step = new Int32Array(wanted.length)
  /** Where the piece before ended. */
  const from = new Int32Array(wanted.length)
  const waitFor = (order: number, piece: number) => {
    next[order] = first[piece] ?? none
    first[piece] = order
  }
  for (const [order, [piece]] of wanted.entries()) if (piece !== undefined) waitFor(order, piece)

  function advance(order: number, end: number): void {
    from[order] = end
    step[order] = (step[order] ?? 0) + 1
    const piece = wanted[order]?.[step[order] ?? 0]
    if (piece === undefined) found = Math.min(found, order)
    else waitFor(order, piece)
  }

  return {
    /** The first order that was found; their count while there is none. */
    found: () => found,
    /** A piece stands in the text and ends before `end`. */
    reach(piece: number, end: number): void {
      let order = first[piece] ?? none
      if (order === none) return
      first[piece] = none
      const start = end - (pieces[piece]?.length ?? 0)
      while (order !== none) {
        const following = next[order] ?? none
        if (start < (from[order] ?? 0)) waitFor(order, piece)
        else if (order < found) advance(order, end)
        order = following
      }
    },
  }
}

const keyOf = (state: number, unit: number) => state * 0x1_0000 + unit

function nextState({ steps, back }: Automaton, from: number, unit: number): number {
  let state = from
  for (;;) {
    const next = steps.get(keyOf(state, unit))
    if (next !== undefined) return next
    if (state === 0) return 0
    state = back[state] ?? 0
  }
}

/** A state that was added to the automaton: `unit` leads to it from `before`. */
type Added = { state: number; before: number; unit: number }

function automatonOf(pieces: string[]): Automaton {
  const automaton: Automaton = { steps: new Map(), back: [0], piece: [none], ending: [0], shorter: [0] }
  const { back, piece, ending, shorter } = automaton
  /** States by the length of what they have read: the way back of each leads to a shorter one. */
  const byLength: Added[][] = []
  for (const [number, text] of pieces.entries()) addPiece(automaton, byLength, text, number)
  for (const { state, before, unit } of byLength.flat()) {
    const way = before === 0 ? 0 : nextState(automaton, back[before] ?? 0, unit)
    back[state] = way
    shorter[state] = ending[way] ?? 0
    ending[state] = piece[state] === none ? (ending[way] ?? 0) : state
  }
  return automaton
}

function addPiece(automaton: Automaton, byLength: Added[][], text: string, number: number): void {
  const { steps, back, piece, ending, shorter } = automaton
  let before = 0
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    const known = steps.get(keyOf(before, unit))
    const state = known ?? back.length
    if (known === undefined) {
      steps.set(keyOf(before, unit), state)
      for (const list of [back, ending, shorter]) list.push(0)
      piece.push(none)
      byLength[at] = byLength[at] ?? []
      byLength[at]?.push({ state, before, unit })
    }
    before = state
  }
  piece[before] = number
}
