import { createHash } from 'node:crypto'
import type { Ms, Time } from '@overheard/base/time'
import { z } from 'zod'
import type { Access, Asking } from '../../listeners/access.ts'
import type { ExportTable } from '../../listeners/export-table.ts'
import type { SubscriptionFinder } from '../../listeners/find-subscription.ts'
import { isoTime } from '../../messages/kit/dates.ts'
import { type ToldChange, toldChangeSchema } from '../../model/change.ts'
import type { MessageRecords } from '../../model/collection.ts'
import { say } from './messages.ts'

/** `ts` is the place of the record among those of its channel. It is no message in Slack. */
export const keptChangeSchema = toldChangeSchema.extend({ ts: z.string() })
export type KeptChange = z.infer<typeof keptChangeSchema>

type ChangesDeps = {
  now: () => Time
  /** Changes are kept for this time. */
  keptMs: Ms
  records: MessageRecords<KeptChange>
  access: Pick<Access, 'refusal'>
  finder: Pick<SubscriptionFinder, 'alertsIn'>
}

/** `total` counts all changes. `changes` are the newest of them, newest first. */
type Found = { changes: KeptChange[]; total: number }

export function createChanges({ now, keptMs, records, access, finder }: ChangesDeps) {
  /**
   * A change is shown only to people who may see all of its alerts. A muted name reveals something about the alerts of its channel, so a change
   * that is about no alert needs all of these.
   */
  function visibleTo(asking: Asking): (change: ToldChange) => Promise<boolean> {
    const known = new Map<string, Promise<boolean>>()
    async function ask({ channel, alerts }: ToldChange): Promise<boolean> {
      const about = alerts.length > 0 ? alerts : await finder.alertsIn(channel)
      return (await access.refusal(asking, 'read', { channel, alerts: about })) === undefined
    }
    return (change) => {
      const subject = JSON.stringify([change.channel, change.alerts])
      const answer = known.get(subject) ?? ask(change)
      known.set(subject, answer)
      return answer
    }
  }

  return {
    /** Waits for the disk, because nothing else says who changed what. */
    async keep(change: ToldChange): Promise<void> {
      const { channel } = change
      const ts = placeOf(change)
      await records.addAll([{ key: { channel, ts }, value: { ...change, ts } }])
    },
    /** Returns the changes of the last `days` in some channels (ids) that the asker may see. Rejects if the store cannot be read. */
    async find(
      asking: Asking,
      { channels, days, most }: { channels: Iterable<string>; days: number; most: number },
    ): Promise<Found> {
      const isVisible = visibleTo(asking)
      let changes: KeptChange[] = []
      let total = 0
      const since = now() - days * dayMs
      const newest = () => changes.sort((a, b) => b.at - a.at).slice(0, most)
      // The channel of what is about the whole installation is ''.
      for (const channel of new Set([...channels, '']))
        for await (const change of records.since(since, channel)) {
          if (change.at < since || !(await isVisible(change))) continue
          changes.push(change)
          total += 1
          if (changes.length >= 2 * most) changes = newest()
        }
      return { changes: newest(), total }
    },
    prune: (time: Time) => records.prune(time - keptMs),
  }
}

export type Changes = ReturnType<typeof createChanges>

export const dayMs = 86_400_000

/** Makes the place of a change from the change alone, so that the store keeps one record if the change is told twice. */
function placeOf({ id, at }: ToldChange): string {
  const number = BigInt(`0x${createHash('sha256').update(id).digest('hex').slice(0, 12)}`)
  return `${(at / 1000).toFixed(3)}${number.toString().padStart(15, '0')}`
}

/** The table of `/mentions export changes`: the changes in all channels of a person. */
export const changesTable = ({ find }: Pick<Changes, 'find'>, mostDays: number): ExportTable => ({
  word: 'changes',
  get title() {
    return say.tableTitle()
  },
  get unit() {
    return say.row()
  },
  counted: (total) => say.rows({ total }),
  mostDays,
  async rows(asking, { channels, days, most, names }) {
    const { changes, total } = await find(asking, { channels, days, most })
    const labels = await names.channels(changes.map(({ channel }) => channel))
    const rows = changes.reverse().map(({ at, channel, user, by, what, alerts }) => ({
      'changed (UTC)': isoTime(at),
      channel: labels.get(channel) ?? channel,
      person: by,
      'member id': user,
      change: what,
      alerts: alerts.map(names.alert).join(', '),
    }))
    return { rows, total }
  },
})
