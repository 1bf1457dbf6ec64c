import type { ChildProcess } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { createRandom } from '../../../sandbox/mention-service/generator/random.ts'
import type { Line } from '../../proof/record.ts'
import { refusedLeaseTraces } from '../../proof/refused-traces.ts'
import { type OwnPostgresServer, startOwnPostgres } from '../postgres.ts'
import { endOf, type World } from './bot-world.ts'
import { createDatabaseLink } from './database-link.ts'
import { createTwoAlerts, type Toll, type TracedToll } from './torture.ts'

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

/**
 * `kill`: kill -9 and a new process; `pause`: SIGSTOP for up to 2 s; `freeze`: SIGSTOP for 30 s, so that another process leads meanwhile; `stall`:
 * for up to 15 s nothing gets from one process to the database or back, while it still reaches Slack; `cut`: the same with connections that
 * break and are refused; `restart`: the database crashes.
 */
export type Blow = 'kill' | 'pause' | 'freeze' | 'stall' | 'cut' | 'restart'

const longFreeze = 30_000
const longestCut = 15_000

/** Runs it on its own PostgreSQL and counts lost and repeated mentions. */
export async function clusterTorture(options: ClusterTortureOptions): Promise<TracedToll> {
  const { server, alerts, cluster, end } = await createTorturedCluster(options)
  const { world, random, stream } = alerts
  try {
    await cluster.start(options.processes ?? 3)
    await alerts.untilSynced()
    for (let blow = 1; blow <= options.blows; blow++) {
      await wait(random.next() * 2000)
      const kind = random.pick(options.kinds)
      await strike(kind, { server, cluster, random })
      options.progress?.(`${blow}: ${kind}, ${stream.made.length} made, ${world.ids().length} posted`)
    }
    stream.stop()
    await alerts.untilPosted()
    const effects = alerts.effects()
    const refused = refusedLeaseTraces(effects, alerts.channelOf)
    return { ...alerts.toll(options.blows), effects: effects.length, refused }
  } finally {
    await end()
  }
}

/**
 * Replaces processes of version 0.2 one by one, while both versions run, and starts one of 0.2 again in between. `old` is a folder with version
 * 0.2 and its packages.
 */
export async function rollingUpdate(
  old: string,
  options: Omit<ClusterTortureOptions, 'blows' | 'kinds'>,
): Promise<Toll> {
  const { alerts, cluster, end } = await createTorturedCluster(options)
  const { world, random, stream } = alerts
  const size = options.processes ?? 3
  const told = (what: string) =>
    options.progress?.(`${what}, ${stream.made.length} made, ${world.ids().length} posted`)
  try {
    const program = [join(old, 'src/main.ts'), 'start']
    await cluster.start(size, program)
    await alerts.untilSynced()
    await wait(10_000)
    for (let place = 0; place < size; place++) {
      await cluster.start(1)
      told('one more')
      await wait(random.next() * 8000)
      await cluster.end(place, random.chance(0.5) ? 'SIGTERM' : 'SIGKILL')
      told('one of 0.2 less')
      await wait(random.next() * 4000)
    }
    const [back] = await cluster.start(1, program)
    await wait(15_000)
    if (back !== undefined) await cluster.end(back, 'SIGKILL')
    told('one of 0.2 was back')
    stream.stop()
    await alerts.untilPosted()
    return alerts.toll(size)
  } finally {
    await end()
  }
}

async function createTorturedCluster(options: Pick<ClusterTortureOptions, 'seed' | 'perSecond'>) {
  const server = await startOwnPostgres()
  const address = await server.database()
  const environment = { DATABASE_URL: address }
  const alerts = await createTwoAlerts({ ...options, environment }, { doubtSeconds: 2, burstsPerMinute: 8 })
  const cluster = createCluster(alerts.world, address, (line) =>
    appendFileSync(alerts.effectsFile, `${JSON.stringify(line)}\n`),
  )
  return {
    server,
    alerts,
    cluster,
    async end() {
      alerts.stream.stop()
      await cluster.close()
      await alerts.world.close()
      await server.stop()
    },
  }
}

type Struck = { server: OwnPostgresServer; cluster: Cluster; random: ReturnType<typeof createRandom> }

async function strike(kind: Blow, { server, cluster, random }: Struck): Promise<void> {
  const victim = random.whole(0, cluster.size() - 1)
  const ms = random.next()
  switch (kind) {
    case 'restart':
      return server.restart()
    case 'kill':
      return cluster.kill(victim)
    case 'cut':
    case 'stall':
      return cluster.disconnect(victim, kind, ms * longestCut)
    case 'freeze':
      return cluster.freeze(victim, longFreeze)
    case 'pause':
      return cluster.freeze(victim, ms * 2000)
  }
}

type Cluster = ReturnType<typeof createCluster>
type Member = { bot: ChildProcess; link: Awaited<ReturnType<typeof createDatabaseLink>> }

/** The processes, by index. Each has its own link to the database. */
function createCluster(world: World, address: string, tell: (line: Line) => void) {
  const members: Member[] = []
  const startOn = (place: number, link: Member['link'], program?: string[]) => {
    const environment = { DATABASE_URL: link.url, PLACE: String(place) }
    return world.start({ environment, ...(program && { program }) })
  }
  return {
    size: () => members.length,
    /** Returns the indexes of the new processes. */
    async start(count: number, program?: string[]): Promise<number[]> {
      for (let one = 0; one < count; one++) {
        const link = await createDatabaseLink(address)
        members.push({ link, bot: startOn(members.length, link, program) })
      }
      return [...members.keys()].slice(-count)
    },
    async end(place: number, signal: NodeJS.Signals) {
      const member = members[place]
      if (member !== undefined) await endOf(member.bot, signal)
    },
    async kill(place: number) {
      const member = members[place]
      if (member === undefined) return
      await endOf(member.bot, 'SIGKILL')
      tell({ process: `${place} ${member.bot.pid}`, dies: true })
      member.bot = startOn(place, member.link)
    },
    async freeze(place: number, ms: number) {
      members[place]?.bot.kill('SIGSTOP')
      await wait(ms)
      members[place]?.bot.kill('SIGCONT')
    },
    async disconnect(place: number, how: 'cut' | 'stall', ms: number) {
      members[place]?.link[how]()
      await wait(ms)
      members[place]?.link.restore()
    },
    async close() {
      for (const { bot, link } of members) {
        await endOf(bot, 'SIGKILL')
        await link.close()
      }
    },
  }
}
