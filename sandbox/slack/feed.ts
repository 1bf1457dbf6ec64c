import type { Change, WorkspaceEvent } from './events.ts'

/** Hears every change. Must not throw. */
export type Listener = (event: WorkspaceEvent) => void

/** The stream of changes. */
type Feed = {
  emit: (change: Change) => void
  /** Starts to hear; returns how to stop. */
  subscribe: (listener: Listener) => () => void
  /** The number of the last change. */
  seq: () => number
}

/** Builds a feed. Each event is a copy, so that a later change of the state does not alter what was told. */
export function createFeed(now: () => number): Feed {
  const listeners = new Set<Listener>()
  let seq = 0
  return {
    emit: (change) => {
      seq += 1
      if (listeners.size === 0) return
      const event: WorkspaceEvent = { ...structuredClone(change), seq, at: now() }
      for (const listener of listeners) listener(event)
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    seq: () => seq,
  }
}
