import { isOpen } from '../../decide/bookmark.ts'
import type { Messages } from '../../deliver/messages.ts'
import { cannotBeTold, nothingWatchedHere } from '../../messages/refusals.ts'
import { say } from '../../messages/say.ts'
import { type WhyFinding, whyAnswer } from '../../messages/why.ts'
import type { BookmarkKey, KeptBookmark } from '../../model/bookmark.ts'
import type { Content } from '../../model/message.ts'
import type { Subscription } from '../../model/subscription.ts'
import type { VerdictEntry } from '../../model/verdict.ts'
import { failureOf } from '../../statistics/failure.ts'
import type { Recompute, WhyQuestion } from './recompute.ts'
import { isSameAddress } from './same-address.ts'

/** Why a mention was posted here, or was not. Never rejects. */
export type Why = (question: WhyQuestion) => Promise<Content>

type WhyDeps = {
  /** The verdict log from a moment on (UTC, ms). */
  entries: (since: number) => AsyncIterable<VerdictEntry>
  /** The subscriptions whose cards go to a channel. */
  subscriptionsOf: (channel: string) => Promise<Subscription[]>
  recompute: Recompute
  bookmark: (key: BookmarkKey) => Promise<KeptBookmark>
  messages: Pick<Messages, 'permalink'>
}

/** Reads the verdict log; for what it does not have, decides again and says so. */
export function createWhy(deps: WhyDeps): Why {
  return async (question) => {
    try {
      const subscriptions = await deps.subscriptionsOf(question.channel)
      if (subscriptions.length === 0) return nothingWatchedHere
      const entries = [...(await logged(deps, question, subscriptions)).values()]
      const told = await Promise.all(entries.map((entry) => withLink(deps, entry)))
      const findings = told.flat()
      const silent = subscriptions.filter(({ name }) => !findings.some((one) => one.subscription === name))
      const others = await Promise.all(silent.map((subscription) => deps.recompute(subscription, question)))
      return whyAnswer([...findings, ...others.flat()])
    } catch (error) {
      return say(cannotBeTold(failureOf(error).reason))
    }
  }
}

/** The last entry of each subscription about the mention. That it was settled tells more than that it waits, whichever came first. */
async function logged(
  { entries }: WhyDeps,
  { mention, alert }: WhyQuestion,
  subscriptions: Subscription[],
): Promise<Map<string, VerdictEntry>> {
  const names = new Set(subscriptions.map(({ name }) => name))
  const found = new Map<string, VerdictEntry>()
  for await (const entry of entries(0)) {
    if (!names.has(entry.subscription)) continue
    if (entry.became === 'waiting' && (found.get(entry.subscription)?.became ?? 'waiting') !== 'waiting')
      continue
    if (alert !== undefined && entry.alert !== alert) continue
    if ('id' in mention ? entry.id === mention.id : isSameAddress(entry.url, mention.url))
      found.set(entry.subscription, entry)
  }
  return found
}

/** Nothing of what waits by the log and is settled by the bookmark: a crash took the entry that tells how, so it is worked out anew. */
async function withLink({ messages, bookmark }: WhyDeps, entry: VerdictEntry): Promise<WhyFinding[]> {
  if (entry.became === 'waiting') {
    const kept = await bookmark(entry)
    if (kept.kind === 'kept' && !isOpen(kept.bookmark)(entry.id)) return []
  }
  const { subscription, at, became, reason, detail, channel, ts } = entry
  const link = channel && ts ? await messages.permalink({ channel, ts }) : undefined
  const parts = { ...(detail === undefined ? {} : { detail }), ...(link === undefined ? {} : { link }) }
  return [{ subscription, source: 'log', at, became, reason, ...parts }]
}
