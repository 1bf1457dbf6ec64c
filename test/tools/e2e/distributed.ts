import { setTimeout as wait } from 'node:timers/promises'
import { createRandom } from '../../../sandbox/mention-service/generator/random.ts'
import { alertId, channel, createWorld, type World } from './bot-world.ts'

/**
 * Kills the bot and loses answers while Slack treats the app as commercially distributed (15 messages of history a page, one page a minute)
 * and people talk in the channels.
 */

export type DistributedToll = {
  kills: number
  made: number
  /** Answers to posts that were lost, and posts that failed without a trace. */
  faults: number
  historyCalls: number
  lost: string[]
  twice: string[]
  /** The longest time from the moment when a mention was visible until it was posted, and from a start until each channel got a post, in s. */
  longestWait: number
  longestRecovery: number
}

export type DistributedOptions = {
  kills: number
  seed: number
  /** Seconds between two history calls. Slack's are 60. People post five messages in that time to each channel. */
  minute: number
  /** True if the app subscribes to `message_metadata_posted`. */
  events: boolean
  progress?: (line: string) => void
}

const other = { alert: '1002', channel: 'C0000SUPPRT' }
/** Two subscriptions share a channel, and all share the history calls. Ids of different alerts differ in their first digit. */
const feeds = [
  { name: 'acme', alert: alertId, channel, first: 10_000 },
  { name: 'rival', alert: '1003', channel, first: 30_000 },
  { name: 'support', ...other, first: 20_000 },
]
const messagesPerMinute = 5
/** A wait that takes longer fails. */
const longestMinutes = 60

export async function distributedTorture(options: DistributedOptions): Promise<DistributedToll> {
  const { kills, seed, minute, events, progress = () => undefined } = options
  const world = await createWorld({
    configuration: {
      doubtSeconds: 1,
      subscriptions: feeds.map(({ first: _first, ...feed }) => ({
        ...feed,
        schedule: '* * * * * *',
        spike: 'off',
      })),
    },
    slack: {
      distributed: true,
      distributedSeconds: minute,
      ...(events
        ? { subscribedEvents: ['message_metadata_posted'], metadataSubscriptions: ['overheard_mentions'] }
        : {}),
    },
  })
  const stress = startStress(world, seed, minute)
  const random = createRandom(seed)
  let longestRecovery = 0
  try {
    for (let kill = 0; kill <= kills; kill++) {
      const startedAt = Date.now()
      world.start()
      await recovered(world, stress, minute)
      longestRecovery = Math.max(longestRecovery, Date.now() - startedAt)
      progress(`${kill} kills, ${stress.made.size} made, recovered in ${seconds(Date.now() - startedAt)} s`)
      await wait(random.next() * minute * 1000)
      if (kill < kills) await world.end('SIGKILL')
    }
    stress.stop()
    world.slack.control.clearFaults()
    await world.until(
      'everything is posted',
      () => idsOf(world).size >= stress.made.size,
      longestMinutes * minute * 1000,
    )
    return tollOf(world, stress, { kills, longestRecovery })
  } finally {
    stress.stop()
    await world.close()
  }
}

type Stress = ReturnType<typeof startStress>

/** Mentions, people who talk, and posts whose answer is lost or which fail. */
function startStress(world: World, seed: number, minute: number) {
  const random = createRandom(seed + 1)
  const made = new Map<string, number>()
  let faults = 0
  for (const { alert, first } of feeds) {
    if (alert !== alertId)
      world.mentionStore.addAlert({
        alert_id: alert,
        alert_type: 'mentions',
        alert_name: `Alert ${alert}`,
        project_id: '1',
        project_name: 'Acme',
      })
    world.add(first, {}, undefined, alert)
  }
  const acts = [
    { do: 'status', status: 503, after: true },
    { do: 'reset', after: true },
    { do: 'status', status: 500 },
  ] as const
  const talk = setInterval(
    () => {
      for (const where of [channel, other.channel])
        world.slack.people.post('ana', { channel: where, text: 'chat' })
    },
    (minute * 1000) / messagesPerMinute,
  )
  const make = setInterval(() => {
    // What is there before the initial sync is not posted.
    if (feeds.some(({ name }) => !isWatched(world, name))) return
    for (const feed of feeds) {
      if (!random.chance(0.3)) continue
      const id = String(feed.first + made.size + 1)
      made.set(id, Date.now())
      world.add(id, {}, undefined, feed.alert)
    }
    if (!random.chance(1 / minute)) return
    faults += 1
    // A fault that met no post must not wait for the next one: many would let every post fail.
    world.slack.control.clearFaults()
    const act = acts[Math.floor(random.next() * acts.length)] ?? acts[0]
    world.slack.control.fault({ method: 'chat.postMessage', act, times: 1 })
  }, 1000)
  return {
    made,
    faults: () => faults,
    stop() {
      clearInterval(talk)
      clearInterval(make)
    },
  }
}

/** True after the initial sync of a subscription. */
function isWatched(world: World, name: string): boolean {
  return [channel, other.channel]
    .flatMap((where) => world.posted(where))
    .some(({ payload }) => payload.subscription === name)
}

/** Waits until each subscription has posted a mention that was made after now. */
async function recovered(world: World, { made }: Stress, minute: number): Promise<void> {
  const since = Date.now()
  for (const { name, first } of feeds) {
    const isFresh = (id: string) =>
      Math.floor(Number(id) / 10_000) === first / 10_000 && (made.get(id) ?? 0) >= since
    await world.until(
      `a post of ${name}`,
      () => [...idsOf(world).keys()].some(isFresh),
      longestMinutes * minute * 1000,
    )
  }
}

/** The posted mentions and when each was posted (UTC, ms). */
function idsOf(world: World): Map<string, number> {
  const posts = [channel, other.channel].flatMap((where) => world.posted(where))
  return new Map(posts.flatMap(({ ts, ids }) => ids.map((id) => [id, Number(ts) * 1000] as const)))
}

function tollOf(
  world: World,
  { made, faults }: Stress,
  { kills, longestRecovery }: { kills: number; longestRecovery: number },
): DistributedToll {
  const all = [channel, other.channel].flatMap((where) => world.ids(where))
  const posted = idsOf(world)
  const waits = [...made].map(([id, at]) => (posted.get(id) ?? at) - at)
  const { control } = world.slack
  return {
    kills,
    made: made.size,
    faults: faults(),
    historyCalls:
      control.calls('conversations.history').length + control.calls('conversations.replies').length,
    lost: [...made.keys()].filter((id) => !posted.has(id)),
    twice: all.filter((id, index) => all.indexOf(id) < index),
    longestWait: seconds(Math.max(0, ...waits)),
    longestRecovery: seconds(longestRecovery),
  }
}

const seconds = (ms: number) => Math.round(ms / 100) / 10
