import { isUndecided } from '../../decide/bookmark.ts'
import type { Messages } from '../../deliver/messages.ts'
import { noSubscriptionsHere, unavailableText } from '../../messages/refusals.ts'
import { textMessage } from '../../messages/say.ts'
import { type WhyFinding, whyAnswer } from '../../messages/why.ts'
import type { CheckpointKey, StoredCheckpoint } from '../../model/bookmark.ts'
import type { Content } from '../../model/message.ts'
import type { Subscription } from '../../model/subscription.ts'
import type { DecisionRecord } from '../../model/verdict.ts'
import { describeFailure } from '../../statistics/failure.ts'
import type { RecomputeDecision, WhyQuestion } from './recompute.ts'
import { isSameAddress } from './same-address.ts'

/** Why a mention was posted here, or was not. Never rejects. */
export type ExplainDecision = (question: WhyQuestion) => Promise<Content>

type ExplainDecisionDeps = {
  /** The verdict log from a moment on (UTC, ms). */
  entries: (since: number) => AsyncIterable<DecisionRecord>
  /** The subscriptions whose cards go to a channel. */
  subscriptionsOf: (channel: string) => Promise<Subscription[]>
  recompute: RecomputeDecision
  checkpoint: (key: CheckpointKey) => Promise<StoredCheckpoint>
  messages: Pick<Messages, 'permalink'>
}

/** Reads the verdict log; for what it does not have, decides again and says so. */
export function createExplainDecision(deps: ExplainDecisionDeps): ExplainDecision {
  return async (question) => {
    try {
      const subscriptions = await deps.subscriptionsOf(question.channel)
      if (subscriptions.length === 0) return noSubscriptionsHere
      const entries = [...(await findLogEntries(deps, question, subscriptions)).values()]
      const explained = await Promise.all(entries.map((entry) => findingsOf(deps, entry)))
      const findings = explained.flat()
      const silent = subscriptions.filter(({ name }) => !findings.some((one) => one.subscription === name))
      const others = await Promise.all(silent.map((subscription) => deps.recompute(subscription, question)))
      return whyAnswer([...findings, ...others.flat()])
    } catch (error) {
      return textMessage(unavailableText(describeFailure(error).reason))
    }
  }
}

/** The last entry of each subscription about the mention. That it was settled tells more than that it waits, whichever came first. */
async function findLogEntries(
  { entries }: ExplainDecisionDeps,
  { mention, alert }: WhyQuestion,
  subscriptions: Subscription[],
): Promise<Map<string, DecisionRecord>> {
  const names = new Set(subscriptions.map(({ name }) => name))
  const found = new Map<string, DecisionRecord>()
  for await (const entry of entries(0)) {
    if (!names.has(entry.subscription)) continue
    if (entry.outcome === 'waiting' && (found.get(entry.subscription)?.outcome ?? 'waiting') !== 'waiting')
      continue
    if (alert !== undefined && entry.alert !== alert) continue
    if ('id' in mention ? entry.id === mention.id : isSameAddress(entry.url, mention.url))
      found.set(entry.subscription, entry)
  }
  return found
}

/** Nothing of what waits by the log and is settled by the bookmark: a crash took the entry that tells how, so it is worked out anew. */
async function findingsOf(
  { messages, checkpoint }: ExplainDecisionDeps,
  entry: DecisionRecord,
): Promise<WhyFinding[]> {
  if (entry.outcome === 'waiting') {
    const kept = await checkpoint(entry)
    if (kept.kind === 'kept' && !isUndecided(kept.checkpoint)(entry.id)) return []
  }
  const { subscription, at, outcome, reason, detail, channel, ts } = entry
  const link = channel && ts ? await messages.permalink({ channel, ts }) : undefined
  const parts = { ...(detail === undefined ? {} : { detail }), ...(link === undefined ? {} : { link }) }
  return [{ subscription, source: 'log', at, outcome, reason, ...parts }]
}
