import { startApp } from '../app.ts'
import { configurationPath, environmentFile, readSettings, variables } from '../config/settings.ts'
import { secretValues } from '../model/secret-values.ts'
import { createLog } from './log.ts'
import { exitCodes, maxStopMs, waitForSignal } from './shutdown.ts'

/** Runs the bot until a signal asks it to stop or it loses its folder. Throws if the settings, the store or the port cannot be used. */
export async function start(): Promise<number> {
  const settings = readSettings()
  const { environment } = settings
  const log = createLog(environment.LOG_LEVEL, [
    environment.MENTIONS_API_TOKEN,
    environment.SLACK_BOT_TOKEN,
    environment.SLACK_APP_TOKEN,
    environment.SLACK_SIGNING_SECRET,
    environment.DATABASE_URL,
    ...passwordsIn(environment.DATABASE_URL, environment.HTTP_PROXY, environment.HTTPS_PROXY),
    ...[environment.STATUS_TOKEN, environment.MCP_TOKEN, environment.MCP_PRIVATE_TOKEN].flatMap(
      (tokens = '') => secretValues(tokens),
    ),
    ...settings.secrets,
  ])
  log.info(
    { files: [environmentFile(), configurationPath(variables)].filter((file) => file !== undefined) },
    'read the settings',
  )
  const asked = waitForSignal(() =>
    log.warn(
      { signal: 'SIGHUP' },
      'the bot goes on with its configuration: it cannot read a changed one while it runs; restart it for that',
    ),
  )
  const lost = Promise.withResolvers<'lost'>()
  const starting = startApp(settings, log, () => lost.resolve('lost'))
  const ended = Promise.race([asked, lost.promise])
  await Promise.race([starting, ended])
  const why = await ended
  const code = why === 'lost' ? exitCodes.fault : exitCodes.stopped
  log.info(why === 'lost' ? {} : { signal: why }, 'the bot is stopping; it finishes running posts first')
  setTimeout(() => {
    log.warn({}, `the bot has not stopped within ${maxStopMs / 1000} s and is ended now`)
    process.exit(code)
  }, maxStopMs).unref()
  await (await starting).stop()
  log.info({}, 'the bot has stopped')
  return code
}

function passwordsIn(...urls: (string | undefined)[]): string[] {
  return urls.flatMap((url) => {
    const { password } = new URL(url !== undefined && URL.canParse(url) ? url : 'none:')
    return [password, decoded(password)]
  })
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
