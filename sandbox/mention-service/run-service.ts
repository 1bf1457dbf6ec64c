import { readFile } from 'node:fs/promises'
import type { SetTimer } from '../../src/async/clock.ts'
import { loadDataFile } from './data-file.ts'
import type { GeneratedAlert } from './generator/alerts.ts'
import { type Arrivals, createArrivals, startStream } from './generator/arrivals.ts'
import { addHistory } from './generator/history.ts'
import { createRandom } from './generator/random.ts'
import { createMentionServer, type MentionServer, type MentionServerOptions } from './server.ts'
import { createMentionStore, type MentionStore } from './store.ts'

/** How the service is to run. */
export type RunOptions = {
  /** 0 is any free one. */
  port: number
  /** A JSONL file to serve; without it a generated world in which mentions keep arriving. */
  data?: string
  /** The one good access token; any that is not empty where absent. */
  token?: string
  /** Of the generated world: the same seed gives the same world. */
  seed?: number
  /** UTC ms: the generated past ends here, so that a world can be made again as it was; now where absent. */
  pastUntil?: number
  /** Alerts of the generated world beside those that it always has. */
  besides?: GeneratedAlert[]
  /** Serve the control interface as well. */
  control?: boolean
  /** Gets each line that tells the person at the terminal something. */
  print: (line: string) => void
  now: () => number
  setTimer: SetTimer
  /** Rate limits and deployment, where they are not the documented ones. */
  server?: Pick<MentionServerOptions, 'limits' | 'deployment'>
}

/** A service that runs. */
export type RunningService = Pick<MentionServer, 'close' | 'faults' | 'log'> & {
  /** The `{base_url}` of the interface. */
  url: string
  mentionStore: MentionStore
  /** The levers of the generated world; absent where given data is served. */
  arrivals?: Arrivals
}

const defaultSeed = 2026

/**
 * Runs the embedded mention service on the loopback address. Rejects with DataFileError (every bad line in one
 * report), with the file system's error where the file cannot be read, or with EADDRINUSE where the port is taken.
 */
export async function runService(options: RunOptions): Promise<RunningService> {
  const { port, data, token, seed = defaultSeed, print, now } = options
  const mentionStore = createMentionStore({ now })
  const random = createRandom(seed, 1)
  const arrivals = createArrivals(mentionStore, random, now)
  const { besides = [], pastUntil = now() } = options
  if (data === undefined) addHistory(mentionStore, { seed, now: pastUntil, besides })
  else loadDataFile(mentionStore, await readFile(data, 'utf8'))

  const server = createMentionServer({
    mentionStore,
    now,
    ...(token !== undefined && { token }),
    ...(options.control && { control: data === undefined ? { arrivals } : {} }),
    ...options.server,
  })
  const { url } = await server.listen(port)
  const stopStream = data === undefined ? startStream(arrivals, random, options.setTimer) : undefined

  print(`The mention service listens on ${url}`)
  for (const { alert_id, alert_type, alert_name } of mentionStore.alerts())
    print(
      `  ${alert_name} (${alert_type}, ${alert_id}): ${mentionStore.mentions(alert_id, 'id').length} mentions`,
    )
  print(
    token === undefined ? 'Any access token is accepted.' : 'One access token is accepted, the given one.',
  )

  async function close(): Promise<void> {
    stopStream?.()
    await server.close()
  }
  const { faults, log } = server
  return { url, close, faults, log, mentionStore, ...(data === undefined && { arrivals }) }
}
