import { randomUUID } from 'node:crypto'
import { createRuntime } from '@overheard/base/runtime'
import { readConfigurationOnly, variables } from '../config/settings.ts'
import { type Collections, openCollection } from '../model/collection.ts'
import { startAgainId } from '../model/pause.ts'
import { entryOf } from '../model/subscription.ts'
import { changeCollections, storePlaceOf } from '../store/of-commands.ts'
import { pauseKind, subscriptionKind } from '../stored-kinds.ts'
import { exitCodes } from './shutdown.ts'
import { storedSettings } from './stored-settings.ts'

/**
 * Lets a subscription forget all ids that it has read, and start from now, because the mention service has started its ids again. The bot does it at
 * the next poll. Throws if there is no such subscription, if a bot uses the folder, or if the store cannot be used.
 */
export async function startAgain(name: string): Promise<number> {
  const place = storePlaceOf(variables)
  const { made } = await storedSettings(variables)
  const inFile = readConfigurationOnly(variables, made).subscriptions.map((subscription) => subscription.name)
  const names = await changeCollections(place, (records) => requestStart(records, inFile, name))
  const when = place.DATABASE_URL === undefined ? 'when the bot starts' : 'with its next poll'
  for (const one of names)
    process.stdout.write(`${one} starts again from now ${when}. What is there by then is not posted.\n`)
  return exitCodes.stopped
}

async function requestStart(store: Collections, inFile: string[], asked: string): Promise<string[]> {
  const { now } = createRuntime()
  const fromSlack = await openCollection(store, subscriptionKind).all()
  const all = [
    ...inFile,
    ...fromSlack.flatMap(({ ended, subscription }) => (ended === undefined ? [subscription.name] : [])),
  ]
  const names = all.filter((one) => one === asked || entryOf(one) === asked)
  if (names.length === 0)
    throw new Error(`There is no subscription '${asked}'. There are: ${all.join(', ') || 'none'}.`)
  const pauses = openCollection(store, pauseKind)
  for (const one of names)
    await pauses.change(one, (pause) => {
      const startOver = startAgainId(randomUUID())
      return { id: startOver, by: '', at: now(), until: now(), ...pause, startOver }
    })
  return names
}
