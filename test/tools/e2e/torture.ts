import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { compareIds } from '@overheard/mention-client/id'
import { createRandom } from '../../../sandbox/mention-service/generator/random.ts'
import type { Line } from '../../proof/record.ts'
import { type RefusedTrace, refusedTraces } from '../../proof/refused-traces.ts'
import { programOf } from '../program.ts'
import { channel, createWorld, type World } from './bot-world.ts'
import { createMovingClock } from './moving-clock.ts'

/** Kills the real bot at random moments under a stream with bursts, and counts lost and repeated mentions. */

export type Toll = {
  kills: number
  made: number
  lost: string[]
  twice: string[]
  outOfOrder: string[]
  secrets: string[]
}

/** `refused` are the traces of the processes that are no runs of the models in `test/proof`, and `effects` counts their lines. */
export type TracedToll = Toll & { effects: number; refused: RefusedTrace[] }

export type TortureOptions = {
  kills: number
  seed: number
  /** Mentions per second, without the bursts. */
  perSecond: number
  /** The longest delay until a mention of the stream becomes visible, in ms. */
  latestMs?: number
  progress?: (line: string) => void
  environment?: Record<string, string>
  /** The clock of the bot is set at random moments, by seconds to a month, and Slack's answers get lost. */
  clockJumps?: true
}

/** An alert with the same mentions as the first, for an automatic subscription. */
const planned = { name: 'planned', alert: '1002', channel: 'C0000SUPPRT' }
const channels = [channel, planned.channel]

/** One subscription is polled by a cron expression, and one automatically. The stream goes to both. */
export async function createTwoAlerts(
  {
    environment = {},
    seed,
    perSecond,
    latestMs = 20_000,
  }: Pick<TortureOptions, 'environment' | 'seed' | 'perSecond' | 'latestMs'>,
  { doubtSeconds, burstsPerMinute }: { doubtSeconds: number; burstsPerMinute: number },
) {
  const configuration = {
    doubtSeconds,
    polling: { fastest: '1s', share: 1 },
    subscriptions: [
      { name: 'acme', alert: 'Acme brand', channel, schedule: '* * * * * *', burstWithin: '2s' },
      { ...planned, burstWithin: '2s' },
    ],
  }
  const world = await createWorld({
    configuration,
    environment,
    runs: programOf('test/tools/e2e/observed-bot.ts'),
  })
  const effects = join(world.folder, 'effects')
  world.environment.EFFECTS = effects
  world.mentionStore.addAlert({
    alert_id: planned.alert,
    alert_type: 'mentions',
    alert_name: 'Acme press',
    project_id: '1',
    project_name: 'Acme',
  })
  const add: World['add'] = (id, fields, visibleFrom) => {
    world.add(id, fields, visibleFrom)
    world.add(id, fields, visibleFrom, planned.alert)
  }
  const random = createRandom(seed)
  const stream = startStream({ ...world, add }, random, { perSecond, burstsPerMinute, late: 0.05, latestMs })
  return {
    world,
    random,
    stream,
    effectsFile: effects,
    /** The effects of all processes so far, in their order. */
    effects: (): Line[] => (existsSync(effects) ? linesOf(readFileSync(effects, 'utf8')) : []),
    /** Returns the channel id of a subscription. */
    channelOf: (name: string) => (name === planned.name ? planned.channel : channel),
    untilSynced: () =>
      world.until('the initial syncs', () => channels.every((where) => world.watches(where))),
    untilPosted(timeout?: number) {
      const isPosted = (where: string) => new Set(world.ids(where)).size >= stream.made.length
      return world
        .until('everything is posted', () => channels.every(isPosted), timeout)
        .catch(() => undefined)
    },
    toll(kills: number): Toll {
      const [first, ...others] = channels.map((where) => count(world, stream, kills, where))
      return others.reduce<Toll>(added, first ?? count(world, stream, kills))
    },
  }
}

const doubtSeconds = 1

/** Each process of the bot lives at most three seconds, and some seconds longer if its clock jumps. */
export async function torture(options: TortureOptions): Promise<TracedToll> {
  const clock = options.clockJumps && createMovingClock()
  const environment = { ...options.environment, ...clock?.environment }
  const alerts = await createTwoAlerts({ ...options, environment }, { doubtSeconds, burstsPerMinute: 4 })
  const { world, random, stream } = alerts
  const jumping = clock && startJumps(world, clock, random)
  try {
    world.start()
    await alerts.untilSynced()
    await world.end('SIGKILL')
    for (let kill = 1; kill <= options.kills; kill++) {
      await live(world, random)
      if (jumping !== undefined) await wait(random.next() * 6000)
      await world.end('SIGKILL')
      if (kill % 10 === 0)
        options.progress?.(`${kill} kills, ${stream.made.length} made, ${world.ids().length} posted`)
    }
    stream.stop()
    world.start()
    await alerts.untilPosted(1_800_000)
    jumping?.stop()
    await world.end('SIGTERM')
    const effects = alerts.effects()
    const refused = refusedTraces(effects, alerts.channelOf, {
      announces: true,
      doubtMs: doubtSeconds * 1000,
    })
    return { ...alerts.toll(options.kills), effects: effects.length, refused }
  } finally {
    jumping?.stop()
    stream.stop()
    await world.close()
  }
}

