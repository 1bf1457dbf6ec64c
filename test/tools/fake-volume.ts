import { withReceiptMark } from '@overheard/post-once/mark'
import type { VolumeStore } from '../../src/engine/ports.ts'
import type { NoticeRecords } from '../../src/engine/spikes/stored-volume.ts'
import { spikeCardOf } from '../../src/messages/anomalies/spike.ts'
import type { Handling } from '../../src/model/card.ts'
import type { Content } from '../../src/model/message.ts'
import type { Updated } from '../../src/slack/posted-messages.ts'

/** The stored volume counts and the service's histories in memory. The process can die at each step. */

const day = 86_400_000

/** The alert had `perDay` mentions a day for two weeks; without it nothing is counted. */
export function createFakeVolume(now: () => number, perDay?: number) {
  if (perDay === undefined) return undefined
  const kept = new Map<string, string>()
  const drawn = new Map<string, Content[]>()
  const cards: Handling[] = []
  const around: { lag: number; newestOfOthers?: number; refusals: number; falseAlarms: number } = {
    lag: 0,
    refusals: 0,
    falseAlarms: 0,
  }
  return {
    kept,
    /** The updates of each card after its post, by `ts`. */
    drawn,
    /** The actions of people on mentions. */
    cards,
    /**
     * The lag of our own schedule (ms), the last time that another alert had a mention (UTC, ms), and the number of updates that Slack
     * rejects next.
     */
    around,
    book: (
      moment: () => void,
      show: (ts: string, content: Content) => Updated,
    ): VolumeStore & NoticeRecords => ({
      find: async (alert) => {
        const text = kept.get(alert)
        return text === undefined ? undefined : JSON.parse(text)
      },
      async save(alert, volume) {
        moment()
        kept.set(alert, JSON.stringify(volume))
        moment()
      },
      async dailySeries() {
        const value = (total: number, name: string) => ({ total, parts: [{ name, count: 0 }] })
        const mentions = Array.from({ length: 14 }, (_, index) => {
          const from = new Date(now() - (index + 1) * day).toISOString().slice(0, 10)
          return { from, to: from, incomplete: false, value: value(perDay, 'negative') }
        })
        return { mentions, sentiment: mentions }
      },
      falseAlarmsOf: async () => around.falseAlarms,
      async updateSpikeCard({ ts }, card) {
        const content = withReceiptMark(spikeCardOf({ ...card, note: {} }), card.mark)
        moment()
        if (around.refusals-- > 0) return { kind: 'failed', reason: 'ratelimited' }
        const updated = show(ts, content)
        if (updated.kind === 'updated') drawn.set(ts, [...(drawn.get(ts) ?? []), content])
        moment()
        return updated
      },
      async isAnnouncedBy({ id, about }) {
        const volume = about.kind === 'silence' ? kept.get(about.alert) : undefined
        return volume?.includes(JSON.stringify(id)) === true
      },
      permalink: async ({ ts }) => `https://slack.example/${ts}`,
      handlingSince: async (channel, since) =>
        cards.filter((card) => card.channel === channel && Number(card.ts) * 1000 >= since),
      newestOfOthers: async () => around.newestOfOthers,
      largestLagMs: async () => around.lag,
    }),
  }
}
