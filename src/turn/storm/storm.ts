import { isOpen } from '../../decide/bookmark.ts'
import { type RunningStorm, runningStorm, stormClosed, withoutStorm, withStorm } from '../../decide/storm.ts'
import { chooseLoudest } from '../../messages/burst/loudest.ts'
import { withReceiptMark } from '../../messages/receipt-mark.ts'
import type { Claims } from '../../messages/storm/storm.ts'
import { stormSummary } from '../../messages/storm/summary.ts'
import type { BookmarkKey, EndedStorm } from '../../model/bookmark.ts'
import type { CardRecord } from '../../model/card-record.ts'
import type { Mention } from '../../model/mention.ts'
import type { Content } from '../../model/message.ts'
import { calm, nextStorm, type StormStep } from '../../weather/storm-state.ts'
import { recentMs } from '../conclude.ts'
import { keep, move } from '../keep.ts'
import type { TurnDeps } from '../ports.ts'
import { markOf } from '../receipt.ts'
import { mayUseThreads } from '../threads.ts'
import type { Watch } from '../watch.ts'
import { liveCard, verdictOf } from './messages.ts'
import { findPlaces } from './places.ts'

/** The live card is drawn anew at most so often, in ms. */
export const drawnEvery = 20_000

/**
 * Looks whether a storm begins, goes on or ends, with what is waiting. What changes is durable before anything is posted, so each
 * mention is told once. A storm begins only with something to tell, and ends only when nothing waits any more.
 */
export async function lookAtStorm(deps: TurnDeps, watch: Watch): Promise<void> {
  const running = runningStorm(watch.bookmark)
  const isCounted = watch.weather?.kept !== undefined && !watch.weather.isLimited
  const mayStart = isCounted && watch.waiting.length > 0 && mayUseThreads(watch)
  if (running === undefined && !mayStart) return
  const found = newlyFound(watch, running)
  const verdict = verdictOf(watch)
  const step = nextStorm(watch.bookmark.storm?.state ?? calm, {
    now: watch.turnStart,
    verdict,
    found,
    recent: running === undefined ? recentOf(watch) : [],
    choose: chooseLoudest,
  })
  await follow(deps, watch, step, { running, found, loud: verdict.loud })
}

type Seen = { running: RunningStorm | undefined; found: Mention[]; loud: boolean }

async function follow(
  deps: TurnDeps,
  watch: Watch,
  step: StormStep,
  { running, found, loud }: Seen,
): Promise<void> {
  if (step.change === 'calm') return
  const ids = found.map(({ id }) => id)
  if (step.change !== 'ended') {
    const next = withStorm(watch.bookmark, step.state, ids)
    if (step.change === 'started' || ids.length > 0) await keep(deps, watch, next)
    else if (loud) move(watch, next)
    if (step.change === 'started') deps.log.info({ ...watch.key, signs: step.state.signs }, 'a storm begins')
    return
  }
  if (running === undefined) return
  if (watch.waiting.length > 0) {
    await keep(deps, watch, withStorm(watch.bookmark, { ...running.state, tale: step.tale }, ids))
    return
  }
  const { thread } = running
  const over = thread === undefined ? undefined : { thread, tale: step.tale, endedAt: step.endedAt }
  await keep(deps, watch, withoutStorm(watch.bookmark, step.state, over))
  deps.log.info({ ...watch.key, total: step.tale.total }, 'a storm is over')
}

function newlyFound({ bookmark, waiting }: Watch, running: RunningStorm | undefined): Mention[] {
  const told = new Set(running?.ids)
  const open = isOpen(bookmark)
  return waiting.filter(({ id }) => open(id) && !told.has(id))
}

function recentOf({ memory, turnStart }: Watch): Mention[] {
  return (memory.recent ?? []).filter(({ at }) => at > turnStart - recentMs).map(({ mention }) => mention)
}

/** Draws the live card as it stands now, or for good where the storm is over. A drawing that fails is made at a later turn. */
export async function drawStorm(deps: TurnDeps, watch: Watch): Promise<void> {
  const { storm } = watch.bookmark
  if (deps.weather === undefined || storm === undefined) return
  if (storm.over !== undefined) await drawEnd(deps, watch, storm.over)
  const running = runningStorm(watch.bookmark)
  const now = deps.now()
  const isDue = now - (watch.memory.drawn?.at ?? 0) >= drawnEvery
  if (running?.thread === undefined || !isDue) return
  const { lastTs: upTo } = watch.bookmark
  watch.memory.drawn = { at: now, ...(upTo === undefined ? {} : { upTo }) }
  const claims = claimsOf(await touched(deps, watch.key, watch.channel, running.state.tale.startedAt))
  await findPlaces(deps, watch, running.state.tale)
  const { channel } = watch
  await draw(deps, watch, { channel, ts: running.thread, storm: 'card' }, liveCard(watch, running, claims))
}

async function drawEnd(deps: TurnDeps, watch: Watch, over: EndedStorm): Promise<void> {
  const { thread, tale, endedAt, channel = watch.channel } = over
  const records = await touched(deps, watch.key, channel, tale.startedAt)
  const cared = records.filter(({ state }) => state !== 'not-relevant').length
  // Somebody may have taken an older mention meanwhile: no more were handled than there were.
  const handled = Math.min(cared, tale.total)
  const alertName = watch.alert.name
  await findPlaces(deps, watch, tale)
  const permalinks = watch.memory.permalinks ?? new Map()
  const content = stormSummary({ alertName, tale, endedAt, handled, permalinks })
  if ((await draw(deps, watch, { channel, ts: thread, storm: 'over' }, content)) === 'failed') return
  move(watch, stormClosed(watch.bookmark))
}

/** The mark says whether the storm is over: where the store is wiped, it is read from there. */
async function draw(
  deps: TurnDeps,
  watch: Watch,
  { channel, ts, storm }: { channel: string; ts: string; storm: 'card' | 'over' },
  content: Content,
) {
  const mark = markOf(watch.key, { ids: [], storm })
  const drawn = await deps.weather?.draw({ channel, ts }, withReceiptMark(content, mark))
  if (drawn?.kind === 'failed')
    deps.log.warn({ ...watch.key, reason: drawn.reason }, 'the card of a storm cannot be changed')
  return drawn?.kind
}

/** Our clock and Slack's may differ by this much, in ms: what was posted so much before a storm counts as posted in it. */
const skew = 10 * 60_000

/** What people made of the mentions of this subscription that were posted since a moment (UTC, ms). */
async function touched(
  deps: TurnDeps,
  key: BookmarkKey,
  channel: string,
  since: number,
): Promise<CardRecord[]> {
  const records = (await deps.weather?.cards(channel, since - skew)) ?? []
  return records.filter(
    ({ subscription, alert, firstAt }) =>
      subscription === key.subscription && alert === key.alert && firstAt >= since,
  )
}

function claimsOf(records: CardRecord[]): Claims {
  const counts = new Map<string, number>()
  for (const { state, by } of records) if (state === 'claimed') counts.set(by, (counts.get(by) ?? 0) + 1)
  return [...counts].map(([by, count]) => ({ by, count }))
}
