import { defined } from '@overheard/base/defined'
import type { Alert } from '@overheard/mention-client/alert'
import type { Mention } from '@overheard/mention-client/mention'
import { createOutboxMemory } from '@overheard/post-once'
import { readPartialSettings } from '../../src/config/settings.ts'
import type { OriginalCards, PollDeps, VolumeStore } from '../../src/engine/ports.ts'
import { decideFor } from '../../src/engine/rules/rules.ts'
import { pollAlert } from '../../src/engine/run/poll.ts'
import type { DueSubscription } from '../../src/engine/run/prepare-run.ts'
import { keepStates } from '../../src/engine/run/result.ts'
import { startedSubscriptions } from '../../src/engine/schedule/started-subscriptions.ts'
import { createPlanLimits } from '../../src/engine/spikes/stored-volume.ts'
import { createVolumeStore } from '../../src/engine/spikes/volume-store.ts'
import { newRunState } from '../../src/engine/subscription-run.ts'
import { createProblems } from '../../src/health/problems.ts'
import type { Store } from '../../src/store/store.ts'
import { alone } from './alone.ts'
import { sampleMention } from './sample-mention.ts'
import { subscriptionOf } from './story-world.ts'

/** Subscriptions of ten alerts, with a service and a channel that only count. */

export const soakAlerts = 10
const usualSize = { subscriptionsEach: 5, pollEvery: 10 * 60_000 }
const day = 86_400_000
/** Mentions of an alert per day. Every hundredth becomes visible late. */
const perDay = 48

type Clock = { at: number }

export type SoakWorld = Awaited<ReturnType<typeof soakWorld>>

/** `originalCards` stores the posted cards. Without it, none are stored. */
type SoakSize = Partial<typeof usualSize> & { originalCards?: OriginalCards }

export async function soakWorld(clock: Clock, store: Store, size: SoakSize = {}) {
  const { subscriptionsEach, pollEvery, originalCards } = { ...usualSize, ...size }
  const wanted = new Map<string, number>()
  let posted = 0
  let twice = 0
  let messages = 0
  /** Each message has its own. */
  const nextTs = () => {
    messages += 1
    return `${Math.floor(clock.at / 1000)}.${String(messages % 1_000_000).padStart(6, '0')}`
  }
  const deps: PollDeps = {
    ...quietDeps(clock, store),
    pollRhythm: () => ({ every: pollEvery }),
    cards: { ...alone.cards, ...defined({ originals: originalCards }) },
    volume: volumeOf(clock, store),
    checkpoints: store.leading.checkpoints(),
    service: serviceOf(clock),
    async post({ receipt }) {
      if (receipt === undefined || !('ids' in receipt))
        return { kind: 'delivered', ts: nextTs(), receiptKept: true }
      for (const id of receipt.ids) {
        const key = `${receipt.subscription} ${id}`
        if (!wanted.delete(key)) twice += 1
        posted += 1
      }
      return { kind: 'delivered', ts: nextTs(), receiptKept: true }
    },
  }
  const watched = Array.from({ length: soakAlerts }, (_, index) => ({
    alert: alertOf(index + 1),
    due: dueOf(index + 1, subscriptionsEach),
  }))
  return {
    clock,
    pollEvery,
    deps,
    watched,
    wanted,
    posted: () => posted,
    twice: () => twice,
    missing: () => wanted.size,
  }
}

/** Simulates the polls of one day. */
export async function dayOfPolls(world: SoakWorld): Promise<void> {
  const { clock, deps, watched, wanted, pollEvery } = world
  const end = clock.at + day
  while (clock.at < end) {
    clock.at += pollEvery
    for (const { alert, due } of watched) {
      const fresh = mentionsBetween(alert.id, clock.at - pollEvery, clock.at)
      for (const { subscription, state } of due) {
        if (state.verified) for (const { id } of fresh) wanted.set(`${subscription.name} ${id}`, clock.at)
      }
      keepStates(due, await pollAlert(deps, alert, due))
    }
  }
}

function alertOf(number: number): Alert {
  return {
    id: String(number),
    type: 'mentions',
    name: `Alert ${number}`,
    projectName: 'Acme',
  }
}

