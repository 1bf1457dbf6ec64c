import type { Ms, Time } from '@overheard/base/time'
import type { Alert } from '@overheard/mention-client/alert'
import { compareIds, type Id } from '@overheard/mention-client/id'
import type { Mention } from '@overheard/mention-client/mention'
import { problemTexts } from '../../messages/problems/problem-texts.ts'
import { isUndecided } from '../../model/checkpoint.ts'
import { type CollectionKind, type Collections, openCollection } from '../../model/collection.ts'
import type { DecisionRecord } from '../../model/decision.ts'
import type { Log } from '../../model/log.ts'
import type { ProblemBoard } from '../../model/problem.ts'
import type { CheckedRun, IdChecks, NewestPage } from '../ports.ts'
import { largestId } from '../progress/id-order.ts'
import {
  checkOf,
  type IdCheck,
  idCheckSchema,
  isBack,
  type LargestIds,
  lostAbove,
  type Suspect,
  suspectsIn,
} from '../progress/id-restart.ts'

export const idCheckKind: CollectionKind<IdCheck> = {
  name: 'id-checks',
  schema: idCheckSchema,
  isLarge: true,
}

type RequestOptions = { priority: 'poll'; signal: AbortSignal }

type Checked = { alert: Alert; runs: readonly CheckedRun[]; ask: RequestOptions }
type Missed = Pick<NonNullable<IdCheck['restarted']>, 'id' | 'lost'>

type IdCheckDeps = {
  store: Collections
  service: {
    newestByDate(alert: Id, ask: RequestOptions): Promise<{ mentions: Mention[] }>
    newest(alert: Id, count: number, ask: RequestOptions): Promise<NewestPage>
  }
  decisionsOf: (mention: Id, alert: Id) => Promise<DecisionRecord[]>
  problems: Pick<ProblemBoard, 'raise' | 'clear'>
  log: Pick<Log, 'warn'>
  now: () => Time
  /** Returns the number of alerts that are polled. */
  alerts: () => number
}

export const restartedIdsKey = (alert: Id, subscription: string) => `ids ${alert} ${subscription}`

/** All alerts together are checked at most once in this time, in ms: 40 requests a minute for 2,000 alerts, which takes 50 minutes. */
const spacingMs: Ms = 1500
const leastIntervalMs: Ms = 10 * 60_000

const largestPage = 300
/** At most this many mentions are looked up in the decision log. */
const mostLookups = 20
/** If the ids have passed the watermark, new mentions are posted again. The problem is shown for this time, in ms, because some were missed. */
const passedShownMs: Ms = 86_400_000

/**
 * Finds out if the service has started its ids again: now and then, one request without `since_id` asks for the newest mentions by date. A second
 * request follows only if one of them should have been read and was not.
 */
export function createIdChecks(deps: IdCheckDeps): IdChecks {
  const { service, now } = deps
  const stored = openCollection(deps.store, idCheckKind)
  const checkedAt = new Map<Id, Time>()

  function isDue(alert: Id): boolean {
    const last = checkedAt.get(alert)
    const sinceMs = last === undefined ? Number.POSITIVE_INFINITY : Math.abs(now() - last)
    return sinceMs >= leastIntervalMs && sinceMs >= deps.alerts() * spacingMs
  }

  return {
    isDue,
    async check(alert, runs, ask) {
      if (runs.length === 0) return
      const before = await stored.find(alert.id)
      const { mentions } = await service.newestByDate(alert.id, ask)
      const watermark = largestId(runs.map(({ checkpoint }) => checkpoint.watermark))
      const postedAt = Math.max(0, ...runs.map(({ checkpoint }) => Number(checkpoint.lastTs ?? 0) * 1000))
      const undecided = runs.map(({ checkpoint }) => isUndecided(checkpoint))
      const isRead = (id: Id) => undecided.some((isOpen) => !isOpen(id))
      const suspects = suspectsIn(before, mentions, { isRead, postedAt })
      checkedAt.set(alert.id, now())
      const isFine = before?.restarted === undefined && suspects.length === 0
      const judged = isFine ? {} : await judge(deps, { alert, runs, ask }, before, suspects, watermark)
      await stored.put(alert.id, { ...checkOf(mentions, now()), ...judged })
    },
  }
}

