import { canonicalAddress } from '@overheard/base/address'
import { defined } from '@overheard/base/defined'
import type { Time } from '@overheard/base/time'
import type { AlertDirectory } from '@overheard/mention-client/alert-directory'
import { compareIds, type Id, type WrittenAlert } from '@overheard/mention-client/id'
import type { Mention } from '@overheard/mention-client/mention'
import type { Decide } from '../engine/index.ts'
import { type PostedCard, ruledOn, shownMention } from '../model/card.ts'
import { type CheckpointKey, isUndecided, type StoredCheckpoint } from '../model/checkpoint.ts'
import type { MessageKey } from '../model/collection.ts'
import type { DecisionRecord, WhyFinding } from '../model/decision.ts'
import type { Subscription } from '../model/subscription.ts'

/** If `alert` is given, only the mention of this alert counts. `channel` is an id. */
export type WhyQuestion = { mention: { id: Id } | { url: string }; alert?: Id; channel: string }

export type ExplainDecision = (subscriptions: Subscription[], question: WhyQuestion) => Promise<WhyFinding[]>

export type ExplainDeps = {
  decisions: {
    entries(since: Time): AsyncIterable<DecisionRecord>
    of(mention: Id, alert?: Id): Promise<DecisionRecord[]>
  }
  now: () => Time
  checkpoint: (key: CheckpointKey) => Promise<StoredCheckpoint>
  alerts: Pick<AlertDirectory, 'find'>
  /** Returns the name of an alert, given its name or id. Sends no request. */
  alertName: (written: WrittenAlert) => string
  mention: (alert: Id, id: Id) => Promise<Mention | undefined>
  findCard: (message: MessageKey) => Promise<PostedCard | undefined>
  /** True if a subscription misses mentions, because the mention service has started the ids of its alert again. */
  areIdsRestarted?: (key: CheckpointKey) => boolean
  permalink: (place: { channel: string; ts: string }) => Promise<string | undefined>
  /** What features say about a mention. */
  explanations?: (alert: Id, mention: Id, subscription: string) => Promise<string[]>
}

/** Answers from the decision log. If the log has no entry of a subscription, the current rules decide again. */
export function createExplainDecision(deps: ExplainDeps & { recompute: RecomputeDecision }): ExplainDecision {
  return async (subscriptions, question) => {
    const entries = [...(await findLogEntries(deps, question, subscriptions)).values()]
    const writtenAlert = new Map(subscriptions.map(({ name, alert }) => [name, alert]))
    const found = entries.map((entry) =>
      findingsOf(deps, entry, writtenAlert.get(entry.subscription) ?? entry.alert),
    )
    const findings = (await Promise.all(found)).flat()
    const silent = subscriptions.filter(({ name }) => !findings.some((one) => one.subscription === name))
    const others = await Promise.all(silent.map((subscription) => deps.recompute(subscription, question)))
    return [...findings, ...others.flat()]
  }
}

async function* entriesAbout(
  { decisions, now }: ExplainDeps,
  { mention, alert }: WhyQuestion,
): AsyncGenerator<DecisionRecord> {
  if ('id' in mention) return yield* await decisions.of(mention.id, alert)
  for await (const entry of decisions.entries(now() - addressDaysMs))
    if ((alert ?? entry.alert) === entry.alert && isSameAddress(entry.url, mention.url)) yield entry
}

/**
 * The log is searched for an address only this far back, in ms, because the log has no index of addresses and a search of the whole log
 * takes seconds.
 */
const addressDaysMs = 14 * 86_400_000

/**
 * Returns each subscription's last entry about the mention. A final outcome beats `waiting`, even if `waiting` was
 * logged later.
 */
async function findLogEntries(
  deps: ExplainDeps,
  question: WhyQuestion,
  subscriptions: Subscription[],
): Promise<Map<string, DecisionRecord>> {
  const names = new Set(subscriptions.map(({ name }) => name))
  const found = new Map<string, DecisionRecord>()
  for await (const entry of entriesAbout(deps, question)) {
    if (!names.has(entry.subscription)) continue
    if (entry.outcome === 'waiting' && (found.get(entry.subscription)?.outcome ?? 'waiting') !== 'waiting')
      continue
    found.set(entry.subscription, entry)
  }
  return found
}

/**
 * Returns no finding if the entry says `waiting` but the mention is done in the checkpoint. A crash has then lost the
 * final entry, so the current rules decide again.
 */
async function findingsOf(
  deps: ExplainDeps,
  entry: DecisionRecord,
  writtenAlert: string,
): Promise<WhyFinding[]> {
  const { permalink, checkpoint, alertName } = deps
  if (entry.outcome === 'waiting') {
    const stored = await checkpoint(entry)
    if (stored.kind === 'kept' && !isUndecided(stored.checkpoint)(entry.id)) return []
  }
  const { subscription, at, outcome, reason, detail, channel, ts } = entry
  const card = channel && ts ? await deps.findCard({ channel, ts }).catch(() => undefined) : undefined
  const [link, shown, notes] = await Promise.all([
    channel && ts ? permalink({ channel, ts }) : undefined,
    mentionOfEntry(deps, entry, card).catch(() => undefined),
    deps.explanations?.(entry.alert, entry.id, subscription),
  ])
  const parts = {
    alert: alertName(writtenAlert),
    words: wordsIn(shown),
    ...defined({
      title: shown?.title,
      detail,
      link,
      notes,
      assignedByRule: card && assignedByRule(card, entry.id),
    }),
  }
  return [{ subscription, source: 'log', at, outcome, reason, ...parts }]
}

