import { z } from 'zod'
import type { AnnouncedChange } from '../model/change.ts'
import { muteSchema } from './mutes.ts'
import type { RecordStore, RecordType } from './records.ts'
import { slackSubscriptionSchema } from './slack-subscriptions.ts'

/** The changes that can be undone from the line that told them. */
export type AnnouncedChanges = {
  keep(id: string, change: AnnouncedChange): Promise<void>
  /** Takes a change out: whoever gets it undoes it, and nobody else does. */
  take(id: string): Promise<AnnouncedChange | undefined>
  /** Forgets what is too old. */
  prune(): Promise<void>
}

/** How long a change can be undone, in ms. */
const undoable = 30 * 86_400_000

const changeType: RecordType<AnnouncedChange> = {
  name: 'changes',
  shape: z.object({
    at: z.number(),
    channel: z.string(),
    what: z.string(),
    change: z.discriminatedUnion('kind', [
      z.object({
        kind: z.literal('subscription'),
        name: z.string(),
        before: slackSubscriptionSchema.exactOptional(),
        after: slackSubscriptionSchema,
      }),
      z.object({
        kind: z.literal('mute'),
        channel: z.string(),
        added: z.array(muteSchema),
        removed: z.array(muteSchema),
      }),
    ]),
  }),
}

/** The told changes, as the records have them. */
export function announcedChanges(records: RecordStore, now: () => number): AnnouncedChanges {
  return {
    async keep(id, change) {
      await records.change(changeType, id, () => change)
    },
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
