import './compile-cache.js'
import { exitCodeOf } from './cli/exit-code.ts'
import { watchStdout } from './cli/output.ts'
import { endOnSignal, exitCodes } from './cli/shutdown.ts'

/** `start` needs no parser, and no care for stdout, because it writes only its log. */
async function runCommand(args: string[]): Promise<number> {
  if (args.length === 0 || (args.length === 1 && args[0] === 'start')) {
    endOnSignal()
    return (await import('./cli/start.ts')).start()
  }
  const { runCommandLine } = await import('./cli/command-line.ts')
  const finishStdout = watchStdout(process.stdout)
  const code = await runCommandLine(args)
  const problem = await finishStdout()
  if (problem === undefined) return code
  process.stderr.write(`${problem}\n`)
  return code === exitCodes.stopped ? exitCodes.fault : code
}

process.exit(await exitCodeOf(() => runCommand(process.argv.slice(2))))
