import type { AlertDirectory } from '../../alerts.ts'
import type { Decide } from '../../decide/decide.ts'
import { type ReplayTotals, replay, totalsOf } from '../../decide/replay.ts'
import type { Id } from '../../model/id.ts'
import type { Mention } from '../../model/mention.ts'
import type { Subscription } from '../../model/subscription.ts'

/** What a subscription would have posted in the last seven days. `more`: there were more than are looked at. Rejects as the service does. */
export type PreviewWeek = (
  subscription: Subscription,
  channel: string,
) => Promise<{ kind: 'tally'; tally: ReplayTotals; more: boolean } | { kind: 'no-alert' }>

type PreviewWeekDeps = {
  now: () => number
  alerts: Pick<AlertDirectory, 'find'>
  /** The mentions of an alert since a date (UTC, ms), page by page. */
  since: (alert: Id, date: number) => AsyncIterable<{ mentions: Mention[] }>
  decideFor: (subscription: Subscription) => Decide
  /** Lets the others of the process go on. */
  pause: () => Promise<unknown>
}

const week = 7 * 86_400_000
/** At most so many mentions are looked at: about 35 requests. */
const maxMentions = 10_000

/** Reads the week and decides it by the rules that the turn uses. However many mentions there are, everything else goes on meanwhile. */
export function createPreviewWeek({ now, alerts, since, decideFor, pause }: PreviewWeekDeps): PreviewWeek {
  return async (subscription, channel) => {
    const found = await alerts.find(subscription.alert)
    if (found.kind !== 'found') return { kind: 'no-alert' }
    const mentions: Mention[] = []
    let more = false
    for await (const page of since(found.alert.id, now() - week)) {
      mentions.push(...page.mentions)
      more = mentions.length >= maxMentions
      if (more) break
    }
    const { dedupe } = subscription
    const replayed = await replay(decideFor(subscription), mentions, { now: now(), channel, dedupe, pause })
    return { kind: 'tally', tally: totalsOf(replayed), more }
  }
}
