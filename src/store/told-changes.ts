import { z } from 'zod'
import type { ToldChange } from '../model/change.ts'
import { madeSubscriptionShape } from './made-subscriptions.ts'
import { muteShape } from './mutes.ts'
import type { Kind, Records } from './records.ts'

/** The changes that can be undone from the line that told them. */
export type ToldChanges = {
  keep(id: string, change: ToldChange): Promise<void>
  /** Takes a change out: whoever gets it undoes it, and nobody else does. */
  take(id: string): Promise<ToldChange | undefined>
  /** Forgets what is too old. */
  prune(): Promise<void>
}

/** How long a change can be undone, in ms. */
const undoable = 30 * 86_400_000

const kind: Kind<ToldChange> = {
  name: 'changes',
  shape: z.object({
    at: z.number(),
    channel: z.string(),
    what: z.string(),
    change: z.discriminatedUnion('kind', [
      z.object({
        kind: z.literal('subscription'),
        name: z.string(),
        before: madeSubscriptionShape.exactOptional(),
        after: madeSubscriptionShape,
      }),
      z.object({
        kind: z.literal('mute'),
        channel: z.string(),
        added: z.array(muteShape),
        removed: z.array(muteShape),
      }),
    ]),
  }),
}

/** The told changes, as the records have them. */
export function toldChanges(records: Records, now: () => number): ToldChanges {
  return {
    async keep(id, change) {
      await records.change(kind, id, () => change)
    },
    async take(id) {
      let taken: ToldChange | undefined
      await records.change(kind, id, (current) => {
        taken = current
        return undefined
      })
      return taken
    },
    async prune() {
      for (const { key, value } of await records.all(kind)) {
        if (value.at < now() - undoable) await records.change(kind, key, () => undefined)
      }
    },
  }
}
