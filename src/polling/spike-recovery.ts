import { busiestHour, mentionsShown, rebuiltSummary } from '../anomalies/spike-state.ts'
import { chooseTopMentions } from '../messages/burst.ts'
import type { SpikeSummary } from '../model/anomaly.ts'
import { type CheckpointKey, runningSpike, withoutSpike } from '../model/checkpoint.ts'
import { compareIds, greatestId, type Id, idBefore } from '../model/id.ts'
import type { Mention } from '../model/mention.ts'
import type { PostedMessage } from '../slack/history.ts'
import type { PollDeps } from './poll-deps.ts'
import { isReceiptOf, receiptMarkOf } from './posting.ts'
import { setCheckpoint } from './save-checkpoint.ts'
import { findPermalinks } from './spike-card.ts'
import type { SubscriptionRun } from './subscription-run.ts'
import type { RebuiltMention } from './volume.ts'

/** So many pages of the service are read to tell a storm again; of what is beyond them, the card knows only how much it is. */
const mostPages = 10

/**
 * Goes on with the storm that the channel shows and the bookmark does not know, or not as far: a wiped disk, an old copy of the
 * folder. What the card tells is counted anew from the service's mentions. Rejects where the service cannot be asked.
 */
export async function recoverSpike(
  deps: PollDeps,
  run: SubscriptionRun,
  messages: PostedMessage[],
): Promise<void> {
  if (deps.volume === undefined) return
  const { checkpoint, key } = run
  const running = runningSpike(checkpoint)
  const open = findOpenSpike(key, messages)
  if (open === undefined) return recoverEndedSpike(run, messages)
  const isSame = running?.thread === open.card
  if (isSame && open.inThread.length <= running.total - running.ids.length) return
  const found = await mentionsOf(deps, run, [...open.before, ...open.inThread])
  const summary = summaryOf(open, found)
  const ids = isSame ? running.ids : []
  const [first] = [open.card, ...open.inThread.map(({ ts }) => ts)].toSorted().toReversed()
  const aboveBaselineAt = tsToMs(first ?? open.card)
  const known = isSame ? running.state : { announcedAt: tsToMs(open.card), signs: [] }
  setCheckpoint(run, {
    ...checkpoint,
    channel: run.channel,
    spike: {
      state: { kind: 'storm', announcedAt: known.announcedAt, aboveBaselineAt, signs: known.signs, summary },
      thread: open.card,
      ...(open.isCalled ? { notified: true } : {}),
      total: open.inThread.length + ids.length,
      ids,
    },
  })
  run.rebuilt = found
  await rememberPermalinks(deps, run, open, summary)
  deps.log.info({ ...key, ts: open.card, told: open.inThread.length }, 'a storm is taken up again')
}

/** A storm that is over by its card is over, and there is no other alarm for a while. */
function recoverEndedSpike(run: SubscriptionRun, messages: PostedMessage[]): void {
  const { checkpoint, key } = run
  const last = findLastSpike(key, messages)
  const running = runningSpike(checkpoint)
  if (last === undefined || (checkpoint.spike !== undefined && running?.thread !== last.card)) return
  const times = last.inThread.map(({ ts }) => tsToMs(ts))
  const announcedAt = tsToMs(last.card)
  const before = { announcedAt, endedAt: Math.max(announcedAt, ...times), peak: busiestHour(times).count }
  setCheckpoint(run, withoutSpike(checkpoint, { kind: 'calm', before }))
}

/** What is told in a channel, as the service has it now, in the order of ids. */
async function mentionsOf(
  deps: PollDeps,
  { alert }: SubscriptionRun,
  told: PostedMention[],
): Promise<RebuiltMention[]> {
  const places = new Map(told.map(({ id, ts }) => [id, ts]))
  const ids = [...places.keys()].sort(compareIds)
  const [lowest] = ids
  if (lowest === undefined) return []
  const found: RebuiltMention[] = []
  let pages = 0
  const ask = { priority: 'poll', signal: deps.stopping } as const
  for await (const { mentions } of deps.service.mentionsSince(alert.id, idBefore(lowest), ask)) {
    for (const mention of mentions) {
      const ts = places.get(mention.id)
      if (ts !== undefined) found.push({ mention, at: arrivedAt(mention, tsToMs(ts)) })
    }
    pages += 1
    if (pages >= mostPages || isBeyond(mentions, ids.at(-1) ?? lowest)) break
  }
  return found
}

const isBeyond = (mentions: Mention[], last: Id) =>
  compareIds(greatestId(mentions.map(({ id }) => id)), last) >= 0

