import type { Access } from '../../src/listeners/access.ts'
import { createHomeTab } from '../../src/listeners/events/home-tab.ts'
import type { HomeSection } from '../../src/listeners/home-section.ts'
import { type HomeAction, readHomeState } from '../../src/listeners/payloads.ts'
import type { Block } from '../../src/model/message.ts'
import type { SpikeCardRecord } from '../../src/model/spike-card.ts'
import type { RegisteredSubscription } from '../../src/model/subscription.ts'
import type { Operation } from '../../src/people/permission.ts'
import { type SpeakTo, speakToAll } from '../../src/people/speak-to.ts'
import type { Messages } from '../../src/slack/posted-messages.ts'
import { naughtyStrings } from './naughty-strings.ts'

export const now = Date.UTC(2026, 10, 22, 12)
export const channelOf = (index: number) => `C${index % 10}`

/** 300 subscriptions with hostile names, each posting to one of ten channels. */
export const registered = Array.from({ length: 300 }, (_, index): RegisteredSubscription => {
  const name = `${index} ${naughtyStrings[index % naughtyStrings.length]}`.slice(0, 80)
  return {
    subscription: {
      ...{ name, alert: name, channel: channelOf(index), schedule: '* * * * *', timezone: 'UTC' },
      ...{ only: {}, except: {}, backfill: 0, burst: 5 },
    },
  } as RegisteredSubscription
})

export type Person = {
  channels?: string[]
  hidden?: (name: string) => boolean
  refusal?: (operation: Operation) => string | undefined
  /** Subscriptions of people, beside those of the channels. */
  personal?: RegisteredSubscription[]
}

/** What a section of the home tab is made of. */
export type HomeParts = {
  registry: { all(): RegisteredSubscription[] }
  access: Pick<Access, 'refusal' | 'homeRefusal' | 'readableAlerts' | 'readableSubscriptions'>
  messages: Pick<Messages, 'permalink'>
}

/** A home tab for people with these channels, with sections of features. `hidden`: subscriptions that the person may not see. */
export function homeTabWorld(
  person: Person = {},
  sectionsOf: (parts: HomeParts) => HomeSection[] = () => [],
  speakTo: SpeakTo = speakToAll,
) {
  const registry = {
    all: () => [...registered, ...(person.personal ?? [])],
    find: (name: string) => registered.find(({ subscription }) => subscription.name === name),
  }
  const access = {
    refusal: async (_asking: unknown, operation: Operation) => person.refusal?.(operation),
    homeRefusal: async () => undefined,
    readableAlerts: async () => [],
    readableSubscriptions: async () =>
      registered.filter(({ subscription }) => person.hidden?.(subscription.name) !== true),
  }
  const users = {
    nameOf: async (user: string) => user,
    channelsOf: async () => person.channels && new Set(person.channels),
  }
  const messages = { permalink: async () => 'https://acme.slack.example/archives/C1/p1' }
  const published: { blocks: Block[]; note: string }[] = []
  const updated: string[] = []
  const gate = { wait: Promise.resolve() }
  let spikes: SpikeCardRecord[] = []
  const lists = { home: sectionsOf({ registry, access, messages }), homeButtons: [], alertChoices: [] }
  const added = { all: <Name extends keyof typeof lists>(name: Name) => lists[name] }
  const home = createHomeTab({
    speakTo,
    ...{ registry, access, users, messages, added },
    help: () => ({ subcommands: [], onCards: [] }),
    finder: { channelOf: async ({ subscription }) => subscription.channel, alertsIn: async () => [] },
    describe: async (listed) =>
      listed.map(({ subscription }) => ({
        ...{ name: subscription.name, alert: subscription.alert, channel: subscription.channel },
        ...{ isFromFile: true, state: { kind: 'up-to-date' } },
      })),
    spikeCards: { running: async () => spikes },
    mutes: { of: () => [{ channel: 'C1', kind: 'author', name: 'Falcon insider', by: 'U2', at: 0 }] },
    muting: { unmute: async () => [] },
    views: {
      setTimer: () => () => undefined,
      open: async () => ({ kind: 'open', view: 'V1' }),
      async update(_view, { blocks }) {
        updated.push(JSON.stringify(blocks))
        return undefined
      },
      async publishHome(_user, blocks, note) {
        await gate.wait
        published.push({ blocks, note })
        return undefined
      },
    },
    log: { warn: () => undefined },
  })
  const stateNow = () => readHomeState(published.at(-1)?.note ?? '')
  return {
    home,
    published,
    updated,
    gate,
    /** The values of the buttons of one kind, as they are shown now. */
    values: (actionId: string) =>
      (published.at(-1)?.blocks ?? [])
        .flatMap(({ elements }) => (Array.isArray(elements) ? elements : []))
        .filter((one) => one.action_id === actionId)
        .map(({ value }): string => value),
    press: (value: string): HomeAction => ({ user: 'U1', trigger: 't', value, state: stateNow() }),
    show: () => JSON.stringify(published.at(-1)?.blocks),
    setSpikes: (records: SpikeCardRecord[]) => {
      spikes = records
    },
  }
}
