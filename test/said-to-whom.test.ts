import { createOutboxMemory } from '@overheard/post-once'
import type { App } from '@slack/bolt'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createCards } from '../src/cards/cards.ts'
import { defaultWeights } from '../src/config/configuration-schema.ts'
import { sendDigest } from '../src/digests/deliver.ts'
import { decideFor } from '../src/engine/rules/rules.ts'
import { pollAlert } from '../src/engine/run/poll.ts'
import type { HomeSection } from '../src/listeners/home-section.ts'
import { createRegistration } from '../src/listeners/registration.ts'
import { addLanguage, languageNow, speakIn } from '../src/messages/kit/locale.ts'
import { emptyMenu } from '../src/messages/mention/card-menu.ts'
import { reminderBase } from '../src/model/reminder.ts'
import type { SpeakTo } from '../src/people/speak-to.ts'
import { reminderKind } from '../src/reminders/reminder-kind.ts'
import { createReminderSender } from '../src/reminders/reminder-sender.ts'
import { createChangeLog } from '../src/subscriptions/change-log.ts'
import { createDigestWorld, depsOf, weekly } from './tools/digest-world.ts'
import { homeTabWorld } from './tools/home-tab-world.ts'
import { memoryStore } from './tools/memory-store.ts'
import { sampleMention } from './tools/sample-mention.ts'
import { alert, createStoryWorld, subscriptionOf } from './tools/story-world.ts'

/** Each reader has a language of their own, so that what is drawn tells for whom. */
const languages = { person: 'en-XP', subscription: 'en-XS', channel: 'en-XC' }
const speakTo: SpeakTo = {
  person: async (_, run) => speakIn(languages.person, run),
  asker: (_, run) => speakIn(languages.person, run),
  subscription: (_, run) => speakIn(languages.subscription, run),
  channel: async (_, run) => speakIn(languages.channel, run),
}

const reader = () =>
  Object.entries(languages).find(([, language]) => language === languageNow())?.[0] ?? 'nobody'

beforeAll(() => {
  for (const language of [...Object.values(languages), other]) addLanguage(language)
})

/** A person who reads another language has caused it all. */
const other = 'en-XO'
const fromOther = <T>(run: () => T): T => speakIn(other, run)

