import './compile-cache.js'
import { errorSentence, watchStdout } from './cli/output.ts'
import { exitCodes } from './cli/shutdown.ts'

/** Errors with these names mean unusable settings (exit code 78). A comparison by name does not load the modules of the classes. */
const settingsErrors = new Set([
  'SettingsError',
  'FolderUnusableError',
  'DatabaseRefusedError',
  'ServiceRefusedError',
  'SourceSettingsError',
  'DatabaseError',
])

async function run(args: string[]): Promise<number> {
  try {
    return await runCommand(args)
  } catch (error) {
    // The parser has already printed its message, which is an error, the help or the version.
    if (error instanceof Error && 'exitCode' in error) return Number(error.exitCode)
    process.stderr.write(`${errorSentence(error)}\n`)
    const isSettingsError = error instanceof Error && settingsErrors.has(error.name)
    return isSettingsError ? exitCodes.unusableSettings : exitCodes.fault
  }
}

/** `start` needs no parser, and no care for stdout, because it writes only its log. */
async function runCommand(args: string[]): Promise<number> {
  if (args.length === 0 || (args.length === 1 && args[0] === 'start'))
    return (await import('./cli/start.ts')).start()
  const { runCommandLine } = await import('./cli/command-line.ts')
  const finishStdout = watchStdout(process.stdout)
  const code = await runCommandLine(args)
  const problem = await finishStdout()
  if (problem === undefined) return code
  process.stderr.write(`${problem}\n`)
  return code === exitCodes.stopped ? exitCodes.fault : code
}

process.exit(await run(process.argv.slice(2)))
