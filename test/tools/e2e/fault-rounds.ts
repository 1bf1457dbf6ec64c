import { setTimeout as wait } from 'node:timers/promises'
import { createRandom } from '../../../sandbox/mention-service/generator/random.ts'
import { channel, createWorld, type World } from './bot-world.ts'
import type { NamedFault } from './faults.ts'
import { count, startStream, type Toll } from './torture.ts'

/** Causes faults, alone and in pairs, under a stream of mentions, and counts lost and repeated ones. */

export type StormOptions = {
  faults: NamedFault[][]
  seed: number
  doubtSeconds: number
  progress?: (line: string) => void
}

/** Longest wait for the mentions of a fault round, in ms: a pause of a minute and its retries. */
const patience = 150_000

/** The faults of one entry happen together, and the entries one after the other. An entry begins when everything is posted. */
export async function faultRounds({ faults, seed, doubtSeconds, progress }: StormOptions): Promise<Toll> {
  const subscription = {
    name: 'acme',
    alert: 'Acme brand',
    channel,
    schedule: '* * * * * *',
    burstWithin: '2s',
  }
  const world = await createWorld({ configuration: { doubtSeconds, subscriptions: [subscription] } })
  const stream = startStream(world, createRandom(seed), { perSecond: 1.5, burstsPerMinute: 1 })
  try {
    world.start()
    await world.until('the initial sync', () => world.watches())
    for (const together of faults) await happen(world, stream, together, progress)
    stream.stop()
    await happen(world, stream, [], progress)
    await world.end('SIGTERM')
    return count(world, stream, 0)
  } finally {
    stream.stop()
    await world.close()
  }
}

async function happen(
  world: World,
  { made }: { made: string[] },
  together: NamedFault[],
  progress?: (line: string) => void,
) {
  const names = together.map(({ name }) => name).join(' + ') || 'everything'
  const begun = Date.now()
  const ends = together.map(({ begin }) => begin(world))
  // A fault is over after a real time, because the bot meets it by its own timers.
  await wait(Math.max(0, ...together.map(({ lasts }) => lasts)))
  for (const end of ends) await end()
  const during = made.length
  const isThere = new Set<string>()
  await world.until(
    `back to normal after ${names}`,
    () => {
      for (const id of world.ids()) isThere.add(id)
      return made.slice(0, during).every((id) => isThere.has(id))
    },
    patience,
  )
  progress?.(`${names}: back to normal after ${((Date.now() - begun) / 1000).toFixed(1)} s`)
}

/** Random pairs of faults. */
export function randomPairs(faults: NamedFault[], pairs: number, seed: number): NamedFault[][] {
  const random = createRandom(seed)
  return Array.from({ length: pairs }, () => [random.pick(faults), random.pick(faults)])
}
