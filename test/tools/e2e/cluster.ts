import type { ChildProcess } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import type { createRandom } from '../../../sandbox/mention-service/generator/random.ts'
import { type OwnPostgresServer, startOwnPostgres } from '../postgres.ts'
import { endOf, type World } from './bot-world.ts'
import { createTwoAlerts, type Toll } from './torture.ts'

/** Several bot processes on one database that are killed, frozen and disconnected at random moments under a stream of mentions. */

export type ClusterTortureOptions = {
  /** The number of faults, and the kinds to draw from. */
  blows: number
  kinds: Blow[]
  seed: number
  processes?: number
  /** Mentions per second, without the bursts. */
  perSecond: number
  progress?: (line: string) => void
}

/** `kill`: kill -9 and a new process; `pause`: SIGSTOP for up to 2 s; `freeze`: SIGSTOP for 30 s, so that others take over its polls. */
export type Blow = 'kill' | 'pause' | 'freeze' | 'restart'

const longFreeze = 30_000

/** Runs it on its own PostgreSQL and counts lost and repeated mentions. */
export async function clusterTorture(options: ClusterTortureOptions): Promise<Toll> {
  const server = await startOwnPostgres()
  const environment = { DATABASE_URL: await server.database() }
  const alerts = await createTwoAlerts({ ...options, environment }, { doubtSeconds: 2, burstsPerMinute: 8 })
  const { world, random, stream } = alerts
  const cluster = createCluster(world, options.processes ?? 3)
  try {
    await alerts.untilSynced()
    for (let blow = 1; blow <= options.blows; blow++) {
      await wait(random.next() * 2000)
      const kind = random.pick(options.kinds)
      await strike(kind, { server, cluster, random })
      options.progress?.(`${blow}: ${kind}, ${stream.made.length} made, ${world.ids().length} posted`)
    }
    stream.stop()
    await alerts.untilPosted()
    return alerts.toll(options.blows)
  } finally {
    stream.stop()
    await cluster.end()
    await world.close()
    await server.stop()
  }
}

type Struck = { server: OwnPostgresServer; cluster: Cluster; random: ReturnType<typeof createRandom> }

async function strike(kind: Blow, { server, cluster, random }: Struck): Promise<void> {
  const victim = random.whole(0, cluster.size - 1)
  if (kind === 'restart') return server.restart()
  if (kind === 'kill') return cluster.kill(victim)
  return cluster.freeze(victim, kind === 'freeze' ? longFreeze : random.next() * 2000)
}

type Cluster = ReturnType<typeof createCluster>

/** The processes, by index. */
function createCluster(world: World, size: number) {
  const bots: ChildProcess[] = Array.from({ length: size }, () => world.start())
  return {
    size,
    async kill(place: number) {
      const victim = bots[place]
      if (victim !== undefined) await endOf(victim, 'SIGKILL')
      bots[place] = world.start()
    },
    async freeze(place: number, ms: number) {
      bots[place]?.kill('SIGSTOP')
      await wait(ms)
      bots[place]?.kill('SIGCONT')
    },
    end: () => Promise.all(bots.map((bot) => endOf(bot, 'SIGKILL'))),
  }
}