const [aSecond, aMinute, anHour, aDay] = [1000, 60_000, 3_600_000, 86_400_000]
/** How far the clock of the bot may be ahead or behind, in ms. */
const wrongBy = [0, 4 * aSecond, aMinute, 20 * aMinute, anHour, 2 * aDay, 30 * aDay]

/** Sets the clock about every second, also while no process runs, and loses one answer of Slack in four. */
function startJumps(
  world: World,
  clock: ReturnType<typeof createMovingClock>,
  random: ReturnType<typeof createRandom>,
): { stop: () => void } {
  const { control } = world.slack
  const timer = setInterval(() => {
    if (random.chance(0.5)) clock.set(random.pick(wrongBy) * (random.chance(0.5) ? 1 : -1))
    if (random.chance(0.5))
      control.fault({ method: 'chat.postMessage', times: 1, act: { do: 'reset', after: true } })
  }, 500)
  return {
    stop() {
      clearInterval(timer)
      control.clearFaults()
    },
  }
}

/** The last line is left out if the process died while it wrote it. */
const linesOf = (text: string): Line[] =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line))

/** `made` are the mentions of each alert. */
function added(one: Toll, other: Toll): Toll {
  return {
    ...one,
    lost: [...one.lost, ...other.lost],
    twice: [...one.twice, ...other.twice],
    outOfOrder: [...one.outOfOrder, ...other.outOfOrder],
  }
}

/** One kill in five may come while the process is still starting; the others within two seconds of its running. */
async function live(world: World, random: ReturnType<typeof createRandom>): Promise<void> {
  const lives = () => world.output().split('Overheard is running').length
  const before = lives()
  world.start()
  if (random.chance(0.2)) return wait(random.next() * 2000)
  await world.until('the bot to run', () => lives() > before)
  await wait(random.next() * 2000)
}

/** The mention that the initial sync finds. The stream begins with lower ids, because an id may become visible after a larger one. */
const foundFirst = 50
/** `late`: the share of mentions that become visible up to `latestMs` later, after larger ids, from 0 to 1. */
type Flow = { perSecond: number; burstsPerMinute: number; late?: number; latestMs?: number }

/** All mentions of the stream, and the late ones among them. */
export type Stream = { made: string[]; late: Set<string> }

/**
 * Adds one mention at a time, and sometimes thirty at once. Before the initial sync it adds only the one that the sync finds. Start it before
 * the bot.
 */
export function startStream(
  world: World,
  random: ReturnType<typeof createRandom>,
  { perSecond, burstsPerMinute, late: share = 0, latestMs = 0 }: Flow,
): Stream & { stop: () => void } {
  const made: string[] = []
  const late = new Set<string>()
  world.add(foundFirst)
  let next = 1
  const make = () => {
    if (next === foundFirst) next++
    const id = String(next++)
    made.push(id)
    if (share === 0 || !random.chance(share)) return world.add(id)
    late.add(id)
    world.add(id, {}, Date.now() + random.next() * latestMs)
  }
  const timer = setInterval(() => {
    if (world.posted().length === 0) return
    const count = random.next() < burstsPerMinute / 600 ? 30 : random.next() < perSecond / 10 ? 1 : 0
    for (let one = 0; one < count; one++) make()
  }, 100)
  return { made, late, stop: () => clearInterval(timer) }
}

/** The result, read only from the channel. */
export function count(world: World, { made, late }: Stream, kills: number, where = channel): Toll {
  const posted = world.ids(where)
  const there = new Set(posted)
  const { MENTIONS_API_TOKEN, SLACK_BOT_TOKEN, SLACK_APP_TOKEN } = world.environment
  const secrets = [MENTIONS_API_TOKEN, SLACK_BOT_TOKEN, SLACK_APP_TOKEN].flatMap((secret) => secret ?? [])
  return {
    kills,
    made: made.length,
    lost: made.filter((id) => !there.has(id)),
    twice: posted.filter((id, index) => posted.indexOf(id) < index),
    outOfOrder: outOfOrder(world, late, where),
    secrets: secrets.filter((secret) => world.output().includes(secret)),
  }
}

/** Checks the order: ids rise from post to post and within a thread. A parent shows the mentions of largest reach first. Late ids are excepted. */
function outOfOrder(world: World, late: Set<string>, where: string): string[] {
  const inTime = (id: string) => !late.has(id)
  const bursts = new Map<string, string[]>()
  const wrong: string[] = []
  for (const { ts, thread, ids } of world.posted(where)) {
    const key = thread ?? ts
    const before = bursts.get(key) ?? []
    if (thread !== undefined && thread !== ts && !isAscending([...before.slice(3), ...ids].filter(inTime)))
      wrong.push(ids.join())
    bursts.set(key, [...before, ...ids])
  }
  let largest = '0'
  for (const ids of bursts.values()) {
    const sorted = ids.filter(inTime).toSorted(compareIds)
    if (compareIds(sorted[0] ?? largest, largest) < 0) wrong.push(ids.join())
    largest = sorted.at(-1) ?? largest
  }
  return wrong
}

const isAscending = (ids: string[]) =>
  ids.every((id, index) => index === 0 || compareIds(ids[index - 1] ?? '0', id) < 0)
