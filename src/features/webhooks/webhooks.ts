import { createHash } from 'node:crypto'
import { coalesced } from '@overheard/base/serial'
import type { Time } from '@overheard/base/time'
import type { Hooks } from '../../kernel/facts.ts'
import { mentionsOf } from '../../model/card.ts'
import type { MessageKey, MessageRecords, Records } from '../../model/collection.ts'
import { errorMessage } from '../../model/log.ts'
import type { OpenProblem } from '../../model/problem.ts'
import { createDelivery, type DeliveryDeps, keptMs, queuedEvents, webhookStates } from './delivery.ts'
import { createEndpoint, type EndpointDeps } from './endpoint.ts'
import {
  changeEvent,
  digestPosted,
  escalated,
  postedEvents,
  problemEvent,
  settingsChanged,
  spikeEnded,
  spikeStarted,
  typeOfChange,
} from './events.ts'
import { say, webhookTexts } from './messages.ts'
import type { Announcement, EventType, QueuedEvent } from './model.ts'

/** `secret` is `whsec_` with a key in base64, or the key itself; or two of these with a blank between them. */
export type WebhookSettings = {
  url: string
  secret: string
  events: readonly EventType[]
  allowPrivate: boolean
}

type WebhooksDeps = Omit<DeliveryDeps, 'queues' | 'states'> &
  EndpointDeps & {
    /** What the leader does is queued and delivered with `leading`. */
    store: Records & { leading: Records }
  }

/** The problem is shown while events of problems wait in the memory of this process. */
const unstoredProblemKey = 'webhook events'
const storeAgainMs = 5000
/** At most this many events of problems wait in memory while the store cannot be written. The oldest are dropped first. */
const maxUnstored = 1000
const refusedShownMs = 24 * 60 * 60_000

const schedule = '*/2 * * * * *'

/** A webhook of the configuration. `key` names its queue. */
type Webhook = {
  events: ReadonlySet<EventType>
  key: string
  name: string
  endpoint: ReturnType<typeof createEndpoint>
}

/** Queues what is announced; see `queueOf`. */
type Queue = (announcements: Announcement[]) => Promise<void>

/**
 * Queues events for webhooks and delivers them at least once, those of one mention in order. An event is in the queue of each webhook before
 * its cause is stored as done: if the store refuses the event, the cause stays undone and is announced again. So a failure repeats an event,
 * with the same id, but loses none. Only the events of problems have no stored cause. They wait in memory while the store cannot be written.
 * Nothing is built for events that no webhook wants.
 */
export function createWebhooks(list: WebhookSettings[], deps: WebhooksDeps) {
  const { store } = deps
  const queues = queuedEvents(store)
  const ledQueues = queuedEvents(store.leading)
  const states = webhookStates(store.leading)
  const webhooks = webhooksOf(list, deps)
  const wants = (type: EventType) => webhooks.some(({ events }) => events.has(type))
  const queueAnywhere = queueOf(webhooks, queues, deps)
  const ofProblems = createProblemEvents(queueAnywhere, wants, deps)
  return {
    /** Only those of events that a webhook wants. Each rejects if the store fails. */
    hooks: hooksFor(wants, queueOf(webhooks, ledQueues, deps), queueAnywhere),
    problems: {
      raised: (problem: OpenProblem) => ofProblems.queue('problem.started', problem),
      cleared: (problem: OpenProblem) => ofProblems.queue('problem.ended', problem),
      passed: (problem: OpenProblem) => ofProblems.queue('problem.ended', problem),
    },
    /** Returns the number of waiting events of each webhook. Rejects if the store cannot be read. */
    waiting: () =>
      Promise.all(
        webhooks.map(async ({ key, name }) => ({ webhook: name, events: await queues.count(key) })),
      ),
    /** Returns the number of events that wait in the memory of this process. */
    unstored: ofProblems.unstored,
    jobs: webhooks.map((webhook) => ({
      name: `webhook ${webhook.key}`,
      cron: schedule,
      run: createDelivery(webhook, { ...deps, queues: ledQueues, states }),
    })),
    /** Removes records whose events were delivered or dropped long ago. */
    prune: (time: Time) => queues.prune(time - 3 * keptMs),
    async close(): Promise<void> {
      await ofProblems.close()
      await Promise.all(webhooks.map(({ endpoint }) => endpoint.close()))
    },
  }
}

function webhooksOf(list: WebhookSettings[], deps: EndpointDeps): Webhook[] {
  return list.map((settings, index) => {
    const { host } = new URL(settings.url)
    const isRepeated = list.findIndex(({ url }) => new URL(url).host === host) < index
    return {
      events: new Set(settings.events),
      key: createHash('sha256').update(settings.url).digest('hex').slice(0, 16),
      name: isRepeated ? `${host} (${index + 1})` : host,
      endpoint: createEndpoint(settings, deps),
    }
  })
}

/**
 * Returns a function that rejects if the store fails. The caller must then repeat the call before it stores the cause as done. An event that can
 * never be stored is reported and dropped, because it must not stop the others.
 */
