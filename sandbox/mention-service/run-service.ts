import { readFile } from 'node:fs/promises'
import type { SetTimer } from '@overheard/base/clock'
import { defined } from '@overheard/base/defined'
import { loadDataFile } from './data-file.ts'
import type { GeneratedAlert } from './generator/alerts.ts'
import { type Arrivals, createArrivals, startStream } from './generator/arrivals.ts'
import { addHistory } from './generator/history.ts'
import { createRandom } from './generator/random.ts'
import { createMentionServer, type MentionServer, type MentionServerDeps } from './server.ts'
import { createMentionStore, type MentionStore } from './store.ts'

export type RunOptions = {
  /** 0 takes any free port. */
  port: number
  /** A JSONL file to serve. Without it, the service generates alerts, and new mentions keep arriving. */
  data?: string
  /** The only accepted access token. Without it, any token that is not empty is accepted. */
  token?: string
  /** The same seed generates the same mentions. */
  seed?: number
  /** The end of the generated past (UTC ms), now by default. With the same value the past is the same. */
  pastUntil?: number
  /** Additional generated alerts. */
  besides?: GeneratedAlert[]
  /** Serves the control interface if true. */
  control?: boolean
  /** Receives each line for the person at the terminal. */
  print: (line: string) => void
  now: () => number
  setTimer: SetTimer
  /** Rate limits and deployment, if they differ from the documented ones. */
  server?: Pick<MentionServerDeps, 'limits' | 'deployment'>
}

export type RunningService = Pick<MentionServer, 'close' | 'faults' | 'log'> & {
  /** The `{base_url}` of the interface. */
  url: string
  mentionStore: MentionStore
  /** Adds generated mentions. Absent if a data file is served. */
  arrivals?: Arrivals
}

const defaultSeed = 2026

/**
 * Runs the embedded mention service on the loopback address. Rejects with DataFileError (all bad lines in one
 * report), with the file system's error if the file cannot be read, or with EADDRINUSE if the port is taken.
 */
export async function runService(options: RunOptions): Promise<RunningService> {
  const { port, data, token, seed = defaultSeed, print, now } = options
  const mentionStore = createMentionStore({ now })
  const random = createRandom(seed, 1)
  const arrivals = createArrivals(mentionStore, random, now)
  const { besides = [], pastUntil = now() } = options
  const lines = data === undefined ? '' : await readFile(data, 'utf8')
  mentionStore.together(() => {
    if (data === undefined) addHistory(mentionStore, { seed, now: pastUntil, besides })
    else loadDataFile(mentionStore, lines)
  })

  const server = createMentionServer({
    mentionStore,
    now,
    ...defined({ token }),
    ...(options.control && { control: data === undefined ? { arrivals } : {} }),
    ...options.server,
  })
  const { url } = await server.listen(port)
  const stopStream = data === undefined ? startStream(arrivals, random, options.setTimer) : undefined

  print(`The mention service is at ${url}. Point a bot at it with:`)
  print(`  MENTIONS_API_URL=${url}`)
  print(`  MENTIONS_API_TOKEN=${token ?? 'any-token'}`)
  for (const { alert_id, alert_type, alert_name, mentions } of mentionStore.shown().alerts.all())
    print(`  ${alert_name} (${alert_type}, ${alert_id}): ${mentions} mentions`)
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
