import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { z } from 'zod'
import { makeDatabase } from '../postgres.ts'
import { endOf, type World } from './bot-world.ts'

/** Several bots in one world, each with its own output and its own settings. */

export type Bot = ReturnType<typeof startBot>

/** Starts a bot with the settings of the world and these changes. */
export function startBot(world: World, changes: Record<string, string> = {}) {
  const bot = spawn(process.execPath, [world.runs], {
    env: { ...world.environment, ...changes },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [bot.stdout, bot.stderr])
    stream.on('data', (chunk) => {
      output += chunk
    })
  return {
    output: () => output,
    end: (signal: NodeJS.Signals = 'SIGTERM') => endOf(bot, signal),
    /** Waits until the bot runs; returns its installation id and the address of its status pages. */
    async running() {
      await world.until('the start', () => startOf(output) !== undefined)
      return z.object({ installation: z.string(), url: z.string() }).parse(startOf(output))
    },
    /** The codes of the problems with other installations that the bot has logged, each with its subscription. */
    foundOthers: () =>
      [...output.matchAll(/"problem":"installation \S+ ([^"]+)"/g)].map(([, subscription]) => subscription),
  }
}

function startOf(output: string): unknown {
  const line = output.split('\n').find((text) => text.includes('Overheard is running'))
  return line === undefined ? undefined : JSON.parse(line)
}

/** The settings of a bot with a store of its own: a folder, or a database if the tests run on PostgreSQL. */
export async function otherStore({ folder, environment }: World): Promise<Record<string, string>> {
  const { DATABASE_URL: server } = environment
  return server === undefined
    ? { DATA_DIR: join(folder, 'other-data') }
    : { DATABASE_URL: await makeDatabase(server) }
}
