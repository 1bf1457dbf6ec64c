import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import type { Channel, Message, Person } from '../../../packages/slack-on-your-desk/src/index.ts'
import { createDemoClock, type DemoClock } from '../../../sandbox/demo/demo-clock.ts'
import { loadDataFile } from '../../../sandbox/mention-service/data-file.ts'
import { type Receiver, startReceiver } from '../../../sandbox/webhook-receiver.ts'
import { withKnownKeys } from '../../../src/cli/demo.ts'
import {
  copyFrozenFolder,
  type FrozenName,
  type FrozenStore,
  frozenText,
  restoreFrozenDatabase,
} from '../frozen-stores.ts'
import { createWorld, type World } from './bot-world.ts'
import type { peopleIn } from './people-world.ts'

/** The world that the bot of 0.2 left: Slack with its messages and receipts, the mentions, the configuration, and one of the two stores. */

/** The bot was killed at 09:00. Soon after this time, at 09:25, a bot looks for missed digests, as it does every five minutes. */
export const resumedAt = Date.parse('2026-11-23T09:24:50Z')
const secret = `whsec_${Buffer.from('a secret of thirty-two bytes long').toString('base64')}`

export type FrozenWorld = World & { receiver: Receiver }

type FrozenMessage = { ts: string; text: string; thread_ts?: string | undefined }
/** Tests of a feature in a world that they share with others. */
export type FrozenTests = (
  moment: () => {
    world: FrozenWorld
    frozen: FrozenStore
    people: ReturnType<typeof peopleIn>
    messages(channel: string): FrozenMessage[]
    /** The channel of the direct messages to a person. */
    direct(user: string): string
    told(channel: string, words: string | RegExp): FrozenMessage[]
    hears(channel: string, words: string | RegExp): Promise<void>
    cardOf(channel: string, mention: number): { ts: string; text: string }
    /** Waits until the card of a mention in the brand channel has these words. */
    shows(mention: number, words: string): Promise<void>
  },
) => void

/** `database` is the address of an empty database, which gets the dump. Without it, the bot has the data folder. */
export async function createFrozenWorld(database: string | undefined): Promise<FrozenWorld> {
  const clock = createDemoClock(Date.now, resumedAt - Date.now())
  const receiver = await startReceiver({ secret, now: clock.now })
  const world = await restoredWorld({
    ...{ frozen: '0.2', clock, folder: database === undefined },
    ...(database !== undefined && { database }),
    // The webhooks of the configuration have names that only this proxy knows.
    environment: {
      ...{ HTTP_PROXY: new URL(receiver.url).origin, NO_PROXY: '127.0.0.1', WEBHOOK_SECRET: secret },
    },
  })
  const close = async () => {
    await world.close()
    await receiver.close()
  }
  return { ...world, receiver, close }
}

type Restored = {
  frozen: FrozenName
  clock: DemoClock
  /** The bot gets the data folder. */
  folder: boolean
  /** The address of an empty database, which gets the dump. */
  database?: string
  environment: Record<string, string>
  /** Replaces keys of the configuration. */
  configuration?: object
}

/** Slack and the mentions of a frozen world, its configuration, and its folder, its database or neither. */
export async function restoredWorld({ frozen, folder, database, ...given }: Restored): Promise<World> {
  const world = await createWorld({
    clock: given.clock,
    configuration: {},
    environment: { ...given.environment, ...(database !== undefined && { DATABASE_URL: database }) },
    slack: { tiers: 'off', users: [], channels: [] },
  })
  if (database === undefined) delete world.environment.DATABASE_URL
  else await restoreFrozenDatabase(database, frozen)
  if (folder) copyFrozenFolder(world.dataDir, frozen)
  // The tests do not wait half a minute for a message that never arrives.
  const changed = { doubtSeconds: 1, ...given.configuration }
  const configuration = withKnownKeys({ ...parse(frozenText(frozen, 'overheard.yaml')), ...changed })
  writeFileSync(join(world.folder, 'overheard.yaml'), JSON.stringify(configuration))
  for (const { alert_id } of world.mentionStore.alerts()) world.mentionStore.deleteAlert(alert_id)
  loadDataFile(world.mentionStore, frozenText(frozen, 'mentions.jsonl'))
  restoreSlack(world, frozen)
  return world
}

const slackLine = z.union([
  z.object({ person: z.custom<Person>() }),
  z.object({ channel: z.custom<Channel>() }),
  z.object({ channel_id: z.string(), message: z.custom<Message>() }),
])

function restoreSlack({ slack: { state } }: World, frozen: FrozenName): void {
  for (const line of frozenText(frozen, 'slack.jsonl').trim().split('\n')) {
    const one = slackLine.parse(JSON.parse(line))
    if ('person' in one) state.people.set(one.person.id, one.person)
    else if ('channel' in one) state.channels.set(one.channel.id, one.channel)
    else {
      const { channel_id: id, message } = one
      state.messages.set(id, [...(state.messages.get(id) ?? []), { message, readableAt: 0 }])
    }
  }
  // New ids must differ from those of the restored channels.
  state.lastId = 1_000_000
}
