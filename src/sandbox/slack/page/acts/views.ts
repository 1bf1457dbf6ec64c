import { isRecord, recordAt } from '../blocks/read.ts'
import { answersOf } from '../elements/answers.ts'
import type { Page } from '../state/store.ts'
import { whileWorking } from './working.ts'

/** Names the working state of a modal's submission. */
export function submitKey(viewId: string): string {
  return `submit/${viewId}`
}

/** Submits a modal. What is wrong with its inputs is shown beside them. */
export async function submitView(page: Page, viewId: string): Promise<void> {
  const key = submitKey(viewId)
  if (page.state.working.has(key)) return
  const order = { user: page.state.me, viewId, answers: answersOf(viewId) }
  const outcome = await whileWorking(page, key, () => page.order('submitView', order))
  const errors = isRecord(outcome) ? textsOf(recordAt(outcome, 'errors') ?? {}) : {}
  page.set({ viewErrors: { ...page.state.viewErrors, [viewId]: errors } })
}

/** Closes the topmost modal. */
export function closeView(page: Page, viewId: string): void {
  void page.order('closeView', { user: page.state.me, viewId })
}

function textsOf(errors: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(Object.entries(errors).map(([block, error]) => [block, String(error)]))
}
