import './compile-cache.js'
import { errorSentence, isMisused, usage, watchStdout } from './cli/output.ts'
import { exitCodes } from './cli/shutdown.ts'

type Command = (args: string[]) => Promise<number>

/** What stands behind settings that cannot be used, by the names of the errors: their classes need not be loaded to tell them. */
const settingsErrors = new Set(['SettingsError', 'FolderUnusableError', 'DatabaseRefusedError'])

/** Each command is loaded when it is asked for: the bot needs nothing of the demo. */
const commands = new Map<string, () => Promise<Command>>([
  ['start', async () => (await import('./cli/start.ts')).start],
  ['setup', async () => (await import('./cli/setup/setup.ts')).setup],
  ['demo', async () => (await import('./cli/demo.ts')).demo],
  ['service', async () => (await import('./cli/service.ts')).service],
  ['check', async () => (await import('./cli/check.ts')).check],
  ['doctor', async () => (await import('./cli/doctor/doctor.ts')).doctor],
  ['backtest', async () => (await import('./cli/backtest/backtest.ts')).backtest],
  ['migrate', async () => (await import('./cli/migrate.ts')).migrate],
  ['schema', async () => (await import('./cli/schema.ts')).schema],
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
