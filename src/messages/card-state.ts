/** What people made of a mention. `by` is the person's name as Slack shows it, `at` ms since the epoch. */
export type CardState =
  | { kind: 'open' }
  | { kind: 'claimed'; by: string; at: number }
  | { kind: 'done'; by: string; at: number }
  | { kind: 'not-relevant'; by: string; at: number }

const open: CardState = { kind: 'open' }

/** What people made of each mention of a burst, by its id; one that is absent is open. */
export type CardStates = ReadonlyMap<string, CardState>

/** The state of one mention among many. */
export function stateOf(states: CardStates, mention: string): CardState {
  return states.get(mention) ?? open
}