function queueOf(
  webhooks: Webhook[],
  { addAll }: Pick<MessageRecords<QueuedEvent>, 'addAll'>,
  { now, problems, observe, log }: Pick<WebhooksDeps, 'now' | 'problems' | 'observe' | 'log'>,
): Queue {
  const entriesOf = (announcements: Announcement[]): { key: MessageKey; value: QueuedEvent }[] =>
    announcements.flatMap((announcement) => {
      const ts = placeOf(announcement, now())
      const waiting = { queuedAt: now(), attempts: 0, retryAt: 0 }
      return webhooks.flatMap(({ key: channel, events }) =>
        events.has(announcement.event.type)
          ? [{ key: { channel, ts }, value: { ...announcement, ...waiting, channel, ts } }]
          : [],
      )
    })
  return async (announcements) => {
    const entries = entriesOf(announcements)
    for (const { key, reason } of await addAll(entries)) {
      const entry = entries.find((one) => one.key.channel === key.channel && one.key.ts === key.ts)
      const webhook = webhooks.find((one) => one.key === key.channel)?.name ?? key.channel
      observe({ webhook, outcome: 'dropped' })
      log.warn(
        { webhook, id: entry?.value.id, type: entry?.value.event.type, reason },
        'dropped an event of a webhook',
      )
      problems.raise(`webhook ${key.channel} refused`, {
        stops: say.stoppedWebhook({ webhook }),
        code: 'webhook_refused',
        ...webhookTexts.refused(webhook, reason),
        until: now() + refusedShownMs,
      })
    }
  }
}

/** The hooks of events that a webhook wants. `queue` is that of the leader. */
function hooksFor(wants: (type: EventType) => boolean, queue: Queue, queueAnywhere: Queue): Partial<Hooks> {
  const hears: Hooks = {
    posted: ({ card: { subscription, alert, channel, ts, shows } }) =>
      queue(postedEvents({ subscription, alert, channel, ts, mentions: mentionsOf(shows) })),
    spikeStarted: (spike) => queue([spikeStarted(spike)]),
    spikeEnded: ({ summary: { startedAt, total, negative, reach }, ...card }) =>
      queue([spikeEnded({ ...card, startedAt, total, negative, reach })]),
    digestPosted: (digest) => queue([digestPosted(digest)]),
    escalated: (calls) => queue(escalated(calls)),
    /** Any process hears it. */
    changed: (change) => queueAnywhere([settingsChanged(change)]),
    async handled({ card, changes }) {
      const wanted = changes.filter(({ to }) => wants(typeOfChange[to]))
      await queueAnywhere(wanted.flatMap((change) => changeEvent(card, change) ?? []))
    },
  }
  const { posted, handled } = hears
  return {
    ...(wants('mention.posted') && { posted }),
    ...(wants('spike.started') && { spikeStarted: hears.spikeStarted }),
    ...(wants('spike.ended') && { spikeEnded: hears.spikeEnded }),
    ...(wants('settings.changed') && { changed: hears.changed }),
    ...(wants('digest.posted') && { digestPosted: hears.digestPosted }),
    ...((wants('mention.escalated') || wants('watch.unanswered')) && { escalated: hears.escalated }),
    // Cards keep their changes for whoever hears of them.
    ...(Object.values(typeOfChange).some(wants) && { handled }),
  }
}

/** Events of problems, which have no stored cause: they wait in memory while the store cannot be written. */
function createProblemEvents(
  queue: Queue,
  wants: (type: EventType) => boolean,
  { now, setTimer, problems, log }: Pick<WebhooksDeps, 'now' | 'setTimer' | 'problems' | 'log'>,
) {
  let unstored: Announcement[] = []
  let failingSince: Time | undefined
  let isRetrying = false
  let lastProblemAt = 0

  /** Stores the events that wait in memory, and tries again later if the store fails. Never rejects. */
  const storeWaiting = coalesced(async () => {
    const waiting = unstored
    if (waiting.length === 0) return
    try {
      await queue(waiting)
      unstored = unstored.filter((event) => !waiting.includes(event))
      failingSince = undefined
      problems.clear(unstoredProblemKey)
    } catch (error) {
      reportFailure(error)
      tryAgainOnce()
    }
  })

  function reportFailure(error: unknown): void {
    failingSince ??= now()
    const events = unstored.length
    log.warn(
      { events, error: errorMessage(error) },
      'could not store events of problems for the webhooks; retrying in 5 s',
    )
    // The store may be away only for a moment.
    if (Math.abs(now() - failingSince) >= storeAgainMs)
      problems.raise(unstoredProblemKey, {
        ofThisProcess: true,
        stops: say.stoppedWebhooks(),
        code: 'webhook_unstored',
        ...webhookTexts.unstored(events),
      })
  }

  function tryAgainOnce(): void {
    if (isRetrying) return
    isRetrying = true
    setTimer(() => {
      isRetrying = false
      void storeWaiting()
    }, storeAgainMs)
  }

  return {
    /** Never rejects. */
    queue(type: 'problem.started' | 'problem.ended', problem: OpenProblem): void {
      if (!wants(type)) return
      lastProblemAt = Math.max(now(), lastProblemAt + 1)
      unstored = [...unstored, problemEvent(type, problem, lastProblemAt)]
      reportLost(log, unstored.slice(0, -maxUnstored))
      unstored = unstored.slice(-maxUnstored)
      void storeWaiting()
    },
    unstored: () => unstored.length,
    /** Stores what waits in memory, or reports its loss. */
    async close(): Promise<void> {
      await storeWaiting()
      reportLost(log, unstored)
    },
  }
}

function reportLost(log: WebhooksDeps['log'], events: Announcement[]): void {
  for (const { id, event } of events)
    log.warn({ id, type: event.type }, 'lost an event for webhooks, because the store could not be written')
}

/**
 * Returns the `ts` of an event in a queue. The same event has the same place, so it is stored once if it is announced again while it waits. The
 * event of an old cause gets a place that is not pruned soon.
 */
function placeOf({ id, at }: Announcement, now: Time): string {
  const number = BigInt(`0x${createHash('sha256').update(id).digest('hex').slice(0, 12)}`)
  return `${(Math.max(at, now - keptMs) / 1000).toFixed(3)}${number.toString().padStart(15, '0')}`
}
