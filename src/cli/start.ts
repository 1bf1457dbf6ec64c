import { existsSync } from 'node:fs'
import { decoded } from '@overheard/base/decoded'
import { createRuntime } from '@overheard/base/runtime'
import { coalesced } from '@overheard/base/serial'
import { startApp } from '../app.ts'
import {
  configurationPath,
  createEnvironmentReader,
  environmentFile,
  readSettings,
  readVariables,
  type Settings,
  variables,
} from '../config/settings.ts'
import type { Variables } from '../kernel/secret-files.ts'
import { errorMessage } from '../model/log.ts'
import { secretValues } from '../model/secret-values.ts'
import type { Observers } from '../start/launch.ts'
import { createLog } from './log.ts'
import { exitCodes, maxStopMs, untilUnstarted, waitForSignal } from './shutdown.ts'

/** Runs the bot until a signal asks it to stop or it loses its folder. Throws if the settings, the store or the port cannot be used. */
export async function start(observers?: Observers): Promise<number> {
  const settings = readAtStart(variables)
  const { environment } = settings
  const log = createLog(environment.LOG_LEVEL, secretsOf(settings))
  const readEnvironment = createEnvironmentReader()
  log.info(
    {
      pid: process.pid,
      files: [environmentFile(), settings.hasFile ? configurationPath(variables) : undefined].filter(
        (file) => file !== undefined,
      ),
    },
    'read the settings',
  )
  const asked = waitForSignal(() => void reload())
  const lost = Promise.withResolvers<'lost'>()
  const runtime = createRuntime()
  const starting = startApp(settings, log, () => lost.resolve('lost'), runtime, observers)
  let isStarting = true
  void starting.then(
    () => {
      isStarting = false
    },
    () => undefined,
  )
  /** Several signals at once lead to one more reading. */
  const reload = coalesced(async () => {
    const app = await starting.catch(() => undefined)
    if (app === undefined) return
    try {
      const applied = await app.reload(() => {
        const read = readAtStart(readVariables(readEnvironment()))
        log.hide(secretsOf(read))
        return read
      })
      log.level = applied.environment.LOG_LEVEL
    } catch (error) {
      log.fatal({ error: errorMessage(error) }, 'the bot cannot go on after it has read its settings again')
      lost.resolve('lost')
    }
  })
  const ended = Promise.race([asked, lost.promise])
  await Promise.race([starting, ended])
  const why = await ended
  const code = why === 'lost' ? exitCodes.fault : exitCodes.stopped
  log.info(why === 'lost' ? {} : { signal: why }, 'the bot is stopping; it finishes running posts first')
  setTimeout(() => {
    log.warn({}, `the bot has not stopped within ${maxStopMs / 1000} s and is ended now`)
    process.exit(code)
  }, maxStopMs).unref()
  if (isStarting) {
    // Whatever the start waits for (the database, Slack), its next step is not taken.
    runtime.stop()
    await untilUnstarted(starting.then(({ stop }) => stop()))
  } else await (await starting).stop()
  log.info({}, 'the bot has stopped')
  return code
}

/** Before the store is opened, nobody knows if people set without a file what to listen for. */
const readAtStart = (given: Variables) =>
  readSettings(given, undefined, existsSync(given.DATA_DIR?.trim() || './data'))

/** What no line of the log may show. */
const secretsOf = ({ environment, secrets }: Settings) => [
  environment.MENTIONS_API_TOKEN,
  environment.SLACK_BOT_TOKEN,
  environment.SLACK_APP_TOKEN,
  environment.SLACK_SIGNING_SECRET,
  environment.DATABASE_URL,
  ...passwordsIn(environment.DATABASE_URL, environment.HTTP_PROXY, environment.HTTPS_PROXY),
  ...[environment.STATUS_TOKEN, environment.MCP_TOKEN, environment.MCP_PRIVATE_TOKEN].flatMap((tokens = '') =>
    secretValues(tokens),
  ),
  ...secrets,
]

function passwordsIn(...urls: (string | undefined)[]): string[] {
  return urls.flatMap((url) => {
    const { password } = new URL(url !== undefined && URL.canParse(url) ? url : 'none:')
    return [password, decoded(password)]
  })
}
