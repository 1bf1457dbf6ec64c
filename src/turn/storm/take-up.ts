import { runningSpike, withoutSpike } from '../../decide/storm.ts'
import type { PostedMessage } from '../../deliver/history.ts'
import { chooseTopMentions } from '../../messages/burst/loudest.ts'
import { compareIds, greatestId, type Id, idBefore } from '../../model/id.ts'
import type { Mention } from '../../model/mention.ts'
import type { SpikeSummary } from '../../model/storm.ts'
import { busiestHour, mentionsShown, rebuiltSummary } from '../../weather/storm-tale.ts'
import type { RebuiltMention } from '../alert-weather.ts'
import { setCheckpoint } from '../keep.ts'
import type { PollDeps } from '../ports.ts'
import type { SubscriptionRun } from '../watch.ts'
import {
  beganBeforeCard,
  findLastSpike,
  findOpenSpike,
  type OpenSpike,
  type PostedMention,
  tsToMs,
} from './open-storm.ts'
import { findPermalinks } from './places.ts'
import { arrivedAt } from './retold.ts'

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