/** Takes the mention from the record of its message if there is one, because the mention service would need a request. */
async function mentionOfEntry(
  { mention }: ExplainDeps,
  { alert, id }: DecisionRecord,
  card: PostedCard | undefined,
): Promise<Mention | undefined> {
  return (card && shownMention(card, id)) ?? mention(alert, id)
}

/** Undefined if no rule decided about the mention, or if people have changed since who takes care of it. */
function assignedByRule(card: PostedCard, id: Id): WhyFinding['assignedByRule'] {
  const present = card.actions.find(({ mention }) => mention === id)
  if (present !== undefined) {
    const { state, by: name, assigned } = present
    return state === 'assigned' && assigned?.rule ? { name, reason: assigned.rule } : undefined
  }
  const reason = ruledOn(card, id)?.reason
  return reason && { reason }
}

const wordsIn = (mention: Mention | undefined) => [
  ...new Map(mention?.highlights.map(({ text }) => [text.toLowerCase(), text]) ?? []).values(),
]

type RecomputeDecision = (subscription: Subscription, question: WhyQuestion) => Promise<WhyFinding[]>

export type RecomputeDeps = Pick<
  ExplainDeps,
  'now' | 'alerts' | 'mention' | 'checkpoint' | 'areIdsRestarted'
> & {
  newest: (alert: Id) => Promise<Mention[]>
  decideFor: (subscription: Subscription) => Decide
}

export function createRecomputeDecision(deps: RecomputeDeps): RecomputeDecision {
  return async (subscription, { mention: asked, alert: wanted, channel }) => {
    const { name, alert: written } = subscription
    const found = await deps.alerts.find(written)
    const unknown = { subscription: name, source: 'unknown' as const, words: [] }
    if (found.kind !== 'found') return [{ ...unknown, alert: written, reason: 'no-alert' }]
    const { id: alert, name: alertName } = found.alert
    if (wanted !== undefined && wanted !== alert) return []
    const mention = await mentionOf(deps, alert, asked)
    if (mention === undefined) return [{ ...unknown, alert: alertName, reason: 'no-mention' }]
    const stored = await deps.checkpoint({ subscription: name, alert })
    const isRead = stored.kind === 'kept' && !isUndecided(stored.checkpoint)(mention.id)
    if (isRead && deps.areIdsRestarted?.({ subscription: name, alert }))
      return [{ ...unknown, alert: alertName, title: mention.title, reason: 'ids-restarted' }]
    const decision = deps.decideFor(subscription)(mention, deps.now(), channel)
    const about = { subscription: name, alert: alertName, words: wordsIn(mention), title: mention.title }
    return [findingOf(about, decision, positionOf(stored, mention.id))]
  }
}

/** Returns `before` if the mention is older than the initial sync, and `ahead` if it was not polled yet. */
function positionOf(stored: StoredCheckpoint, id: Id): 'before' | 'ahead' | undefined {
  if (stored.kind !== 'kept') return undefined
  if (isUndecided(stored.checkpoint)(id)) return 'ahead'
  return compareIds(id, stored.checkpoint.origin) <= 0 ? 'before' : undefined
}

function findingOf(
  about: Pick<WhyFinding, 'subscription' | 'alert' | 'words' | 'title'>,
  { kind, reason, detail }: ReturnType<Decide>,
  position: ReturnType<typeof positionOf>,
): WhyFinding {
  const explained = { ...about, reason, ...defined({ detail }) }
  if (position === 'ahead') return { ...explained, source: 'ahead', kind }
  if (position === 'before' && kind !== 'skip')
    return { ...about, source: 'computed', kind: 'before', reason: 'initial-sync' }
  return { ...explained, source: 'computed', kind }
}

async function mentionOf(
  deps: RecomputeDeps,
  alert: Id,
  asked: WhyQuestion['mention'],
): Promise<Mention | undefined> {
  if ('id' in asked) return deps.mention(alert, asked.id)
  const newest = await deps.newest(alert)
  return newest.find(({ url }) => isSameAddress(url, asked.url))
}

const maxSuggestions = 3
/** At most this many alerts of a channel are searched, because each search takes a request. */
const maxSearchedAlerts = 5

/**
 * Returns recent mentions whose title or address resembles the written text, closest first. Rejects if the mention
 * service fails.
 */
export type FindMentionsLike = (
  subscriptions: Subscription[],
  written: string,
) => Promise<{ title: string; url: string }[]>

export function createFindMentionsLike({
  alerts,
  newest,
}: Pick<RecomputeDeps, 'alerts' | 'newest'>): FindMentionsLike {
  return async (subscriptions, written) => {
    const wanted = new Set(searchWords(written))
    const names = [...new Set(subscriptions.map(({ alert }) => alert))].slice(0, maxSearchedAlerts)
    const pages = await Promise.all(
      names.map(async (name) => {
        const found = await alerts.find(name)
        return found.kind === 'found' ? newest(found.alert.id) : []
      }),
    )
    const scored = pages.flat().map(({ title, url }) => {
      const words = new Set(searchWords(`${title} ${url}`))
      return { title, url, score: [...wanted].filter((word) => words.has(word)).length }
    })
    const close = scored.filter(({ score }) => score > 0 && score * 2 >= wanted.size)
    const meant = new Map(close.toSorted((a, b) => b.score - a.score).map((one) => [one.url, one]))
    return [...meant.values()].slice(0, maxSuggestions)
  }
}

const searchWords = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 1 && !/^(?:https?|www|com|net|org|html)$/.test(word))

export function isSameAddress(a: string, b: string): boolean {
  const canonical = canonicalAddress(a)
  return canonical === undefined ? a === b : canonical === canonicalAddress(b)
}
