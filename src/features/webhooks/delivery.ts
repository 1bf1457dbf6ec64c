import { backoffMs } from '@overheard/base/backoff'
import type { Ms, Time } from '@overheard/base/time'
import { timeSchema } from '@overheard/base/time-schema'
import { z } from 'zod'
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
import { type Endpoint, type Failure, failureReason, maxConcurrent, type Sent } from './endpoint.ts'
import { say, webhookTexts } from './messages.ts'
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

/** A time further ahead than the longest wait was set before the clock was set back. */
const isAhead = (time: Time, { maxMs }: { maxMs: Ms }, now: Time) => time > now && time <= now + maxMs
const isPaused = ({ retryAt }: WebhookState, now: Time) => isAhead(retryAt, pauseBounds, now)
const isDue = ({ retryAt }: QueuedEvent, now: Time) => !isAhead(retryAt, retryBounds, now)

type Receiver = { key: string; name: string; endpoint: Endpoint }

const failing = ({ key }: Receiver) => `webhook ${key}`

/**
 * Returns a function that delivers what is due to one webhook. No two calls for one webhook may overlap; so only the leader makes them. Events of
 * one order are sent one after the other; others at the same time.
 */
export function createDelivery(receiver: Receiver, deps: DeliveryDeps): () => Promise<void> {
  const { key, name, endpoint } = receiver
  const { now, stopping, leads, queues, states, observe, problems, maxWaiting = 50_000 } = deps
  let state = healthy
  let isFirst = true

  async function setState(next: WebhookState): Promise<void> {
    state = next
    await states.put(key, next)
  }

  async function deliverInOrder(group: QueuedEvent[], isOver: () => boolean): Promise<void> {
    for (const event of group) {
      if (isOver()) return
      const sent = await endpoint.send(event)
      observe({ webhook: name, outcome: sent.kind })
      if (sent.kind === 'gone') return setState({ ...state, gone: true })
      if (sent.kind === 'failed') return postpone(event, sent)
      await remove(deps, event)
      if (state.failures > 0) await setState(healthy)
      problems.clear(failing(receiver))
    }
  }

  async function postpone(event: QueuedEvent, failure: Failure): Promise<void> {
    const attempts = event.attempts + 1
    const retryAt = now() + backoffMs(attempts, retryBounds)
    await queues.change(event, (current) => current && { ...current, attempts, retryAt })
    // Requests that were sent at the same time count as one failure.
    if (isPaused(state, now())) return
    const failures = state.failures + 1
    await setState({ failures, retryAt: now() + backoffMs(failures, pauseBounds) })
    deps.log.warn(
      { webhook: name, id: event.id, attempts, reason: failureReason(failure) },
      'could not deliver an event to a webhook; retrying',
    )
    if (failures >= failuresOfProblem)
      problems.raise(failing(receiver), {
        ...{ stops: say.stoppedWebhook({ webhook: name }), code: 'webhook_failing' },
        ...webhookTexts.failing(name, failure),
      })
  }

  /** Returns false if nothing is due. */
  async function deliverBatch(isOver: () => boolean): Promise<boolean> {
    const waiting = await queues.count(key)
    if (waiting === 0 || (isPaused(state, now()) && waiting <= maxWaiting)) return false
    const { old, groups } = await read(deps, key, state, waiting - maxWaiting)
    await drop(deps, receiver, state, old)
    if (groups.length === 0 || isPaused(state, now())) return false
    const work = async () => {
      for (let group = groups.shift(); group !== undefined && !isOver(); group = groups.shift())
        await deliverInOrder(group, isOver)
    }
    // After a failure one request at a time shows if the receiver is back.
    const workers = state.failures > 0 ? 1 : maxConcurrent
    await Promise.all(Array.from({ length: workers }, work))
    return true
  }

  return reportingQueue(deps, receiver, async () => {
    // A receiver that wanted no more events is tried again by a new process.
    if (isFirst) await states.change(key, (known) => (known?.gone ? undefined : known))
    isFirst = false
    state = (await states.entries()).find((entry) => entry.key === key)?.value ?? healthy
    const end = now() + runMs
    const isOver = () =>
      stopping.aborted || !leads() || now() >= end || isPaused(state, now()) || state.gone === true
    while ((await deliverBatch(isOver)) && !isOver());
    // In each run, because the process that raised the problem first may have died.
    if (state.gone)
      problems.raise(failing(receiver), {
        ...{ stops: say.stoppedWebhook({ webhook: name }), code: 'webhook_gone' },
        ...webhookTexts.gone(name),
      })
  })
}

const remove = ({ queues }: Pick<DeliveryDeps, 'queues'>, event: QueuedEvent) =>
  queues.change(event, () => undefined)

/**
 * Reads the oldest events until enough are due. Returns the first `excess` events and those that waited too long, and the due ones by their
 * order.
 */
async function read(
  { queues, now }: Pick<DeliveryDeps, 'queues' | 'now'>,
  key: string,
  { gone }: WebhookState,
  excess: number,
): Promise<{ old: QueuedEvent[]; groups: QueuedEvent[][] }> {
  const groups = new Map<string, QueuedEvent[]>()
  const old: QueuedEvent[] = []
  let due = 0
  for await (const event of queues.since(0, key)) {
    const group = groups.get(event.order) ?? []
    if (gone || old.length < excess || now() - event.queuedAt > keptMs) old.push(event)
    else groups.set(event.order, [...group, event])
    if (isDue(group[0] ?? event, now())) due += 1
    if (due >= maxBatch || old.length >= maxBatch) break
  }
  const sorted = [...groups.values()].map((group) => group.sort((a, b) => a.at - b.at))
  return { old, groups: sorted.filter(([first]) => first !== undefined && isDue(first, now())) }
}

async function drop(
  deps: DeliveryDeps,
  receiver: Receiver,
  { gone }: WebhookState,
  events: QueuedEvent[],
): Promise<void> {
  const { name } = receiver
  for (const event of events) {
    const { id, event: body } = event
    await remove(deps, event)
    deps.observe({ webhook: name, outcome: 'dropped' })
    deps.log.warn(
      {
        ...{ webhook: name, id, type: body.type },
        reason: gone
          ? 'its receiver wants no more events'
          : 'it was not delivered within 24 hours, or too many events wait',
      },
      'dropped an event of a webhook',
    )
  }
  if (events.length > 0 && !gone)
    deps.problems.raise(`${failing(receiver)} dropped`, {
      ...{ stops: say.stoppedWebhook({ webhook: name }), code: 'webhook_dropped' },
      ...webhookTexts.dropped(name),
      until: deps.now() + droppedShownMs,
    })
}

/** Reports a queue that cannot be read or written in many runs in a row. */
function reportingQueue(
  { problems }: Pick<DeliveryDeps, 'problems'>,
  receiver: Receiver,
  run: () => Promise<void>,
): () => Promise<void> {
  let failedRuns = 0
  const key = `${failing(receiver)} queue`
  return async () => {
    try {
      await run()
      failedRuns = 0
      problems.clear(key)
    } catch (error) {
      failedRuns += 1
      if (failedRuns >= failedRunsOfProblem)
        problems.raise(key, {
          ...{ stops: say.stoppedWebhook({ webhook: receiver.name }), code: 'webhook_queue_unusable' },
          ...webhookTexts.queueUnusable(receiver.name, errorMessage(error)),
        })
      throw error
    }
  }
}
