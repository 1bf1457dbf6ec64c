import type { Page } from '../state/store.ts'

/** Shows something, by its key, as working until it is done. `work` must not reject. */
export async function whileWorking<Done>(page: Page, key: string, work: () => Promise<Done>): Promise<Done> {
  page.set({ working: new Set([...page.state.working, key]) })
  const done = await work()
  page.set({ working: new Set([...page.state.working].filter((one) => one !== key)) })
  return done
}
