/** Kills the real bot at random moments under a stream with bursts, and counts what was lost and what came twice. */
import { setTimeout as wait } from 'node:timers/promises'
import { compareIds } from '../../src/model/id.ts'
import { createRandom } from '../../src/sandbox/mention-service/world/random.ts'
import { channel, createWorld, type World } from './world.ts'

export type Toll = {
  kills: number
  made: number
  lost: string[]
  twice: string[]
  outOfOrder: string[]
  secrets: string[]
}

export type TortureOptions = {
  kills: number
  seed: number
  /** Mentions a second, apart from bursts. */
  perSecond: number
  progress?: (line: string) => void
  environment?: Record<string, string>
}

const configuration = {
  doubtSeconds: 1,
  subscriptions: [{ name: 'acme', alert: 'Acme brand', channel, schedule: '* * * * * *' }],
}

/** Runs it: bounded by the kills, each life of the bot lasts at most three seconds. */
export async function torture(options: TortureOptions): Promise<Toll> {
  const world = await createWorld({ configuration, environment: options.environment ?? {} })
  const random = createRandom(options.seed)
  const stream = startStream(world, random, { perSecond: options.perSecond, burstsPerMinute: 4 })
  try {
    await firstLife(world)
    for (let kill = 1; kill <= options.kills; kill++) {
      await live(world, random)
      await world.end('SIGKILL')
      if (kill % 10 === 0)
        options.progress?.(`${kill} kills, ${stream.made.length} made, ${world.ids().length} posted`)
    }
    stream.stop()
    world.start()
    await world
      .until('everything is posted', () => new Set(world.ids()).size >= stream.made.length, 1_800_000)
      .catch(() => undefined)
    await world.end('SIGTERM')
    return count(world, stream.made, options.kills)
  } finally {
    stream.stop()
    await world.close()
  }
}

async function firstLife(world: World): Promise<void> {
  world.start()
  await world.until('the first look', () => world.posted().length > 0)
  await world.end('SIGKILL')
}

/** One life in five may end while the process is still starting; the others end within two seconds of its running. */
async function live(world: World, random: ReturnType<typeof createRandom>): Promise<void> {
  const lives = () => world.output().split('Overheard is running').length
  const before = lives()
  world.start()
  if (random.chance(0.2)) return wait(random.next() * 2000)
  await world.until('the bot to run', () => lives() > before)
  await wait(random.next() * 2000)
}

/** One mention at a time, and now and then thirty at once; none before the first look is over. */
export function startStream(
  world: World,
  random: ReturnType<typeof createRandom>,
  { perSecond, burstsPerMinute }: { perSecond: number; burstsPerMinute: number },
) {
  const made: string[] = []
  let next = 1
  const timer = setInterval(() => {
    if (world.posted().length === 0) return
    const count = random.next() < burstsPerMinute / 600 ? 30 : random.next() < perSecond / 10 ? 1 : 0
    for (let one = 0; one < count; one++) {
      const id = String(next++)
      world.add(id)
      made.push(id)
    }
  }, 100)
  return { made, stop: () => clearInterval(timer) }
}

/** What came of it, read from the channel alone. */
export function count(world: World, made: string[], kills: number): Toll {
  const posted = world.ids()
  const there = new Set(posted)
  const { MENTIONS_API_TOKEN, SLACK_BOT_TOKEN, SLACK_APP_TOKEN } = world.environment
  const secrets = [MENTIONS_API_TOKEN, SLACK_BOT_TOKEN, SLACK_APP_TOKEN].flatMap((secret) => secret ?? [])
  return {
    kills,
    made: made.length,
    lost: made.filter((id) => !there.has(id)),
    twice: posted.filter((id, index) => posted.indexOf(id) < index),
    outOfOrder: outOfOrder(world),
    secrets: secrets.filter((secret) => world.output().includes(secret)),
  }
}

/** Posts and whole bursts go up in ids, and so do the messages of a thread; a parent shows the loudest of its burst first. */
function outOfOrder(world: World): string[] {
  const bursts = new Map<string, string[]>()
  const wrong: string[] = []
  for (const { ts, thread, ids } of world.posted()) {
    const key = thread ?? ts
    const before = bursts.get(key) ?? []
    if (thread !== undefined && thread !== ts && !isAscending([...before.slice(3), ...ids]))
      wrong.push(ids.join())
    bursts.set(key, [...before, ...ids])
  }
  let greatest = '0'
  for (const ids of bursts.values()) {
    const sorted = ids.toSorted(compareIds)
    if (compareIds(sorted[0] ?? greatest, greatest) < 0) wrong.push(ids.join())
    greatest = sorted.at(-1) ?? greatest
  }
  return wrong
}

const isAscending = (ids: string[]) =>
  ids.every((id, index) => index === 0 || compareIds(ids[index - 1] ?? '0', id) < 0)
