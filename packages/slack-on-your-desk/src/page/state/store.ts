import { type State, withNotice } from './state.ts'

/** The state, and the functions that change it. */
export type Store = {
  readonly state: State
  /** Replaces fields of the state. The next frame shows them. */
  set: (change: Partial<State>) => void
  /** Renders at once instead of in the next frame. */
  renderNow: () => void
  /** Runs an action of the workspace. If it is refused, shows a notice with the reason and returns undefined. */
  control: (action: string, body: Record<string, unknown>) => Promise<unknown>
}

/** Creates the store. All changes within a frame are rendered together. `control` throws if the workspace refuses. */
export function createStore(
  initial: State,
  render: (store: Store) => void,
  control: (action: string, body: Record<string, unknown>) => Promise<unknown>,
): Store {
  let state = initial
  let nextFrame: number | undefined
  const renderNow = () => {
    if (nextFrame === undefined) return
    cancelAnimationFrame(nextFrame)
    nextFrame = undefined
    render(store)
  }
  const store: Store = {
    get state() {
      return state
    },
    set: (change) => {
      state = { ...state, ...change }
      nextFrame ??= requestAnimationFrame(renderNow)
    },
    renderNow,
    control: async (action, body) => {
      try {
        return await control(action, body)
      } catch (error) {
        notify(store, error instanceof Error ? error.message : String(error))
        return undefined
      }
    },
  }
  render(store)
  return store
}

/** Shows me a notice. */
export function notify(store: Store, text: string): void {
  store.set({ notices: withNotice(store.state, store.state.me, text) })
}

/** Shows the element with this key as busy until `work` ends. `work` must not reject. */
export async function whileBusy<Result>(
  store: Store,
  key: string,
  work: () => Promise<Result>,
): Promise<Result> {
  store.set({ busy: new Set([...store.state.busy, key]) })
  const result = await work()
  store.set({ busy: new Set([...store.state.busy].filter((one) => one !== key)) })
  return result
}
