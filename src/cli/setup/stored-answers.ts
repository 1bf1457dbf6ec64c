import { randomInt } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { createRuntime } from '@overheard/base/runtime'
import { readConfiguration, subscriptionDefaults } from '../../config/configuration.ts'
import { needsFileError } from '../../config/settings.ts'
import { openInstallation } from '../../installations/index.ts'
import { writtenKeysOf } from '../../kernel/feature.ts'
import { type Collections, openCollection } from '../../model/collection.ts'
import { settingKind } from '../../model/made-settings.ts'
import { changeCollections, type StorePlace } from '../../store/of-commands.ts'
import { readRecords } from '../../store/read-records.ts'
import { subscriptionKind } from '../../stored-kinds.ts'
import { withChangesFromSlack } from '../changes-from-slack.ts'
import { uniqueSubscriptionName } from './subscription-steps.ts'

/** Where a setup keeps answers for which no configuration file is written. */
export type StoredAnswers = {
  /** What is stored so far, as the text of a configuration file; empty if nothing is. */
  read(): Promise<string>
  /** Stores what the text of a configuration file has more. Rejects if the store cannot be written. */
  save(text: string): Promise<void>
}

/** Stands for the person who answered, because nobody knows their Slack member id. */
const bySetup = 'setup'

export function createStoredAnswers(place: StorePlace, now: () => number): StoredAnswers {
  return {
    async read() {
      const found = await readRecords(place, createRuntime(), (store) => textOf(store, now()))
      return found.kind === 'read' ? found.value : ''
    },
    save: (text) => changeCollections(place, (store) => storeAll(store, text, now)),
  }
}

async function textOf(store: Collections, now: number): Promise<string> {
  const settings = await openCollection(store, settingKind).entries()
  const changes = {
    settings: Object.fromEntries(settings.map(({ key, value }) => [key, value.value])),
    subscriptions: await openCollection(store, subscriptionKind).all(),
    ...{ alerts: [], mutes: [], pauses: [], idOf: () => undefined },
  }
  return withChangesFromSlack('', changes, now).text
}

/** The settings come first, because subscriptions need what `listen` makes. */
async function storeAll(store: Collections, text: string, now: () => number): Promise<void> {
  const read = readConfiguration(text)
  if (!('configuration' in read)) throw new Error(read.errors.join('\n'))
  if ((await openInstallation(store, now, randomInt, false)).isWithoutFile === undefined)
    throw needsFileError()
  const { configuration } = read
  const by = { by: bySetup, at: now() }
  const { subscriptions: _, ...settings } = writtenKeysOf(configuration.written)
  const made = openCollection(store, settingKind)
  for (const [key, value] of Object.entries(settings))
    await made.change(key, (current) =>
      isDeepStrictEqual(current?.value, value) ? current : { value, ...by },
    )
  const usual = subscriptionDefaults(configuration)
  const stored = openCollection(store, subscriptionKind)
  for (const { maxAge, quiet, ...rest } of configuration.subscriptions) {
    const all = await stored.all()
    const isThere = all.some(
      ({ ended, subscription: { alert, channel } }) =>
        ended === undefined && alert === rest.alert && channel === rest.channel,
    )
    if (isThere) continue
    // The name of an ended subscription is never used again.
    const taken = all.map(({ subscription }) => subscription.name)
    const name = uniqueSubscriptionName({ id: '', name: rest.name }, taken)
    // A copy of what counts for all subscriptions would stay when the settings change.
    const subscription = {
      ...{ ...rest, name },
      ...(maxAge !== undefined && maxAge !== usual.maxAge && { maxAge }),
      ...(quiet !== undefined && !isDeepStrictEqual(quiet, usual.quiet) && { quiet }),
    }
    await stored.change(name, (current) => current ?? { subscription, created: by })
  }
}
