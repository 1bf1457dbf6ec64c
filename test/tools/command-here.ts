import { vi } from 'vitest'
import { runCommandLine } from '../../src/cli/command-line.ts'
import { exitCodeOf } from '../../src/cli/exit-code.ts'
import { readVariables, variables } from '../../src/config/settings.ts'

/** What a command prints to stdout and to stderr, and its exit code. */
export type Ended = { code: number; said: string; complained: string }

/**
 * Runs a command of Overheard in the process of the test, with only these environment variables, because a new process takes longer than most
 * commands. One test of each command starts the program.
 */
export async function runHere(args: string[], environment: Record<string, string>): Promise<Ended> {
  const [said, complained] = [textOf(process.stdout), textOf(process.stderr)]
  const before = { ...variables }
  // A command with secrets in its files changes it.
  const mask = process.umask()
  replaceVariables(readVariables(environment))
  try {
    const code = await exitCodeOf(() => runCommandLine(args))
    return { code, said: said.text(), complained: complained.text() }
  } finally {
    process.umask(mask)
    replaceVariables(before)
    said.restore()
    complained.restore()
  }
}

function textOf(stream: NodeJS.WriteStream) {
  const texts: string[] = []
  const spy = vi.spyOn(stream, 'write').mockImplementation((text) => texts.push(String(text)) > 0)
  return { text: () => texts.join(''), restore: () => spy.mockRestore() }
}

function replaceVariables(wanted: typeof variables): void {
  for (const name of Object.keys(variables)) delete variables[name]
  Object.assign(variables, wanted)
}
