import type { Time } from '@overheard/base/time'
import type { AlertDirectory } from '@overheard/mention-client/alert-directory'
import type { Id } from '@overheard/mention-client/id'
import type { Mention } from '@overheard/mention-client/mention'
import { type Decide, muteFinder } from '../engine/index.ts'
import type { Mute } from '../model/mute.ts'
import type { Subscription } from '../model/subscription.ts'

/** Of the `total` mentions of the last days that a channel gets without its mutes, a mute hides `hidden`. */
export type HiddenMentions = { days: number; total: number; hidden: number; more: boolean }

type CountHiddenDeps = {
  now: () => Time
  alerts: Pick<AlertDirectory, 'find'>
  since: (alert: Id, date: number) => AsyncIterable<{ mentions: Mention[] }>
  decideFor: (subscription: Subscription) => Decide
}

const days = 7

/** After this many mentions of an alert, no further page is read, because each mute asks the mention service. */
const mostMentions = 2000

/** Counts each mention once, also if several subscriptions get it. Rejects if the mention service fails. */
export function createCountHidden({ now, alerts, since, decideFor }: CountHiddenDeps) {
  /** Returns the newest mentions of a subscription that pass its rules, or are muted. */
  async function got(subscription: Subscription, channel: string) {
    const found = await alerts.find(subscription.alert)
    if (found.kind !== 'found') return { passed: [], more: false }
    const mentions: Mention[] = []
    for await (const page of since(found.alert.id, now() - days * 86_400_000)) {
      mentions.push(...page.mentions)
      if (mentions.length >= mostMentions) break
    }
    const decide = decideFor(subscription)
    const passed = mentions.filter((mention) => {
      const decision = decide(mention, now(), channel)
      return decision.kind !== 'skip' || decision.reason.startsWith('mute.')
    })
    return { passed, more: mentions.length >= mostMentions }
  }
  return async (subscriptions: Subscription[], mute: Mute): Promise<HiddenMentions> => {
    const findMute = muteFinder()
    const counted = new Map<Id, boolean>()
    let isMore = false
    for (const subscription of subscriptions) {
      const { passed, more } = await got(subscription, mute.channel)
      for (const mention of passed) counted.set(mention.id, findMute([mute], mention, now()) !== undefined)
      isMore ||= more
    }
    const hidden = [...counted.values()].filter(Boolean).length
    return { days, total: counted.size, hidden, more: isMore }
  }
}
