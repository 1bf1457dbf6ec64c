import type { CardRecord } from '../../model/card-record.ts'

/** Who presses what on which mention. `at`: UTC, ms since the epoch. */
export type CardPress = Omit<CardRecord, 'state' | 'firstAt'> & { press: 'claim' | 'done' | 'not-relevant' }

const reached = { claim: 'claimed', done: 'done', 'not-relevant': 'not-relevant' } as const

/** How far each state is: nothing goes back, so that of two people who press at once the later changes nothing. */
const order = { open: 0, claimed: 1, done: 2, 'not-relevant': 3 } as const

/** What a mention's record is after a press; what it was, where the press comes too late. */
export function afterPress(current: CardRecord | undefined, { press, ...rest }: CardPress): CardRecord {
  const state = reached[press]
  if (current !== undefined && order[current.state] >= order[state]) return current
  return { ...rest, state, firstAt: current?.firstAt ?? rest.at }
}
