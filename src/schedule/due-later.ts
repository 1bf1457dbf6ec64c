import type { SetTimer } from '../model/timer.ts'

/** What is due at a time to come. */
type DueLater = {
  /** Lets a member be due under a key in so many ms; the latest wish of a member counts. */
  add(key: string, member: string, wait: number): void
  /** From now on a member is due under this key only. */
  moved(member: string, key: string): void
  /** Calls everything off. */
  stop(): void
}

/** Waits with what is due later; `due` is called when its time has come. */
export function createDueLater(setTimer: SetTimer, due: (key: string, member: string) => void): DueLater {
  const later = new Map<string, { key: string; member: string; cancel: () => void }>()
  return {
    add(key, member, wait) {
      const name = `${key}\n${member}`
      later.get(name)?.cancel()
      const cancel = setTimer(() => {
        later.delete(name)
        due(key, member)
      }, wait)
      later.set(name, { key, member, cancel })
    },
    moved(member, key) {
      for (const [name, one] of later)
        if (one.member === member && one.key !== key) {
          one.cancel()
          later.delete(name)
        }
    },
    stop() {
      for (const { cancel } of later.values()) cancel()
    },
  }
}
