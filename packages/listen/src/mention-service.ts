/**
 * The mention service as a process of its own. It reads one JSON object from stdin (see `startSettings`), writes one JSON line with its
 * address to stdout when it can be asked, and its log to stderr. It ends with SIGTERM, and with the process that started it.
 * Exit codes: 0 stopped as asked, 78 unusable settings, 1 fault.
 */
import { flushCompileCache } from 'node:module'
import { text } from 'node:stream/consumers'
import { createRuntime } from '@overheard/base/runtime'
import { z } from 'zod'
import { startListening } from './listening.ts'
import { listenSettings } from './settings.ts'
import type { Log } from './source.ts'

const exitCodes = { stopped: 0, fault: 1, unusableSettings: 78 }

const startSettings = z.strictObject({
  listen: listenSettings,
  /** The SQLite file. */
  file: z.string(),
  port: z.int(),
  host: z.string().default('127.0.0.1'),
  token: z.string().min(1),
  version: z.string(),
  /** Environment variables, of which settings of sources may name some: `tokenEnv: SHOP_TOKEN`. */
  variables: z.record(z.string(), z.string()).default({}),
  proxy: z.strictObject({ httpProxy: z.string(), httpsProxy: z.string(), noProxy: z.string() }),
})

/**
 * Errors with these names mean unusable settings. A file that cannot be used is a fault, because it may be usable again: another process may
 * still be ending, or the disk may be full.
 */
const settingsErrors = new Set(['SourceSettingsError', 'SyntaxError'])

const levels = { info: 30, warn: 40, error: 50 }

const write =
  (level: keyof typeof levels): Log['info'] =>
  (fields, sentence) =>
    void process.stderr.write(
      `${JSON.stringify({ level: levels[level], time: Date.now(), ...fields, msg: sentence })}\n`,
    )
const log: Log = { info: write('info'), warn: write('warn'), error: write('error') }

async function run(): Promise<number> {
  // The file has queries of private alerts.
  process.umask(0o077)
  const asked = new Promise<void>((resolve) => {
    for (const event of ['SIGTERM', 'SIGINT', 'disconnect'] as const) process.once(event, () => resolve())
  })
  const given = startSettings.safeParse(JSON.parse(await text(process.stdin)))
  if (!given.success) {
    for (const { path, message } of given.error.issues) log.error({ setting: path.join('.') }, message)
    return exitCodes.unusableSettings
  }
  const { listen, ...settings } = given.data
  const { now, steady, setTimer, sleep } = createRuntime()
  const service = await startListening({
    ...settings,
    settings: listen,
    now,
    steady,
    setTimer,
    sleep,
    random: Math.random,
    log,
  })
  process.stdout.write(`${JSON.stringify({ url: service.url, port: service.port })}\n`)
  // Otherwise a process that is killed keeps nothing of what it has compiled.
  flushCompileCache()
  await asked
  await service.close()
  return exitCodes.stopped
}

const code = await run().catch((error: unknown) => {
  const { name, message } = error instanceof Error ? error : { name: '', message: String(error) }
  log.error({}, message)
  return settingsErrors.has(name) ? exitCodes.unusableSettings : exitCodes.fault
})
// The channel to the process that started this one would keep it alive.
process.exit(code)
