import type { ShownNotice, State } from './state.ts'

/** How many notices stand on the page at once. */
const most = 3

/** The notices with one more. The same words to the same person stand there once. */
export function withNotice({ notices }: State, user: string, text: string): ShownNotice[] {
  const others = notices.filter((one) => one.user !== user || one.text !== text)
  const id = Math.max(0, ...notices.map((one) => one.id)) + 1
  return [...others, { id, user, text }].slice(-most)
}
