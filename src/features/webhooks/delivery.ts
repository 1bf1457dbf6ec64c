import { z } from 'zod'
import { backoffMs } from '../../async/backoff.ts'
import type { Ms, Time } from '../../async/time.ts'
import {
  type Collection,
  type CollectionKind,
  type Collections,
  type MessageRecords,
  type OpenMessageRecords,
  openCollection,
} from '../../model/collection.ts'
import { errorMessage, type Log } from '../../model/log.ts'
import type { ProblemBoard } from '../../model/problem.ts'
import { timeSchema } from '../../model/time.ts'
import { type Endpoint, maxConcurrent, type Sent } from './endpoint.ts'
import { stopped, webhookTexts } from './messages.ts'
import { type QueuedEvent, queuedEventSchema } from './model.ts'

export const queuedEvents = ({ messages }: { messages: OpenMessageRecords }) =>
  messages('webhook-events', queuedEventSchema)

/** `failures` counts the failed attempts in a row, of any event. Nothing is sent before `retryAt`. */
const webhookStateSchema = z.object({
  failures: z.number(),
  retryAt: timeSchema,
  gone: z.literal(true).exactOptional(),
})
type WebhookState = z.infer<typeof webhookStateSchema>
const healthy: WebhookState = { failures: 0, retryAt: 0 }

export const webhookKind: CollectionKind<WebhookState> = { name: 'webhooks', schema: webhookStateSchema }

export const webhookStates = (store: Collections) => openCollection(store, webhookKind)

export type DeliveryDeps = {
  now: () => Time
  stopping: AbortSignal
  leads: () => boolean
  queues: MessageRecords<QueuedEvent>
  states: Collection<WebhookState>
  problems: Pick<ProblemBoard, 'raise' | 'clear'>
  observe: (delivery: { webhook: string; outcome: Sent['kind'] | 'dropped' }) => void
  log: Pick<Log, 'warn'>
  /** At most this many events wait for one webhook. With more, the oldest are dropped, because the store in a folder keeps them in memory. */
  maxWaiting?: number
}

export const keptMs = 24 * 60 * 60_000

/** After a failure nothing is sent for this time, so a receiver that is down gets one request every five minutes. */
const pauseBounds = { firstMs: 2000, maxMs: 5 * 60_000 }

/** An event that failed waits longer than its webhook pauses. So another event is next, because the failed event may be the cause. */
const retryBounds = { firstMs: 5000, maxMs: 15 * 60_000 }

/** The problem is shown after this many failures in a row (6 s), because a receiver may restart. */
const failuresOfProblem = 3

/** The queue cannot be read or written for this many runs in a row (30 s). A shorter outage of the store is a problem of its own. */
const failedRunsOfProblem = 15

const droppedShownMs = 24 * 60 * 60_000
const maxBatch = 200
/** A run takes about this long (ms). The next run continues. */
const runMs = 20_000

/**
 * Returns a function that delivers what is due to one webhook. No two calls for one webhook may overlap; so only the leader makes them. Events of
 * one order are sent one after the other; others at the same time.
 */
