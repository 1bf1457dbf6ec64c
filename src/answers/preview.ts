import type { Time } from '@overheard/base/time'
import type { Alert } from '@overheard/mention-client/alert'
import type { AlertDirectory } from '@overheard/mention-client/alert-directory'
import type { Id } from '@overheard/mention-client/id'
import type { Mention } from '@overheard/mention-client/mention'
import { type Decide, type Replayed, replay } from '../engine/index.ts'
import type { ReplayTotals } from '../messages/preview.ts'
import type { Subscription } from '../model/subscription.ts'

type Sample =
  | { kind: 'sample'; mention: Mention; alert: Alert }
  | { kind: 'none-passes'; tried: number; alert: Alert }
  | { kind: 'no-alert' }

export type SampleMention = (subscription: Subscription, channel: string) => Promise<Sample>

type SampleDeps = {
  now: () => Time
  alerts: Pick<AlertDirectory, 'find'>
  newest: (alert: Id) => Promise<Mention[]>
  decideFor: (subscription: Subscription) => Decide
}

export function createSampleMention({ now, alerts, newest, decideFor }: SampleDeps): SampleMention {
  return async (subscription, channel) => {
    const found = await alerts.find(subscription.alert)
    if (found.kind !== 'found') return { kind: 'no-alert' }
    const { alert } = found
    const decide = decideFor(subscription)
    const mentions = await newest(alert.id)
    const mention = mentions.find((one) => decide(one, now(), channel).kind !== 'skip')
    if (mention === undefined) return { kind: 'none-passes', tried: mentions.length, alert }
    return { kind: 'sample', mention, alert }
  }
}

type WeekPreview = { kind: 'tally'; tally: ReplayTotals; more: boolean } | { kind: 'no-alert' }

export type PreviewWeek = (subscription: Subscription, channel: string) => Promise<WeekPreview>

type PreviewWeekDeps = {
  now: () => Time
  alerts: Pick<AlertDirectory, 'find'>
  since: (alert: Id, date: number) => AsyncIterable<{ mentions: Mention[] }>
  decideFor: (subscription: Subscription) => Decide
  pause: () => Promise<unknown>
}

const weekMs = 7 * 86_400_000

/** After this many mentions, a preview reads no further page, to limit its requests. */
const maxMentions = 10_000

/**
 * Replays the last seven days with the rules of the poll. Lets other work run regularly, so a large week does not delay
 * posts. Rejects if the mention service fails.
 */
export function createPreviewWeek({ now, alerts, since, decideFor, pause }: PreviewWeekDeps): PreviewWeek {
  return async (subscription, channel) => {
    const found = await alerts.find(subscription.alert)
    if (found.kind !== 'found') return { kind: 'no-alert' }
    const mentions: Mention[] = []
    let more = false
    for await (const page of since(found.alert.id, now() - weekMs)) {
      mentions.push(...page.mentions)
      more = mentions.length >= maxMentions
      if (more) break
    }
    const { dedupe } = subscription
    const replayed = await replay(decideFor(subscription), mentions, { now: now(), channel, dedupe, pause })
    return { kind: 'tally', tally: totalsOf(replayed), more }
  }
}

export function totalsOf(replayed: Replayed[]): ReplayTotals {
  const skips = new Map<string, number>()
  for (const { decision } of replayed) {
    if (decision.kind === 'skip') skips.set(decision.reason, (skips.get(decision.reason) ?? 0) + 1)
  }
  const skipped = [...skips]
    .map(([reason, count]) => ({ reason, count }))
    .sort((a, b) => b.count - a.count || a.reason.localeCompare(b.reason))
  const all = replayed.length
  return {
    total: all,
    posted: all - skipped.reduce((sum, { count }) => sum + count, 0),
    held: replayed.filter(({ decision }) => decision.kind === 'hold').length,
    skipped,
  }
}
