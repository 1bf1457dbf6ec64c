import { knownChannels } from '../slack/channels.ts'
import { readCollections, type StorePlace } from '../store/of-commands.ts'

/** The returned function rejects if the store cannot be read, or if the record of the name is damaged. */
export const lookUpChannelName =
  (place: StorePlace) =>
  (name: string): Promise<string | undefined> =>
    readCollections(place, (records) => knownChannels(records).find(name))