export function createDelivery(
  { key, name, endpoint }: { key: string; name: string; endpoint: Endpoint },
  deps: DeliveryDeps,
): () => Promise<void> {
  const { now, stopping, leads, queues, states, observe, log, maxWaiting = 50_000 } = deps
  const failing = `webhook ${key}`
  const stops = stopped.webhook(name)
  let state = healthy
  let isFirst = true

  async function setState(next: WebhookState): Promise<void> {
    state = next
    await states.put(key, next)
  }

  /** A time further ahead than the longest wait was set before the clock was set back. */
  const isAhead = (time: Time, { maxMs }: { maxMs: Ms }) => time > now() && time <= now() + maxMs
  const isPaused = () => isAhead(state.retryAt, pauseBounds)
  const isDue = ({ retryAt }: QueuedEvent) => !isAhead(retryAt, retryBounds)
  const remove = (event: QueuedEvent) => queues.change(event, () => undefined)

  /**
   * Reads the oldest events until enough are due. Returns the first `excess` events and those that waited too long, and the due ones by their
   * order.
   */
  async function read(excess: number): Promise<{ old: QueuedEvent[]; groups: QueuedEvent[][] }> {
    const groups = new Map<string, QueuedEvent[]>()
    const old: QueuedEvent[] = []
    let due = 0
    for await (const event of queues.since(0, key)) {
      const group = groups.get(event.order) ?? []
      if (state.gone || old.length < excess || now() - event.queuedAt > keptMs) old.push(event)
      else groups.set(event.order, [...group, event])
      if (isDue(group[0] ?? event)) due += 1
      if (due >= maxBatch || old.length >= maxBatch) break
    }
    const sorted = [...groups.values()].map((group) => group.sort((a, b) => a.at - b.at))
    return { old, groups: sorted.filter(([first]) => first !== undefined && isDue(first)) }
  }

  async function drop(events: QueuedEvent[]): Promise<void> {
    const reason = state.gone
      ? 'its receiver wants no more events'
      : 'it was not delivered within 24 hours, or too many events wait'
    for (const event of events) {
      const { id, event: body } = event
      await remove(event)
      observe({ webhook: name, outcome: 'dropped' })
      log.warn({ webhook: name, id, type: body.type, reason }, 'dropped an event of a webhook')
    }
    if (events.length > 0 && !state.gone)
      deps.problems.raise(`${failing} dropped`, {
        stops,
        code: 'webhook_dropped',
        ...webhookTexts.dropped(name),
        until: now() + droppedShownMs,
      })
  }

  async function deliverInOrder(group: QueuedEvent[], isOver: () => boolean): Promise<void> {
    for (const event of group) {
      if (isOver()) return
      const sent = await endpoint.send(event)
      observe({ webhook: name, outcome: sent.kind })
      if (sent.kind === 'gone') return setState({ ...state, gone: true })
      if (sent.kind === 'failed') return postpone(event, sent.reason)
      await remove(event)
      if (state.failures > 0) await setState(healthy)
      deps.problems.clear(failing)
    }
  }

  async function postpone(event: QueuedEvent, reason: string): Promise<void> {
    const attempts = event.attempts + 1
    const retryAt = now() + backoffMs(attempts, retryBounds)
    await queues.change(event, (current) => current && { ...current, attempts, retryAt })
    // Requests that were sent at the same time count as one failure.
    if (isPaused()) return
    const failures = state.failures + 1
    await setState({ failures, retryAt: now() + backoffMs(failures, pauseBounds) })
    log.warn(
      { webhook: name, id: event.id, attempts, reason },
      'could not deliver an event to a webhook; retrying',
    )
    if (failures >= failuresOfProblem)
      deps.problems.raise(failing, { stops, code: 'webhook_failing', ...webhookTexts.failing(name, reason) })
  }

  /** Returns false if nothing is due. */
  async function deliverBatch(isOver: () => boolean): Promise<boolean> {
    const waiting = await queues.count(key)
    if (waiting === 0 || (isPaused() && waiting <= maxWaiting)) return false
    const { old, groups } = await read(waiting - maxWaiting)
    await drop(old)
    if (groups.length === 0 || isPaused()) return false
    const work = async () => {
      for (let group = groups.shift(); group !== undefined && !isOver(); group = groups.shift())
        await deliverInOrder(group, isOver)
    }
    // After a failure one request at a time shows if the receiver is back.
    const workers = state.failures > 0 ? 1 : maxConcurrent
    await Promise.all(Array.from({ length: workers }, work))
    return true
  }

  async function deliverAll(): Promise<void> {
    // A receiver that wanted no more events is tried again by a new process.
    if (isFirst) await states.change(key, (known) => (known?.gone ? undefined : known))
    isFirst = false
    state = (await states.entries()).find((entry) => entry.key === key)?.value ?? healthy
    const end = now() + runMs
    const isOver = () => stopping.aborted || !leads() || now() >= end || isPaused() || state.gone === true
    while ((await deliverBatch(isOver)) && !isOver());
    // In each run, because the process that raised the problem first may have died.
    if (state.gone) deps.problems.raise(failing, { stops, code: 'webhook_gone', ...webhookTexts.gone(name) })
  }

  let failedRuns = 0
  return async () => {
    try {
      await deliverAll()
      failedRuns = 0
      deps.problems.clear(`${failing} queue`)
    } catch (error) {
      failedRuns += 1
      if (failedRuns >= failedRunsOfProblem)
        deps.problems.raise(`${failing} queue`, {
          stops,
          code: 'webhook_queue_unusable',
          ...webhookTexts.queueUnusable(name, errorMessage(error)),
        })
      throw error
    }
  }
}