function dueOf(alert: number, subscriptionsEach: number): DueSubscription[] {
  return Array.from({ length: subscriptionsEach }, (_, index) => {
    const subscription = subscriptionOf({
      name: `alert-${alert}-${index}`,
      alert: String(alert),
      channel: `C${alert}${index}`,
    })
    return { subscription, decide: decideFor(subscription), state: newRunState }
  })
}

/** The nth mention of an alert has the id n and is visible from its time on, every hundredth eleven minutes later. */
const visibleAt = (number: number) => (number * day) / perDay + (number % 100 === 0 ? 11 * 60_000 : 0)

function mentionsBetween(alert: string, from: number, to: number): Mention[] {
  const first = Math.floor((from * perDay) / day) - 2
  const numbers = Array.from(
    { length: Math.ceil(((to - from) * perDay) / day) + 5 },
    (_, index) => first + index,
  )
  return numbers
    .filter((number) => visibleAt(number) > from && visibleAt(number) <= to)
    .map((number) => mentionOf(alert, number))
}

function mentionOf(alert: string, number: number): Mention {
  const id = String(number)
  return sampleMention({ id, url: `https://news.example/${alert}/${id}`, date: visibleAt(number) })
}

function serviceOf(clock: Clock): PollDeps['service'] {
  const above = (alert: string, since: number) => {
    const newest = Math.floor((clock.at * perDay) / day)
    const count = Math.min(300, Math.max(0, newest - since))
    const numbers = Array.from({ length: count }, (_, index) => newest - count + 1 + index)
    return numbers.filter((number) => visibleAt(number) <= clock.at).map((number) => mentionOf(alert, number))
  }
  return {
    time: () => clock.at,
    async *mentionsSince(alert, since) {
      yield { limits: [], mentions: above(alert, Number(since)) }
    },
    async newest(alert) {
      const mentions = above(alert, 0).reverse()
      return { limits: [], mentions, unusable: 0, last: false }
    },
  }
}

/** Volume counting with empty histories, and live cards that post no updates. */
function volumeOf(clock: Clock, store: Store): VolumeStore {
  const { configuration } = readPartialSettings({}, '', () => Buffer.from('plan: {monthlyMentions: 1000000}'))
  if (configuration === undefined) throw new Error('the plan alone is a configuration')
  return createVolumeStore({
    plan: configuration.plan,
    service: { series: async () => ({ limits: [], periods: [] }) },
    budget: { perMinute: 280, left: async () => ({ requests: 280, pausedForMs: 0, waiting: 0 }) },
    store,
    handlingSince: async () => [],
    messages: { permalink: async () => undefined },
    drawSpike: async () => ({ kind: 'updated' }),
    spikeHistory: async () => ({}),
    now: () => clock.at,
    steady: () => clock.at,
    behind: async () => [],
  })
}

function quietDeps(clock: Clock, store: Store): Omit<PollDeps, 'service' | 'post' | 'checkpoints'> {
  const now = () => clock.at
  const nothing = () => undefined
  return {
    ...alone,
    now,
    steady: now,
    slackTime: now,
    sleep: async () => undefined,
    stopping: new AbortController().signal,
    places: {
      ...alone.places,
      channels: {
        find: async (id) => ({ kind: 'found', id }),
        join: async () => undefined,
        probe: async () => 'usable',
        probeToken: async () => 'usable',
      },
    },
    readHistory: async () => ({ kind: 'seen', messages: [], bounded: false }),
    accepted: () => 0,
    channelRate: { take: async () => 0, pause: async () => undefined },
    record: store.decisions.record,
    records: {
      planLimits: createPlanLimits(store, now),
      addNotice: async () => 'notice',
      startedSubscriptions: startedSubscriptions(store, []),
    },
    outboxMemory: createOutboxMemory(),
    problems: createProblems(now, { raised: nothing, cleared: nothing }),
    doubtMs: 30_000,
    pollRhythm: () => ({ every: usualSize.pollEvery }),
    log: { info: nothing, warn: nothing, error: nothing },
  }
}
