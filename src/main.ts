import { createLog } from './app/log.ts'
import { startApp } from './app.ts'
import { readConfigurationOnly, readSettings, SettingsError } from './settings.ts'

/** Exit codes: stopped as asked, a fault, unusable settings (sysexits.h EX_CONFIG). */
const stopped = 0
const fault = 1
const unusableSettings = 78

/** A stop that takes longer is cut short, in ms: SIGTERM ends within 10 s. */
const longestStop = 9000

const commands = new Map<string, (args: string[]) => Promise<number>>([
  ['start', start],
  ['check', check],
])

async function start(): Promise<number> {
  const settings = readSettings()
  const { environment } = settings
  const log = createLog(environment.LOG_LEVEL, [
    environment.MENTIONS_API_TOKEN,
    environment.SLACK_BOT_TOKEN,
    environment.SLACK_APP_TOKEN,
    environment.SLACK_SIGNING_SECRET,
    environment.DATABASE_URL,
  ])
  const app = await startApp(settings, log)
  const signal = await untilAsked()
  log.info({ signal }, 'stopping')
  setTimeout(() => process.exit(stopped), longestStop).unref()
  await app.stop()
  return stopped
}

async function check(): Promise<number> {
  const { subscriptions, digests } = readConfigurationOnly()
  process.stdout.write(
    `The configuration is sound: ${subscriptions.length} subscriptions, ${digests.length} digests.\n`,
  )
  return stopped
}

function untilAsked(): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => resolve(signal))
  })
}

/** Runs a command; every failure ends in a sentence on stderr and its exit code. */
async function run([name = 'start', ...args]: string[]): Promise<number> {
  const command = commands.get(name)
  if (command === undefined) {
    process.stderr.write(`There is no command '${name}'. There are: ${[...commands.keys()].join(', ')}.\n`)
    return fault
  }
  try {
    return await command(args)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
    return error instanceof SettingsError ? unusableSettings : fault
  }
}

process.exit(await run(process.argv.slice(2)))