describe('whose language is spoken', () => {
  it.each(['action', 'home action', 'form', 'form with a check', 'slow form', 'shortcut'])(
    'to a person, by the listener of a %s',
    async (what) => {
      const heard: string[] = []
      const registered = new Map<string, (event: object) => Promise<void>>()
      const listen = (id: string, handle: (event: object) => Promise<void>) => void registered.set(id, handle)
      const bolt = { action: listen, view: listen, shortcut: listen } as unknown as App
      const on = createRegistration(bolt, speakTo)
      const hear = async () => void heard.push(reader())
      on.inMessage('action', hear)
      on.onHome('home action', hear)
      on.submit('form', hear)
      on.checkedSubmit(
        'form with a check',
        () => {
          heard.push(reader())
          return undefined
        },
        hear,
      )
      on.slowSubmit('slow form', hear)
      on.messageShortcut('shortcut', hear)
      const body = {
        ...{ user: { id: 'U1' }, channel: { id: 'C1' }, container: { message_ts: '1.2' }, trigger_id: 't' },
        ...{ response_url: 'https://slack.example', actions: [{ value: 'v' }], message: {} },
        view: { id: 'V1', private_metadata: '', callback_id: what, state: { values: {} } },
      }
      await registered.get(what)?.({ ack: async () => undefined, body })
      expect(new Set(heard)).toEqual(new Set(['person']))
    },
  )

  it('to a subscription, by its polls', async () => {
    const world = createStoryWorld()
    world.add(1)
    const posts: string[] = []
    const deps = world.deps()
    const [subscription = subscriptionOf()] = world.subscriptions
    const due = { subscription, decide: decideFor(subscription), state: { verified: false, behind: false } }
    const observed: typeof deps = {
      ...deps,
      places: { ...deps.places, speakTo },
      async post(posting) {
        posts.push(reader())
        return deps.post(posting)
      },
    }
    await fromOther(() => pollAlert(observed, alert, [due]))
    expect(new Set(posts)).toEqual(new Set(['subscription']))
  })

  it('to a subscription, by a card that is drawn again after a press', async () => {
    const drawn: string[] = []
    const place = { channel: 'C1', ts: '1.2' }
    const cards = createCards({
      ...{ store: memoryStore(), nameOf: async () => 'Ana', keptMs: 1e9, now: () => 1000, openForMs: 1e9 },
      ...{ weights: defaultWeights, speakTo },
      messages: { update: async () => ({ kind: 'updated' }), permalink: async () => undefined },
      menu() {
        drawn.push(reader())
        return emptyMenu
      },
      async spikeCardAdditions() {
        drawn.push(reader())
        return []
      },
    })
    const shows = { kind: 'card', mention: sampleMention({ id: '1' }), style: 'full' } as const
    await cards.originalCards.keep({ ...place, subscription: 'acme', alert: '7', actions: [], shows })
    await fromOther(() => cards.originalCards.draw(place))
    expect(drawn).toEqual(['subscription'])
  })

  it.each([
    [{ to: 'U1', channel: 'C1' }, 'person'],
    [{ subscription: 'acme', channel: 'C1' }, 'subscription'],
    [{ channel: 'C1' }, 'channel'],
    [{ card: { channel: 'C1', ts: '1.2' } }, 'channel'],
  ])('by a reminder with %o to the %s', async (fields, expected) => {
    const drawn: string[] = []
    const schema = reminderBase.extend({ kind: z.literal('sample') }).loose()
    const reminders = memoryStore().collection('reminders', schema)
    await reminders.put('r1', { id: 'r1', kind: 'sample', created: 1, due: 1, ...fields })
    const sender = createReminderSender({
      ...{
        now: () => 2,
        steady: () => 2,
        slackTime: () => 2,
        sleep: async () => undefined,
        speakTo,
        reminders,
      },
      ...{ stopping: new AbortController().signal, accepted: () => 0, doubtMs: 1, self: 'process' },
      post: async () => ({ kind: 'delivered', ts: '1', receiptKept: true }),
      readHistory: async () => ({ kind: 'seen', bounded: false, messages: [] }),
      channelRate: { take: async () => 0, pause: async () => undefined },
      outboxMemory: createOutboxMemory(),
      log: { info: () => undefined, warn: () => undefined },
      kinds: () => [
        reminderKind('sample', schema, {
          async due() {
            drawn.push(reader())
            return 'over'
          },
          logFields: () => ({}),
        }),
      ],
    })
    await fromOther(sender.sendDue)
    expect(drawn).toEqual([expected])
  })

  it.each([
    ['C1', 'delivered', ['channel', 'channel']],
    ['C1', 'rejected', ['channel', 'channel', 'person']],
    ['', 'delivered', ['person', 'person']],
  ] as const)(
    'by the announcement of a change in the channel "%s" that is %s',
    async (channel, kind, expected) => {
      const said: string[] = []
      const changes = createChangeLog({
        ...{ now: () => 1, newId: () => 'a', kinds: () => [], speakTo, nameOf: async () => 'Ana' },
        ...{ messages: { update: async () => ({ kind: 'updated' }) }, changed: async () => undefined },
        announced: { find: async () => undefined, keep: async () => undefined, take: async () => undefined },
        post: async () =>
          kind === 'delivered'
            ? { kind, ts: '1', receiptKept: true }
            : { kind, extent: 'channel', reason: 'is_archived' },
        log: { warn: () => undefined },
      })
      const did = () => {
        said.push(reader())
        return ['did something']
      }
      await fromOther(() => changes.announce(channel, 'U1', did, { alerts: [] }))
      expect(said).toEqual(expected)
    },
  )

  it('to a channel, by its digest', async () => {
    const drawn: string[] = []
    const deps = depsOf(createDigestWorld(Date.UTC(2026, 10, 23, 12)), 'life 1')
    const compose = {
      ...deps.compose,
      async sections() {
        drawn.push(reader())
        return []
      },
    }
    await fromOther(() => sendDigest({ ...deps, speakTo, compose }, weekly))
    expect(drawn).toEqual(['channel'])
  })

  it('to a person, by the home tab, whoever causes it to be shown', async () => {
    const drawn: string[] = []
    const section: HomeSection = {
      place: 'top',
      mostBlocks: 5,
      async blocks() {
        drawn.push(reader())
        return []
      },
    }
    const { home } = homeTabWorld({ channels: ['C1'] }, () => [section], speakTo)
    await home.show('U1')
    expect(drawn).toEqual(['person'])
  })
})