/** Leaves out what the decision log knows as the same mention. */
async function withoutDecided(deps: IdCheckDeps, alert: Id, suspects: Suspect[]): Promise<Suspect[]> {
  const left: Suspect[] = []
  for (const { mention, isReused } of suspects.slice(0, mostLookups)) {
    const records = await deps.decisionsOf(mention.id, alert)
    if (records.some(({ url }) => url === mention.url)) continue
    const isOther = records.length > 0 && records.every(({ at }) => mention.date > at)
    left.push({ mention, isReused: isReused || isOther })
  }
  return left
}

function raise(deps: IdCheckDeps, alert: Alert, run: CheckedRun, missed: Id, hasPassed: boolean): void {
  const { name, channel } = run.input.subscription
  deps.problems.raise(restartedIdsKey(alert.id, name), {
    subscription: name,
    channel,
    code: 'ids_restarted',
    misses: true,
    ...problemTexts.restartedIds(alert.name, missed, run.checkpoint.watermark, name, hasPassed),
    ...(hasPassed ? { until: deps.now() + passedShownMs } : {}),
  })
}

/** Raises the problems of the runs that miss mentions, and ends those of the others. Returns the names of the former. */
function conclude(
  deps: IdCheckDeps,
  alert: Alert,
  runs: readonly CheckedRun[],
  missed: Id,
  { mentions }: NewestPage,
): string[] {
  const largest = largestId(mentions.map(({ id }) => id))
  return runs.flatMap((run) => {
    const { name } = run.input.subscription
    if (compareIds(run.checkpoint.watermark, missed) < 0) {
      deps.problems.clear(restartedIdsKey(alert.id, name))
      return []
    }
    const hasPassed = compareIds(largest, run.checkpoint.watermark) > 0
    raise(deps, alert, run, missed, hasPassed)
    return hasPassed ? [] : [name]
  })
}

function endAll(deps: IdCheckDeps, { id }: Alert, runs: readonly CheckedRun[]): string[] {
  for (const { input } of runs) deps.problems.clear(restartedIdsKey(id, input.subscription.name))
  return []
}

async function findMissed(
  deps: IdCheckDeps,
  alert: Id,
  before: IdCheck | undefined,
  suspects: Suspect[],
  { largest, watermark }: { largest: LargestIds; watermark: Id },
): Promise<Missed | undefined> {
  const left = await withoutDecided(deps, alert, suspects)
  const reused = left.find(({ isReused }) => isReused)
  if (reused !== undefined) return { id: reused.mention.id, lost: [] }
  for (const { mention } of left) {
    const lost = lostAbove(mention.id, before, largest, watermark)
    if (lost !== undefined) return { id: mention.id, lost }
  }
  return undefined
}

/** Returns what is stored after a check that met suspects, or whose alert has a problem already. */
async function judge(
  deps: IdCheckDeps,
  { alert, runs, ask }: Checked,
  before: IdCheck | undefined,
  suspects: Suspect[],
  watermark: Id,
): Promise<Pick<IdCheck, 'restarted'>> {
  const page = await deps.service.newest(alert.id, largestPage, ask)
  const largest = { mentions: page.mentions, isAll: page.last }
  const known = before?.restarted
  const missed = known ?? (await findMissed(deps, alert.id, before, suspects, { largest, watermark }))
  if (missed === undefined) return {}
  const { id, lost } = missed
  if (known === undefined)
    deps.log.warn(
      { alert: alert.id, mention: id, watermark },
      'the mention service has started its ids again; new mentions are missed',
    )
  const present = isBack(lost, largest) ? endAll(deps, alert, runs) : conclude(deps, alert, runs, id, page)
  const others = (known?.subscriptions ?? []).filter(
    (name) => !runs.some(({ input }) => input.subscription.name === name),
  )
  const subscriptions = [...others, ...present]
  return subscriptions.length === 0 ? {} : { restarted: { id, lost, subscriptions } }
}