function summaryOf({ card, before, inThread }: OpenSpike, found: RebuiltMention[]): SpikeSummary {
  const begun = tsToMs(card)
  const startedAt = Math.max(begun - beganBeforeCard, Math.min(begun, ...found.map(({ at }) => at)))
  return rebuiltSummary(startedAt, found, before.length + inThread.length, chooseTopMentions)
}

/** The card names mentions with the addresses of their messages. */
async function rememberPermalinks(
  deps: PollDeps,
  run: SubscriptionRun,
  { before, inThread }: OpenSpike,
  summary: SpikeSummary,
): Promise<void> {
  const named = new Map(mentionsShown(summary).map((mention) => [mention.id, mention]))
  const places = [...before, ...inThread].flatMap(({ id, ts }) => {
    const mention = named.get(id)
    return mention === undefined ? [] : [{ mention, ts, at: tsToMs(ts) }]
  })
  run.state.recent = [...places, ...(run.state.recent ?? [])]
  await findPermalinks(deps, run, summary)
}

/** A mention, and the `ts` of the message that it stands in. */
type PostedMention = { id: Id; ts: string }

/**
 * A storm that lasts, as its channel tells it: the `ts` of its live card, what stands in its thread, and what was posted within the hour
 * before it, which the card tells, too.
 */
type OpenSpike = {
  card: string
  isCalled: boolean
  inThread: PostedMention[]
  before: PostedMention[]
}

/** A storm has begun up to so long before its card was posted, in ms. */
const beganBeforeCard = 60 * 60_000

/** Slack's `ts` as UTC, ms since the epoch. */
const tsToMs = (ts: string) => Number(ts) * 1000

/** The marks of a storm's messages: a card says by it whether it is still live. */
const spikeMark = (key: CheckpointKey, spike: 'card' | 'call' | 'over') =>
  receiptMarkOf(key, { ids: [], spike })

/**
 * The storm that lasts by what a channel and its threads show. While it does, all goes into the thread of its card: where something of
 * the subscription stands in the channel after it, it is over.
 */
function findOpenSpike(key: CheckpointKey, messages: PostedMessage[]): OpenSpike | undefined {
  const ours = messages.filter((message) => isReceiptOf(key, message))
  const card = newestMessage(ours.filter(({ thread }) => thread === undefined))
  if (card?.mark !== spikeMark(key, 'card')) return undefined
  const since = tsToMs(card.ts) - beganBeforeCard
  const called = spikeMark(key, 'call')
  return {
    card: card.ts,
    isCalled: messages.some(({ mark, ts }) => mark === called && ts > card.ts),
    inThread: postedMentions(ours.filter(({ thread }) => thread === card.ts)),
    before: postedMentions(ours.filter(({ ts }) => ts < card.ts && tsToMs(ts) > since)),
  }
}

/** The last storm that is over, as its card and its thread tell it. */
function findLastSpike(
  key: CheckpointKey,
  messages: PostedMessage[],
): { card: string; inThread: PostedMention[] } | undefined {
  const over = spikeMark(key, 'over')
  const ours = messages.filter((message) => isReceiptOf(key, message))
  const card = newestMessage(ours.filter(({ mark }) => mark === over))
  return card && { card: card.ts, inThread: postedMentions(ours.filter(({ thread }) => thread === card.ts)) }
}

/** Whether a message is the card of a storm, live or over: it covers nothing by itself. */
export function isSpikeCard(key: CheckpointKey, { mark }: PostedMessage): boolean {
  return mark === spikeMark(key, 'card') || mark === spikeMark(key, 'over')
}

const newestMessage = (messages: PostedMessage[]): PostedMessage | undefined =>
  messages.toSorted((a, b) => (a.ts > b.ts ? -1 : 1))[0]

/** What messages tell, each mention once. A parent stands in the look at its channel and in that at its thread. */
function postedMentions(messages: PostedMessage[]): PostedMention[] {
  const all = messages.flatMap(
    ({ receipt, ts }) => receipt?.ids.map((id): [Id, PostedMention] => [id, { id, ts }]) ?? [],
  )
  return [...new Map(all).values()]
}

/** Published so much before it was there, in ms, it is no news: it came when it was there. */
const lateAfter = 60 * 60_000

/** When a mention came (UTC, ms), which was there at `postedAt`: when it was published, unless that makes no sense. In an outage it is posted later. */
export function arrivedAt({ date }: Mention, postedAt: number): number {
  return date > 0 && date > postedAt - lateAfter ? Math.min(date, postedAt) : postedAt
}

/** What the subscriptions of an alert tell again, in the order in which it came; two of them may tell the same. */
export function rebuiltBy(runs: SubscriptionRun[]): RebuiltMention[] {
  const all = runs.flatMap(({ rebuilt = [] }) => rebuilt)
  return [...new Map(all.map((one) => [one.mention.id, one])).values()].sort((a, b) => a.at - b.at)
}
