import { configurationPath, readConfigurationOnly, variables } from '../config/settings.ts'
import { exitCodes } from './shutdown.ts'

/** Checks only the configuration file. Throws a SettingsError with all errors of the file. */
export async function check(): Promise<number> {
  const { subscriptions, digests } = readConfigurationOnly()
  const counts = `subscriptions: ${subscriptions.length}, digests: ${digests.length}`
  process.stdout.write(`${configurationPath(variables)} is valid (${counts}).\n`)
  return exitCodes.stopped
}
