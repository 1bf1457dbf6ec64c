import { runningStorm, withoutStorm } from '../../decide/storm.ts'
import type { Posted } from '../../deliver/history.ts'
import { chooseLoudest } from '../../messages/burst/loudest.ts'
import { compareIds, greatestId, type Id, idBefore } from '../../model/id.ts'
import type { Mention } from '../../model/mention.ts'
import type { StormTale } from '../../model/storm.ts'
import { busiestHour, namedIn, retoldTale } from '../../weather/storm-tale.ts'
import type { Retold } from '../alert-weather.ts'
import { move } from '../keep.ts'
import type { TurnDeps } from '../ports.ts'
import type { Watch } from '../watch.ts'
import {
  beganBeforeCard,
  lastStormIn,
  momentOfTs,
  type OpenStorm,
  openStormIn,
  type Told,
} from './open-storm.ts'
import { findPlaces } from './places.ts'
import { cameAt } from './retold.ts'

/** So many pages of the service are read to tell a storm again; of what is beyond them, the card knows only how much it is. */
const mostPages = 10

/**
 * Goes on with the storm that the channel shows and the bookmark does not know, or not as far: a wiped disk, an old copy of the
 * folder. What the card tells is counted anew from the service's mentions. Rejects where the service cannot be asked.
 */
export async function takeUpStorm(deps: TurnDeps, watch: Watch, messages: Posted[]): Promise<void> {
  if (deps.weather === undefined) return
  const { bookmark, key } = watch
  const running = runningStorm(bookmark)
  const open = openStormIn(key, messages)
  if (open === undefined) return rest(watch, messages)
  const isSame = running?.thread === open.card
  if (isSame && open.inThread.length <= running.total - running.ids.length) return
  const found = await mentionsOf(deps, watch, [...open.before, ...open.inThread])
  const tale = taleOf(open, found)
  const ids = isSame ? running.ids : []
  const [first] = [open.card, ...open.inThread.map(({ ts }) => ts)].toSorted().toReversed()
  const loudAt = momentOfTs(first ?? open.card)
  const known = isSame ? running.state : { toldAt: momentOfTs(open.card), signs: [] }
  move(watch, {
    ...bookmark,
    channel: watch.channel,
    storm: {
      state: { kind: 'storm', toldAt: known.toldAt, loudAt, signs: known.signs, tale },
      thread: open.card,
      ...(open.isCalled ? { called: true } : {}),
      total: open.inThread.length + ids.length,
      ids,
    },
  })
  watch.retold = found
  await rememberPlaces(deps, watch, open, tale)
  deps.log.info({ ...key, ts: open.card, told: open.inThread.length }, 'a storm is taken up again')
}

/** A storm that is over by its card is over, and there is no other alarm for a while. */
function rest(watch: Watch, messages: Posted[]): void {
  const { bookmark, key } = watch
  const last = lastStormIn(key, messages)
  const running = runningStorm(bookmark)
  if (last === undefined || (bookmark.storm !== undefined && running?.thread !== last.card)) return
  const times = last.inThread.map(({ ts }) => momentOfTs(ts))
  const toldAt = momentOfTs(last.card)
  const before = { toldAt, endedAt: Math.max(toldAt, ...times), peak: busiestHour(times).count }
  move(watch, withoutStorm(bookmark, { kind: 'calm', before }))
}

/** What is told in a channel, as the service has it now, in the order of ids. */
async function mentionsOf(deps: TurnDeps, { alert }: Watch, told: Told[]): Promise<Retold[]> {
  const places = new Map(told.map(({ id, ts }) => [id, ts]))
  const ids = [...places.keys()].sort(compareIds)
  const [lowest] = ids
  if (lowest === undefined) return []
  const found: Retold[] = []
  let pages = 0
  const ask = { priority: 'poll', signal: deps.stopping } as const
  for await (const { mentions } of deps.service.forward(alert.id, idBefore(lowest), ask)) {
    for (const mention of mentions) {
      const ts = places.get(mention.id)
      if (ts !== undefined) found.push({ mention, at: cameAt(mention, momentOfTs(ts)) })
    }
    pages += 1
    if (pages >= mostPages || isBeyond(mentions, ids.at(-1) ?? lowest)) break
  }
  return found
}

const isBeyond = (mentions: Mention[], last: Id) =>
  compareIds(greatestId(mentions.map(({ id }) => id)), last) >= 0

function taleOf({ card, before, inThread }: OpenStorm, found: Retold[]): StormTale {
  const begun = momentOfTs(card)
  const startedAt = Math.max(begun - beganBeforeCard, Math.min(begun, ...found.map(({ at }) => at)))
  return retoldTale(startedAt, found, before.length + inThread.length, chooseLoudest)
}

/** The card names mentions with the addresses of their messages. */
async function rememberPlaces(
  deps: TurnDeps,
  watch: Watch,
  { before, inThread }: OpenStorm,
  tale: StormTale,
): Promise<void> {
  const named = new Map(namedIn(tale).map((mention) => [mention.id, mention]))
  const places = [...before, ...inThread].flatMap(({ id, ts }) => {
    const mention = named.get(id)
    return mention === undefined ? [] : [{ mention, ts, at: momentOfTs(ts) }]
  })
  watch.memory.recent = [...places, ...(watch.memory.recent ?? [])]
  await findPlaces(deps, watch, tale)
}
