import type { Time } from '@overheard/base/time'
import type { Collection } from '../../model/collection.ts'
import { type Absence, isDuring } from './model.ts'

type AbsencesDeps = {
  now: () => Time
  stored: Pick<Collection<Absence>, 'find' | 'change' | 'entries'>
}

/** When people are away. They say so themselves, and it ends by itself. Everything rejects if the store fails. */
export function createAbsences({ now, stored }: AbsencesDeps) {
  const unlessOver = (absence: Absence | undefined, time = now()) =>
    absence !== undefined && absence.until > time ? absence : undefined
  return {
    async isAway(user: string): Promise<boolean> {
      const absence = await stored.find(user)
      return absence !== undefined && isDuring(absence, now())
    },
    /** Returns when the person is or will be away. */
    of: async (user: string): Promise<Absence | undefined> => unlessOver(await stored.find(user)),
    /** Returns the absences of everybody, the earliest first. */
    async all(): Promise<{ user: string; absence: Absence }[]> {
      const found = (await stored.entries()).flatMap(({ key: user, value }) => {
        const absence = unlessOver(value)
        return absence === undefined ? [] : [{ user, absence }]
      })
      return found.toSorted((a, b) => a.absence.from - b.absence.from || a.user.localeCompare(b.user))
    },
    /** Replaces an absence that the person named before. */
    async begin(user: string, absence: Absence): Promise<void> {
      await stored.change(user, () => absence)
    },
    /** Returns false if the person is not away and will not be. */
    async end(user: string): Promise<boolean> {
      let ended = false
      await stored.change(user, (absence) => {
        ended = unlessOver(absence) !== undefined
        return undefined
      })
      return ended
    },
    /** Removes what is over, because it names people. */
    async prune(time: Time): Promise<void> {
      for (const { key, value } of await stored.entries())
        if (unlessOver(value, time) === undefined)
          await stored.change(key, (absence) => unlessOver(absence, time))
    },
  }
}
