import type { SetTimer } from '../model/timer.ts'

/** What is due at a time to come. */
type DelayedJobs = {
  /** Lets a member be due under a key in so many ms; the latest wish of a member counts. */
  add(key: string, member: string, wait: number): void
  /** From now on a member is due under this key only. */
  moved(member: string, key: string): void
  /** Calls off what a member wished, under whichever key. */
  cancel(member: string): void
  /** Calls everything off. */
  stop(): void
}

/** Waits with what is due later; `due` is called when its time has come. */
export function createDelayedJobs(
  setTimer: SetTimer,
  due: (key: string, member: string) => void,
): DelayedJobs {
  /** By member, and then by key: how to call it off. */
  const later = new Map<string, Map<string, () => void>>()
  const keysOf = (member: string) => [...(later.get(member)?.keys() ?? [])]

  function callOff(key: string, member: string): void {
    const wishes = later.get(member)
    wishes?.get(key)?.()
    wishes?.delete(key)
    if (wishes?.size === 0) later.delete(member)
  }
  return {
    add(key, member, wait) {
      callOff(key, member)
      const cancel = setTimer(() => {
        callOff(key, member)
        due(key, member)
      }, wait)
      later.set(member, (later.get(member) ?? new Map()).set(key, cancel))
    },
    moved(member, key) {
      for (const other of keysOf(member)) if (other !== key) callOff(other, member)
    },
    cancel(member) {
      for (const key of keysOf(member)) callOff(key, member)
    },
    stop() {
      for (const wishes of later.values()) for (const cancel of wishes.values()) cancel()
    },
  }
}
