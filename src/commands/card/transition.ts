import type { CardRecord } from '../../model/card-record.ts'

/** Who presses what on which mention. `at`: UTC, ms since the epoch. */
export type CardAction = Omit<CardRecord, 'state' | 'firstAt'> & { action: 'claim' | 'done' | 'not-relevant' }

const stateAfter = { claim: 'claimed', done: 'done', 'not-relevant': 'not-relevant' } as const

/** How far each state is: nothing goes back, so that of two people who press at once the later changes nothing. */
const stateOrder = { open: 0, claimed: 1, done: 2, 'not-relevant': 3 } as const

/** What a mention's record is after a press; what it was, where the press comes too late. */
export function nextCardRecord(current: CardRecord | undefined, { action, ...rest }: CardAction): CardRecord {
  const state = stateAfter[action]
  if (current !== undefined && stateOrder[current.state] >= stateOrder[state]) return current
  return { ...rest, state, firstAt: current?.firstAt ?? rest.at }
}
