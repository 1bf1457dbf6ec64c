import { existsSync, readFileSync } from 'node:fs'
import { readConfiguration } from '../config/configuration.ts'
import {
  configurationPath,
  hasConfigurationFile,
  needsFileError,
  readConfigurationOnly,
  variables,
} from '../config/settings.ts'
import { type Collections, openCollection } from '../model/collection.ts'
import { knownChannelKind } from '../slack/channels.ts'
import { mustBeUsable, readCollections, storePlaceOf } from '../store/of-commands.ts'
import { muteKind, pauseKind, subscriptionKind } from '../stored-kinds.ts'
import { type ChangesFromSlack, withChangesFromSlack } from './changes-from-slack.ts'
import { exitCodes } from './shutdown.ts'
import { storedSettings } from './stored-settings.ts'

/**
 * Prints the configuration file with what people have set in Slack, also while bots run. Changes nothing. Throws if the file has errors, or
 * if the store cannot be read.
 */
export async function exportConfig({ diff = false }: { diff?: boolean }): Promise<number> {
  const file = configurationPath(variables)
  const { text, drift } = await withWhatIsStored(existsSync(file) ? readFileSync(file, 'utf8') : '')
  if (diff) {
    const lines = drift.length === 0 ? [`${file} has everything that people have set in Slack.`] : drift
    process.stdout.write(lines.map((line) => `${line}\n`).join(''))
    return drift.length === 0 ? exitCodes.stopped : exitCodes.fault
  }
  const { errors } = readConfiguration(text)
  if (errors.length > 0)
    throw new Error(`What people have set in Slack does not fit into ${file}:\n${errors.join('\n')}`)
  process.stdout.write(text)
  return exitCodes.stopped
}

async function withWhatIsStored(written: string): Promise<ReturnType<typeof withChangesFromSlack>> {
  const { made: settings } = await storedSettings(variables)
  const { listen } = readConfigurationOnly(variables, settings)
  const alerts =
    listen === undefined
      ? []
      : await (await import('./listen/alerts-from-slack.ts')).alertsFromSlack(variables)
  return withChangesFromSlack(written, { ...(await readChanges(variables)), alerts, settings }, Date.now())
}

/**
 * Returns the file that `exportConfig` would print, for commands of a bot that runs without one; undefined if there is a file, or if nothing is
 * stored yet. Throws a SettingsError if the data was used with a file.
 */
export async function storedConfiguration(): Promise<string | undefined> {
  if (hasConfigurationFile(variables)) return undefined
  const { isWithoutFile, needsFile } = await storedSettings(variables)
  if (needsFile) throw needsFileError()
  return isWithoutFile ? (await withWhatIsStored('')).text : undefined
}

type ChangesOfStore = Omit<ChangesFromSlack, 'alerts' | 'settings'>
type StoreVariables = Record<string, string | undefined>

/** Rejects if a record is damaged, because the result would lack it. */
export async function readChanges(given: StoreVariables): Promise<ChangesOfStore> {
  const place = storePlaceOf(given)
  if (place.DATABASE_URL === undefined) await mustBeUsable(place.DATA_DIR)
  return readCollections(place, readFrom)
}

async function readFrom(store: Collections): Promise<ChangesOfStore> {
  const [subscriptions, mutes, pauses, channels] = await Promise.all([
    openCollection(store, subscriptionKind).readAll(),
    openCollection(store, muteKind).readAll(),
    openCollection(store, pauseKind).readAll(),
    openCollection(store, knownChannelKind).readAll(),
  ])
  const damaged = [subscriptions, mutes, pauses, channels].flatMap((read) => read.damaged)
  if (damaged.length > 0) throw new Error('Stored records are damaged: `overheard doctor` names them.')
  const ids = new Map(channels.entries.map(({ key, value }) => [key, value]))
  return {
    subscriptions: subscriptions.entries.map(({ value }) => value),
    mutes: mutes.entries.flatMap(({ value }) => value),
    pauses: pauses.entries.map(({ key, value }) => ({ name: key, pause: value })),
    idOf: (channel) => (channel.startsWith('#') ? ids.get(channel.toLowerCase()) : channel),
  }
}
