import { parseArgs } from 'node:util'
import { startApp } from '../app.ts'
import { readSettings } from '../settings.ts'
import { exitCodes, longestStop, untilAsked } from './exit-codes.ts'
import { createLog } from './log.ts'

/** `npm start`: runs the bot until it is asked to stop. Throws SettingsError, and whatever this machine has not in order. */
export async function start(args: string[]): Promise<number> {
  parseArgs({ args })
  const settings = readSettings()
  const { environment } = settings
  const log = createLog(environment.LOG_LEVEL, [
    environment.MENTIONS_API_TOKEN,
    environment.SLACK_BOT_TOKEN,
    environment.SLACK_APP_TOKEN,
    environment.SLACK_SIGNING_SECRET,
    environment.DATABASE_URL,
  ])
  const asked = untilAsked()
  const starting = startApp(settings, log)
  await Promise.race([starting, asked])
  const signal = await asked
  log.info({ signal }, 'stopping')
  setTimeout(() => process.exit(exitCodes.stopped), longestStop).unref()
  await (await starting).stop()
  return exitCodes.stopped
}
