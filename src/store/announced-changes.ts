import { type AnnouncedChange, announcedChangeSchema } from '../model/change.ts'
import type { RecordStore, RecordType } from './records.ts'

/** The changes that can be undone from the line that told them. */
export type AnnouncedChanges = {
  keep(id: string, change: AnnouncedChange): Promise<void>
  find(id: string): Promise<AnnouncedChange | undefined>
  /** Takes a change out: whoever gets it undoes it, and nobody else does. */
  take(id: string): Promise<AnnouncedChange | undefined>
  /** Forgets what is too old. */
  prune(): Promise<void>
}

/** How long a change can be undone, in ms. */
const undoable = 30 * 86_400_000

const changeType: RecordType<AnnouncedChange> = { name: 'changes', shape: announcedChangeSchema }

/** The told changes, as the records have them. */
export function announcedChanges(records: RecordStore, now: () => number): AnnouncedChanges {
  return {
    async keep(id, change) {
      await records.change(changeType, id, () => change)
    },
    find: (id) => records.find(changeType, id),
    async take(id) {
      let taken: AnnouncedChange | undefined
      await records.change(changeType, id, (current) => {
        taken = current
        return undefined
      })
      return taken
    },
    async prune() {
      for (const { key, value } of await records.all(changeType)) {
        if (value.at < now() - undoable) await records.change(changeType, key, () => undefined)
      }
    },
  }
}
