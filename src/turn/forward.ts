import { fold, isOpen, settle } from '../decide/bookmark.ts'
import { beforeAll, compareIds, greatestId, type Id, idBefore } from '../model/id.ts'
import type { Mention } from '../model/mention.ts'
import { deliver } from './deliver.ts'
import { readsFrom, rememberHold, takeUpHold } from './hold.ts'
import { joinFirsts, queue } from './joining.ts'
import { tellPlanLimit } from './plan-limit.ts'
import type { Page, TurnDeps } from './ports.ts'
import { drawStorm, lookAtStorm } from './storm.ts'
import { postingTime, readingTime, type TurnTime } from './time.ts'
import { type Failure, type Leave, leave, save, type Watch } from './watch.ts'
import { countPage } from './weather.ts'

/** As many deliverable mentions are gathered before they are posted: one page of the service, one burst at most. */
const mostGathered = 300

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
  const left = new Map<Watch, Leave | Failure>()
  let readUntil: number | undefined
  let postUntil: number | undefined
  const reading = () => watches.filter((watch) => !left.has(watch))
  const endAll = (end: Leave | Failure) => {
    for (const watch of reading()) left.set(watch, end)
  }
  const deliverAll = async (upTo: Id | 'end') => {
    postUntil ??= deps.now() + postingTime
    const deadline = postUntil
    await Promise.all(
      reading().map(async (watch) => {
        await deliverGathered(deps, watch, deadline, left, upTo)
        if (!left.has(watch)) rememberHold(watch, readTo)
      }),
    )
  }
  for (const watch of watches) takeUpHold(watch)
  let readTo: Id = watches.map(readsFrom).sort(compareIds)[0] ?? beforeAll
  try {
    for await (const page of deps.service.forward(alert, readTo, { priority: 'poll', signal: time.signal })) {
      readUntil ??= deps.now() + readingTime
      await tellPlanLimit(deps, new Set(reading().map(({ channel }) => channel)), page.limits)
      countPage(watches[0]?.weather, page, time.start)
      for (const watch of reading()) gather(deps, watch, page)
      readTo = greatestId(
        page.mentions.map(({ id }) => id),
        readTo,
      )
      const outOfTime = page.last !== true && isOutOfTime(deps, readUntil)
      if (outOfTime || reading().some(({ waiting }) => waiting.length >= mostGathered))
        await deliverAll(readTo)
      if (outOfTime) endAll({ ...leave('the time of this turn is over', deps.now()), abreast: true })
      if (reading().length === 0) return left
    }
  } catch (error) {
    await deliverAll(readTo)
    endAll({ kind: 'failed', error })
    return left
  }
  await deliverAll('end')
  return left
}

const isOutOfTime = ({ now, stopping }: TurnDeps, readUntil: number) => now() >= readUntil || stopping.aborted

/** Sorts a page's open mentions: what is skipped is settled at once (in memory), what is to be delivered waits for it. */
function gather(deps: TurnDeps, watch: Watch, { mentions }: Page): void {
  const now = deps.now()
  const open = isOpen(watch.bookmark)
  const queued = new Set([...watch.waiting, ...watch.joining].map(({ id }) => id))
  const skipped: Id[] = []
  for (const mention of mentions) {
    if (!open(mention.id) || queued.has(mention.id)) continue
    const { kind, reason, detail } = watch.decide(mention, now)
    if (kind === 'deliver') queue(deps, watch, mention)
    if (kind === 'hold') watch.heldFrom = lesser(watch.heldFrom, mention.id)
    if (kind !== 'skip') continue
    skipped.push(mention.id)
    watch.unrecorded.push(entry(watch, mention, now, reason, detail))
  }
  if (skipped.length === 0) return
  watch.bookmark = settle(watch.bookmark, skipped, now, watch.turnStart)
  watch.unsaved = true
}

function entry({ key }: Watch, { id, url }: Mention, at: number, reason: string, detail: string | undefined) {
  return {
    at,
    ...key,
    id,
    url,
    became: 'skipped' as const,
    reason,
    ...(detail === undefined ? {} : { detail }),
  }
}

/** Delivers what is gathered; `upTo`: how far was read. Only then is the reading itself remembered as done so far. */
async function deliverGathered(
  deps: TurnDeps,
  watch: Watch,
  deadline: number,
  left: Map<Watch, Leave | Failure>,
  upTo: Id | 'end',
): Promise<void> {
  try {
    const end = (await deliver(deps, watch, deadline)) ?? (await joinFirsts(deps, watch, deadline))
    if (end === undefined) foldUp(watch, upTo)
    else left.set(watch, end)
    if (end === undefined) await lookAtStorm(deps, watch)
    await save(deps, watch)
    await drawStorm(deps, watch)
    await save(deps, watch)
  } catch (error) {
    left.set(watch, { kind: 'failed', error })
  }
}

/** Only what stands below everything that is held back, and was read in full, moves below `through`. */
function foldUp(watch: Watch, upTo: Id | 'end'): void {
  const { memory, heldFrom } = watch
  const startedAt = memory.unfinished?.startedAt ?? watch.turnStart
  const held = heldFrom === undefined ? undefined : idBefore(heldFrom)
  const folded = fold(watch.bookmark, startedAt, lesser(held, upTo === 'end' ? undefined : upTo))
  watch.unsaved ||= folded !== watch.bookmark
  watch.bookmark = folded
  if (upTo === 'end') delete memory.unfinished
  else memory.unfinished = { readTo: upTo, startedAt }
}

function lesser(a: Id | undefined, b: Id): Id
function lesser(a: Id | undefined, b: Id | undefined): Id | undefined
function lesser(a: Id | undefined, b: Id | undefined): Id | undefined {
  if (a === undefined || b === undefined) return a ?? b
  return compareIds(a, b) < 0 ? a : b
}
