import { readConfigurationOnly } from '../settings.ts'
import { exitCodes } from './exit-codes.ts'

/** `npm run check`: the configuration only. Throws SettingsError with all its faults. */
export async function check(): Promise<number> {
  const { subscriptions, digests } = readConfigurationOnly()
  const counts = `subscriptions: ${subscriptions.length}, digests: ${digests.length}`
  process.stdout.write(`The configuration is sound (${counts}).\n`)
  return exitCodes.stopped
}
