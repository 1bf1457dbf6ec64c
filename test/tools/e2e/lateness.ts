import type { ChildProcess } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { createRandom } from '../../../sandbox/mention-service/generator/random.ts'
import { startOwnPostgres } from '../postgres.ts'
import { createWorld, endOf, type World } from './bot-world.ts'

/** Measures how late mentions are posted after their scheduled poll, while processes end and subscriptions of different schedules share alerts. */

type LatenessOptions = {
  /** A process is killed or asked to stop, and started again, this often. */
  ends: number
  /** One process uses a folder, several use one database. */
  processes: number
  seed: number
  progress?: (line: string) => void
}

/** `latest`: the longest delay after the first scheduled poll that could have found a mention, in seconds. */
export type Lateness = { made: number; lost: string[]; twice: string[]; latest: number }

const second = 1000
/** The interval of each schedule, in ms. */
const distances = {
  '* * * * * *': second,
  '*/10 * * * * *': 10 * second,
  '*/20 * * * * *': 20 * second,
  '* * * * *': 60 * second,
}
const alerts = ['1001', '1002', '1003']
/** Each subscription has its own channel, so that none waits for another's rate limit. */
const subscriptions = alerts.flatMap((alert) =>
  Object.entries(distances).map(([schedule, distance], index) => ({
    distance,
    written: { name: `s${alert}-${index}`, alert, channel: `C0LATE${alert}${index}`, schedule },
  })),
)
const channels = subscriptions.map(({ written: { channel } }) => ({
  id: channel,
  name: channel.toLowerCase(),
  botIsMember: true,
}))

/** Takes about ten seconds for each ended process, and a minute for the last polls. */
export async function lateness({ ends, processes, seed, progress }: LatenessOptions): Promise<Lateness> {
  const server = processes > 1 ? await startOwnPostgres() : undefined
  const environment = server === undefined ? {} : { DATABASE_URL: await server.database() }
  // A process that is killed in the middle of a post leaves it in doubt. That wait is promised, and not the subject here.
  const configuration = { doubtSeconds: 1, subscriptions: subscriptions.map(({ written }) => written) }
  const world = await createWorld({ configuration, environment, slack: { channels } })
  try {
    return await measure(world, { ends, processes, seed, ...(progress === undefined ? {} : { progress }) })
  } finally {
    await world.close()
    await server?.stop()
  }
}

async function measure(
  world: World,
  { ends, processes, seed, progress }: LatenessOptions,
): Promise<Lateness> {
  const random = createRandom(seed)
  for (const alert_id of alerts.slice(1))
    world.mentionStore.addAlert({
      alert_id,
      alert_type: 'mentions',
      alert_name: alert_id,
      project_id: '1',
      project_name: 'Acme',
    })
  const bots: ChildProcess[] = Array.from({ length: processes }, () => world.start())
  const seen = watch(world)
  await world.until('the initial syncs', () =>
    subscriptions.every((one) => world.watches(one.written.channel)),
  )
  const stream = startStream(world, random)
  for (let end = 1; end <= ends; end++) {
    await wait(5000 + random.next() * 10_000)
    const place = random.whole(0, processes - 1)
    const bot = bots[place]
    if (bot !== undefined) await endOf(bot, random.pick(['SIGKILL', 'SIGTERM']))
    bots[place] = world.start()
    progress?.(`${end}: ended and started again, ${stream.made.size} made`)
  }
  stream.stop()
  await wait(70 * second)
  seen.stop()
  return tell(world, stream.made, seen.at)
}

/** Adds mentions from time to time. `made`: alert and time, by id. */
function startStream(world: World, random: ReturnType<typeof createRandom>) {
  const made = new Map<string, { alert: string; at: number }>()
  let next = 5000
  const timer = setInterval(() => {
    if (!random.chance(0.15)) return
    const [id, alert] = [String(next++), random.pick(alerts)]
    world.add(id, {}, undefined, alert)
    made.set(id, { alert, at: Date.now() })
  }, 200)
  return { made, stop: () => clearInterval(timer) }
}

/** When each mention was first seen in each channel. */
function watch(world: World) {
  const at = new Map<string, number>()
  const look = () => {
    for (const { written } of subscriptions)
      for (const id of world.ids(written.channel)) {
        const key = `${written.name} ${id}`
        if (!at.has(key)) at.set(key, Date.now())
      }
  }
  const timer = setInterval(look, 200)
  return { at, stop: () => clearInterval(timer) }
}

function tell(
  world: World,
  made: Map<string, { alert: string; at: number }>,
  seen: Map<string, number>,
): Lateness {
  const [lost, late]: [string[], number[]] = [[], [0]]
  for (const { written, distance } of subscriptions)
    for (const [id, { alert, at }] of made) {
      if (alert !== written.alert) continue
      const came = seen.get(`${written.name} ${id}`)
      if (came === undefined) lost.push(`${written.name} ${id}`)
      else late.push(came - Math.ceil(at / distance) * distance)
    }
  const twice = subscriptions.flatMap(({ written: { channel } }) =>
    world.ids(channel).filter((id, index, all) => all.indexOf(id) < index),
  )
  return { made: made.size, lost, twice, latest: Math.max(...late) / second }
}
