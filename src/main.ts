import './compile-cache.js'
import { errorSentence, isMisused, usage, watchStdout } from './cli/output.ts'
import { exitCodes } from './cli/shutdown.ts'

type Command = (args: string[]) => Promise<number>

/** Errors with these names mean unusable settings (exit code 78). A comparison by name does not load the modules of the classes. */
const settingsErrors = new Set(['SettingsError', 'FolderUnusableError', 'DatabaseRefusedError'])

/** Each command is loaded when it is run, so the bot does not load the demo. */
const commands = new Map<string, () => Promise<Command>>([
  ['start', async () => (await import('./cli/start.ts')).start],
  ['setup', async () => (await import('./cli/setup/setup.ts')).setup],
  ['demo', async () => (await import('./cli/demo.ts')).demo],
  ['service', async () => (await import('./cli/service.ts')).service],
  ['slack', async () => (await import('./cli/service.ts')).slack],
  ['check', async () => (await import('./cli/check.ts')).check],
  ['doctor', async () => (await import('./cli/doctor/doctor.ts')).doctor],
  ['backtest', async () => (await import('./cli/backtest/backtest.ts')).backtest],
  ['migrate', async () => (await import('./cli/migrate.ts')).migrate],
  ['forget', async () => (await import('./cli/forget.ts')).forget],
  ['schema', async () => (await import('./cli/schema.ts')).schema],
])

async function run([name = 'start', ...args]: string[]): Promise<number> {
  const load = commands.get(name)
  if (load === undefined) {
    process.stderr.write(`Unknown command '${name}'. The commands are: ${[...commands.keys()].join(', ')}.\n`)
    return exitCodes.fault
  }
  if (args.includes('--help')) {
    process.stdout.write(`${usage(name)}\n`)
    return exitCodes.stopped
  }
  try {
    const command = await load()
    return name === 'start' ? await command(args) : await runAndFlush(command, args)
  } catch (error) {
    process.stderr.write(`${errorSentence(error)}\n`)
    if (isMisused(error)) process.stderr.write(`${usage(name)}\n`)
    const isSettingsError = error instanceof Error && settingsErrors.has(error.name)
    return isSettingsError ? exitCodes.unusableSettings : exitCodes.fault
  }
}

/**
 * Runs a command that prints text for people, and reports if the text could not be written. `start` does not need this, because it writes
 * only its log.
 */
async function runAndFlush(command: Command, args: string[]): Promise<number> {
  const finishStdout = watchStdout(process.stdout)
  const code = await command(args)
  const problem = await finishStdout()
  if (problem === undefined) return code
  process.stderr.write(`${problem}\n`)
  return code === exitCodes.stopped ? exitCodes.fault : code
}

process.exit(await run(process.argv.slice(2)))
