import { cut, isolate } from '../text.ts'

/** Room for a person's name. UTF-16 units. */
const longestName = 40

/** What people made of a mention. `by` is the person's name as Slack shows it, `at` ms since the epoch. */
export type CardState =
  | { kind: 'open' }
  | { kind: 'claimed'; by: string; at: number }
  | { kind: 'done'; by: string; at: number }
  | { kind: 'not-relevant'; by: string; at: number }

/** The state in words, "Claimed, Ana"; empty while nobody takes care. */
export function stateWords(state: CardState): string {
  return state.kind === 'open' ? '' : `${stateLabels[state.kind]}, ${personName(state.by)}`
}

const stateLabels = { claimed: 'Claimed', done: '✓ Done', 'not-relevant': 'Not relevant' } as const

/** A person's name as Slack gives it, which the person chose freely. */
function personName(name: string): string {
  return isolate(cut(name, longestName)) || 'somebody'
}
