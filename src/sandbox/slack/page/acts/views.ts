import { isRecord, recordAt } from '../blocks/read.ts'
import { answersOf } from '../elements/answers.ts'
import type { Page } from '../state/store.ts'

/** Names the working state of a modal's submission. */
export function submitKey(viewId: string): string {
  return `submit/${viewId}`
}

/** Submits a modal. What is wrong with its inputs is shown beside them. */
export async function submitView(page: Page, viewId: string): Promise<void> {
  const key = submitKey(viewId)
  if (page.state.working.has(key)) return
  page.set({ working: new Set([...page.state.working, key]) })
  const answers = answersOf(viewId)
  const outcome = await page.order('submitView', { user: page.state.me, viewId, answers })
  const working = new Set([...page.state.working].filter((one) => one !== key))
  const errors = isRecord(outcome) ? textsOf(recordAt(outcome, 'errors') ?? {}) : {}
  page.set({ working, viewErrors: { ...page.state.viewErrors, [viewId]: errors } })
}

/** Closes the topmost modal. */
export function closeView(page: Page, viewId: string): void {
  void page.order('closeView', { user: page.state.me, viewId })
}

function textsOf(errors: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(Object.entries(errors).map(([block, error]) => [block, String(error)]))
}
