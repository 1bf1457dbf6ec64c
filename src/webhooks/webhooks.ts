import { createHash } from 'node:crypto'
import type { SpikeSummary } from '../model/anomaly.ts'
import type { CardChange, PostedCard } from '../model/card.ts'
import type { CheckpointKey } from '../model/checkpoint.ts'
import type { Collections, MessageKey, OpenMessageRecords } from '../model/collection.ts'
import { errorMessage } from '../model/log.ts'
import type { OpenProblem } from '../model/problem.ts'
import type { Announcement, EventType, QueuedEvent } from '../model/webhook-event.ts'
import { createDelivery, type DeliveryDeps, keptMs, queuedEvents, webhookStates } from './delivery.ts'
import { createEndpoint, type EndpointDeps } from './endpoint.ts'
import {
  changeEvent,
  digestPosted,
  type PostedDigest,
  type PostedMentions,
  postedEvents,
  problemEvent,
  type StartedSpike,
  spikeEnded,
  spikeStarted,
} from './events.ts'

/** `secret` is `whsec_` with a key in base64, or the key itself. */
export type WebhookSettings = {
  url: string
  secret: string
  events: readonly EventType[]
  allowPrivate: boolean
}

type WebhooksDeps = Omit<DeliveryDeps, 'queues' | 'states'> &
  EndpointDeps & { store: Collections & { messages: OpenMessageRecords } }

type Every = (name: string, cron: string, timezone: string, run: () => Promise<void>) => void

/** At most this many events wait in memory while the store cannot be written. The oldest are dropped first. */
const maxUnstored = 10_000
const storeAgainMs = 5000

const schedule = '*/2 * * * * *'

/**
 * Queues events for webhooks and delivers them at least once, those of one mention in order. An event is in the queue of each webhook before
 * its cause is stored as done. So a crash repeats an event, with the same id, but loses none.
 */
export function createWebhooks(list: WebhookSettings[], deps: WebhooksDeps) {
  const { now, setTimer, store, log } = deps
  const queues = queuedEvents(store)
  const states = webhookStates(store)
  const webhooks = list.map((settings, index) => {
    const { host } = new URL(settings.url)
    const isRepeated = list.findIndex(({ url }) => new URL(url).host === host) < index
    return {
      events: new Set(settings.events),
      key: createHash('sha256').update(settings.url).digest('hex').slice(0, 16),
      name: isRepeated ? `${host} (${index + 1})` : host,
      endpoint: createEndpoint(settings, deps),
    }
  })
  /** Events that could not be stored. They are tried again, and are lost if the process ends before. */
  let unstored: Announcement[] = []
  let isRetrying = false
  let lastProblemAt = 0

  function entriesOf(announcements: Announcement[]): { key: MessageKey; value: QueuedEvent }[] {
    return announcements.flatMap((announcement) => {
      const ts = placeOf(announcement, now())
      const waiting = { queuedAt: now(), attempts: 0, retryAt: 0 }
      return webhooks.flatMap(({ key: channel, events }) =>
        events.has(announcement.event.type)
          ? [{ key: { channel, ts }, value: { ...announcement, ...waiting, channel, ts } }]
          : [],
      )
    })
  }

  /**
   * Never rejects, because a failure must not repeat the post that is announced. Does not wait for the disk; the checkpoint of the post, which
   * is written next, does.
   */
  async function add(...announcements: Announcement[]): Promise<void> {
    const all = [...unstored, ...announcements].slice(-maxUnstored)
    unstored = []
    try {
      await queues.addAll(entriesOf(all))
    } catch (error) {
      unstored = [...all, ...unstored]
      retryOnce()
      log.warn(
        { events: unstored.length, error: errorMessage(error) },
        'could not store events for the webhooks; retrying in 5 s',
      )
    }
  }

  function retryOnce(): void {
    if (isRetrying) return
    isRetrying = true
    setTimer(() => {
      isRetrying = false
      void add()
    }, storeAgainMs)
  }

  return {
    announce: {
      mentions: (posted: PostedMentions) => add(...postedEvents(posted)),
      spikeStarted: (spike: StartedSpike) => add(spikeStarted(spike)),
      spikeEnded({
        summary: { startedAt, total, negative, reach },
        ...card
      }: CheckpointKey & MessageKey & { endedAt: number; summary: SpikeSummary }) {
        return add(spikeEnded({ ...card, startedAt, total, negative, reach }))
      },
    },
    announceDigest: (posted: PostedDigest) => add(digestPosted(posted)),
    /** Rejects if the store fails. The card keeps the changes then. Waits for the disk, because the card forgets the changes afterwards. */
    async announceChanges(card: PostedCard, changes: CardChange[]): Promise<void> {
      await add()
      const announcements = changes.flatMap((change) => changeEvent(card, change) ?? [])
      for (const { key, value } of entriesOf(announcements))
        await queues.change(key, (current) => current ?? value)
    },
    announceProblem(type: 'problem.started' | 'problem.ended', problem: OpenProblem): void {
      lastProblemAt = Math.max(now(), lastProblemAt + 1)
      void add(problemEvent(type, problem, lastProblemAt))
    },
    /** Returns the number of waiting events of each webhook. Rejects if the store cannot be read. */
    waiting: () =>
      Promise.all(
        webhooks.map(async ({ key, name }) => ({ webhook: name, events: await queues.count(key) })),
      ),
    /** A webhook whose receiver wanted no more events is tried again after a restart. */
    async start(every: Every): Promise<void> {
      for (const webhook of webhooks) {
        await states.change(webhook.key, (state) => (state?.gone ? undefined : state))
        every(`webhook ${webhook.key}`, schedule, 'UTC', createDelivery(webhook, { ...deps, queues, states }))
      }
    },
    /** Removes records whose events were delivered or dropped long ago. */
    prune: () => queues.prune(now() - 3 * keptMs),
    close: () => Promise.all(webhooks.map(({ endpoint }) => endpoint.close())),
  }
}

/**
 * Returns the `ts` of an event in a queue. The same event has the same place, so it is stored once if it is announced again while it waits. The
 * event of an old cause gets a place that is not pruned soon.
 */
function placeOf({ id, at }: Announcement, now: number): string {
  const number = BigInt(`0x${createHash('sha256').update(id).digest('hex').slice(0, 12)}`)
  return `${(Math.max(at, now - keptMs) / 1000).toFixed(3)}${number.toString().padStart(15, '0')}`
}
