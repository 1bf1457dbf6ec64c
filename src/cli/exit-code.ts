import { mayPass } from '../model/file-errors.ts'
import { errorSentence } from './output.ts'
import { exitCodes } from './shutdown.ts'

/**
 * Errors with these names mean unusable settings (exit code 78), unless their cause may pass: after 78, systemd does not start the bot
 * again. A comparison by name does not load the modules of the classes.
 */
const settingsErrors = new Set([
  'SettingsError',
  'FolderUnusableError',
  'DatabaseRefusedError',
  'ServiceRefusedError',
  'SourceSettingsError',
  'DatabaseError',
])

/** Runs a command, prints its error, and resolves with the exit code of the process. */
export async function exitCodeOf(command: () => Promise<number>): Promise<number> {
  try {
    return await command()
  } catch (error) {
    // The parser has already printed its message, which is an error, the help or the version.
    if (error instanceof Error && 'exitCode' in error) return Number(error.exitCode)
    process.stderr.write(`${errorSentence(error)}\n`)
    const isSettingsError = error instanceof Error && settingsErrors.has(error.name) && !mayPass(error)
    return isSettingsError ? exitCodes.unusableSettings : exitCodes.fault
  }
}
