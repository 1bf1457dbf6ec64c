import { confirmedUpTo } from '../decide/jumps.ts'
import { beforeAll, compareIds, type Id } from '../model/id.ts'
import { countPage } from './count-page.ts'
import { deliver } from './deliver.ts'
import { foldUp, gather } from './gather.ts'
import { readsFrom, rememberHold, takeUpHold } from './hold.ts'
import { joinFirsts } from './joining.ts'
import { save } from './keep.ts'
import { forgetNoted, noteLeft } from './note-waiting.ts'
import { tellPlanLimit } from './plan-limit.ts'
import type { Page, TurnDeps } from './ports.ts'
import { drawStorm, lookAtStorm } from './storm/storm.ts'
import { tellJumps } from './tell-jumps.ts'
import { postingTime, readingTime, type TurnTime } from './time.ts'
import { forgetRefused } from './unclear.ts'
import { type Failure, type Leave, leave, type Watch } from './watch.ts'

/** As many deliverable mentions are gathered before they are posted: one page of the service, one burst at most. */
const mostGathered = 300

/** The subscriptions that read together: how far they have read, until when they post (UTC, ms), and how those ended that left. */
type Reading = {
  watches: Watch[]
  left: Map<Watch, Leave | Failure>
  readTo: Id
  /** What was read beyond a jump of the ids that is not confirmed yet. */
  beyond: Id[]
  postUntil?: number
}

/**
 * Reads forward from the lowest bookmark of some subscriptions of one alert; each decides for itself and posts what it is to
 * deliver. One that must leave, or fails, does not hold back the others. Returns how each ended that did not read to the end.
 */
export async function readForward(
  deps: TurnDeps,
  alert: Id,
  watches: Watch[],
  time: TurnTime,
): Promise<Map<Watch, Leave | Failure>> {
  for (const watch of watches) {
    takeUpHold(watch)
    forgetNoted(watch)
  }
  const readTo = watches.map(readsFrom).sort(compareIds)[0] ?? beforeAll
  const reading: Reading = { watches, left: new Map(), readTo, beyond: [] }
  try {
    await readPages(deps, alert, reading, time)
  } catch (error) {
    await deliverAll(deps, reading, reading.readTo)
    endAll(reading, { kind: 'failed', error })
  }
  await deliverAll(deps, reading, 'end')
  return reading.left
}

/** Reads until nothing is left to read, the time for it is over, or everybody has left. Throws what the mention service throws. */
async function readPages(
  deps: TurnDeps,
  alert: Id,
  reading: Reading,
  { start, signal }: TurnTime,
): Promise<void> {
  let readUntil: number | undefined
  for await (const page of deps.service.forward(alert, reading.readTo, { priority: 'poll', signal })) {
    readUntil ??= deps.now() + readingTime
    await tellPlanLimit(deps, new Set(still(reading).map(({ channel }) => channel)), page.limits)
    countPage(reading.watches[0]?.weather, page, start)
    for (const watch of still(reading)) gather(deps, watch, page)
    readOn(reading, page)
    const outOfTime = page.last !== true && isOutOfTime(deps, readUntil)
    if (outOfTime || still(reading).some(({ waiting }) => waiting.length >= mostGathered))
      await deliverAll(deps, reading, reading.readTo)
    if (outOfTime) endAll(reading, { ...leave('the time of this turn is over', deps.now()), abreast: true })
    if (still(reading).length === 0) return
  }
}

/** Notes how far was read. Nobody goes on from an id that may be absurd: what comes after it would be missed. */
function readOn(reading: Reading, { mentions }: Page): void {
  const ids = [...reading.beyond, ...mentions.map(({ id }) => id)]
  reading.readTo = confirmedUpTo(reading.readTo, ids)
  reading.beyond = ids.filter((id) => compareIds(id, reading.readTo) > 0)
}

/** Those that read on. */
const still = ({ watches, left }: Reading) => watches.filter((watch) => !left.has(watch))

function endAll(reading: Reading, end: Leave | Failure): void {
  for (const watch of still(reading)) reading.left.set(watch, end)
}

async function deliverAll(deps: TurnDeps, reading: Reading, upTo: Id | 'end'): Promise<void> {
  const deadline = reading.postUntil ?? deps.now() + postingTime
  reading.postUntil = deadline
  await Promise.all(
    still(reading).map(async (watch) => {
      const end = await deliverGathered(deps, watch, deadline, upTo)
      if (end === undefined) return rememberHold(watch, reading.readTo)
      reading.left.set(watch, end)
      noteLeft(deps, watch, end)
    }),
  )
}

const isOutOfTime = ({ now, stopping }: TurnDeps, readUntil: number) => now() >= readUntil || stopping.aborted

/**
 * Delivers what is gathered; `upTo`: how far was read. Only then is the reading itself remembered as done so far. Returns why the
 * subscription must leave the turn, if it must. Never rejects.
 */
async function deliverGathered(
  deps: TurnDeps,
  watch: Watch,
  deadline: number,
  upTo: Id | 'end',
): Promise<Leave | Failure | undefined> {
  try {
    return await deliverAndFold(deps, watch, deadline, upTo)
  } catch (error) {
    // What was posted before the failure is settled; where even that fails, it is in doubt, and the failure is told already.
    await save(deps, watch).catch(() => undefined)
    return { kind: 'failed', error }
  }
}

async function deliverAndFold(
  deps: TurnDeps,
  watch: Watch,
  deadline: number,
  upTo: Id | 'end',
): Promise<Leave | undefined> {
  if (hasNothingToSay(watch)) {
    if (upTo === 'end') forgetRefused(deps, watch)
    foldUp(watch, upTo)
    tellJumps(deps, watch)
    await save(deps, watch)
    return undefined
  }
  const end = await deliverAndJoin(deps, watch, deadline)
  if (end === undefined) {
    if (upTo === 'end') forgetRefused(deps, watch)
    foldUp(watch, upTo)
    tellJumps(deps, watch)
    await lookAtStorm(deps, watch)
  }
  await save(deps, watch)
  await drawStorm(deps, watch)
  await save(deps, watch)
  return end
}

async function deliverAndJoin(deps: TurnDeps, watch: Watch, deadline: number): Promise<Leave | undefined> {
  const left = await deliver(deps, watch, deadline)
  if (left !== undefined && left.needsPost !== true) return left
  return (await joinFirsts(deps, watch, deadline)) ?? left
}

/** Nothing to post, and no storm that could go on or end. */
const hasNothingToSay = ({ waiting, joining, bookmark }: Watch) =>
  waiting.length + joining.length === 0 && bookmark.storm === undefined
