import './compile-cache.js'
import { exitCodes } from './app/exit-codes.ts'
import { errorSentence } from './app/failure-words.ts'
import { watchStdout } from './app/printed.ts'
import { isMisused, usage } from './app/usage.ts'

type Command = (args: string[]) => Promise<number>

/** What stands behind settings that cannot be used, by the names of the errors: their classes need not be loaded to tell them. */
const settingsErrors = new Set(['SettingsError', 'FolderUnusableError', 'DatabaseRefusedError'])

/** Each command is loaded when it is asked for: the bot needs nothing of the demo. */
const commands = new Map<string, () => Promise<Command>>([
  ['start', async () => (await import('./app/start-command.ts')).start],
  ['setup', async () => (await import('./app/setup-command.ts')).setup],
  ['demo', async () => (await import('./app/demo-command.ts')).demo],
  ['service', async () => (await import('./app/service-command.ts')).service],
  ['check', async () => (await import('./app/check-command.ts')).check],
  ['doctor', async () => (await import('./app/doctor-command.ts')).doctor],
  ['backtest', async () => (await import('./app/backtest-command.ts')).backtest],
  ['migrate', async () => (await import('./app/migrate-command.ts')).migrate],
  ['schema', async () => (await import('./app/schema-command.ts')).schema],
])

/** Runs a command; every failure ends in a sentence on stderr and its exit code. */
async function run([name = 'start', ...args]: string[]): Promise<number> {
  const load = commands.get(name)
  if (load === undefined) {
    process.stderr.write(`There is no command '${name}'. There are: ${[...commands.keys()].join(', ')}.\n`)
    return exitCodes.fault
  }
  if (args.includes('--help')) {
    process.stdout.write(`${usage(name)}\n`)
    return exitCodes.stopped
  }
  try {
    const command = await load()
    return name === 'start' ? await command(args) : await printing(command, args)
  } catch (error) {
    process.stderr.write(`${errorSentence(error)}\n`)
    if (isMisused(error)) process.stderr.write(`${usage(name)}\n`)
    const isSetting = error instanceof Error && settingsErrors.has(error.name)
    return isSetting ? exitCodes.unusableSettings : exitCodes.fault
  }
}

/** Runs a command that prints for people; the bot writes its log, and never waits for who reads it. */
async function printing(command: Command, args: string[]): Promise<number> {
  const printed = watchStdout(process.stdout)
  const code = await command(args)
  const lost = await printed()
  if (lost === undefined) return code
  process.stderr.write(`${lost}\n`)
  return code === exitCodes.stopped ? exitCodes.fault : code
}

process.exit(await run(process.argv.slice(2)))
