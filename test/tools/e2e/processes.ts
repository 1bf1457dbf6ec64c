import type { ChildProcess } from 'node:child_process'
import { startPostgres } from '../postgres.ts'
import { createWorld, endOf, type WorldOptions } from './bot-world.ts'
import { peopleIn } from './people-world.ts'

/** One process, or several on one database; Slack sends presses to the connections in turn. `options` may be those of HTTP mode. */
export async function createProcesses(size: number, configuration: object, options?: Partial<WorldOptions>) {
  const server = size === 1 ? undefined : await startPostgres()
  const environment = {
    ...options?.environment,
    ...(server && { DATABASE_URL: await server.database() }),
  }
  const world = await createWorld({ ...options, configuration, environment })
  const running = () => world.output().split('Overheard is running').length - 1
  let bots: ChildProcess[] = []
  return {
    world,
    people: peopleIn(world),
    async startAll(): Promise<void> {
      const before = running()
      bots = Array.from({ length: size }, () => world.start())
      await world.until('the start', () => running() === before + size)
      const sockets = options?.slack?.requestUrl === undefined ? size : 0
      await world.until('the connections', () => world.slack.control.sockets() === sockets)
    },
    async killAll(): Promise<void> {
      await Promise.all(bots.map((bot) => endOf(bot, 'SIGKILL')))
      await world.until('the end of the connections', () => world.slack.control.sockets() === 0)
    },
    /** Over how many connections Slack sent what it sent since the envelope of this number. */
    connectionsSince: (sent: number) =>
      new Set(world.slack.state.envelopes.slice(sent).map(({ via }) => via)).size,
    async close(): Promise<void> {
      await world.close()
      await server?.stop()
    },
  }
}

export type Processes = Awaited<ReturnType<typeof createProcesses>>
