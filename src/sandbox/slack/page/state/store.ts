import { withNotice } from './notices.ts'
import type { State } from './state.ts'

/** What every part of the page works with: the state, the one way to change it, and orders to the workspace. */
export type Page = {
  readonly state: State
  /** Replaces parts of the state and shows the page anew, soon. */
  set: (change: Partial<State>) => void
  /** Shows at once what the next frame would show. */
  showNow: () => void
  /** Orders something of the workspace (`POST /_control/<name>`). Undefined: it was refused, and a notice says why. */
  order: (name: string, body: Record<string, unknown>) => Promise<unknown>
}

/** Builds the store. Changes of one frame are shown together. */
export function createStore(
  initial: State,
  show: (page: Page) => void,
  order: (name: string, body: Record<string, unknown>) => Promise<unknown>,
): Page {
  let state = initial
  let due: number | undefined
  const showNow = () => {
    if (due === undefined) return
    cancelAnimationFrame(due)
    due = undefined
    show(page)
  }
  const page: Page = {
    get state() {
      return state
    },
    set: (change) => {
      state = { ...state, ...change }
      due ??= requestAnimationFrame(showNow)
    },
    showNow,
    order: async (name, body) => {
      try {
        return await order(name, body)
      } catch (error) {
        page.set({
          notices: withNotice(state, state.me, error instanceof Error ? error.message : String(error)),
        })
        return undefined
      }
    },
  }
  show(page)
  return page
}
