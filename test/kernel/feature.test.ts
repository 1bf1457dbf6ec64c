import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { defineFeature } from '../../src/kernel/feature.ts'
import { subscriptionKey } from '../../src/kernel/subscription-key.ts'
import { reminderBase } from '../../src/model/reminder.ts'
import { roomsOf } from '../tools/rooms.ts'
import { subscriptionOf } from '../tools/story-world.ts'

const none = { file: {}, subscription: {} }
const noRooms = roomsOf({})
const callSchema = reminderBase.extend({ kind: z.literal('call'), to: z.string() })
const swapSchema = z.object({ kind: z.literal('swap'), by: z.string() })
const call = { id: 'c', created: 1, due: 2, kind: 'call' as const, to: 'U1' }

const owner = {
  due: async ({ to }: z.infer<typeof callSchema>) => ({
    channel: to,
    content: { text: 'Hello', blocks: [] },
  }),
  logFields: () => ({}),
}

describe('a feature', () => {
  it('gets what it picks from the rooms and nothing else', () => {
    let got: object = {}
    const feature = defineFeature({
      name: 'one',
      keys: none,
      uses: ({ settings: { timezone } }) => ({ timezone }),
      create(used) {
        got = used
        return {}
      },
    })
    feature.create(roomsOf({ settings: { timezone: 'UTC', keptMs: 1 }, clock: { newId: () => 'x' } }), {})
    expect(got).toEqual({ timezone: 'UTC' })
  })

  it('gets its own settings with their defaults, and nothing else of the file', () => {
    let got: object = {}
    const feature = defineFeature({
      name: 'one',
      keys: { file: { mine: z.number().default(7) }, subscription: {} },
      uses: () => undefined,
      create(_used, settings) {
        got = settings
        return {}
      },
    })
    feature.create(noRooms, { other: true })
    expect(got).toEqual({ mine: 7 })
  })

  it('checks its keys in the file and in the entries of subscriptions', () => {
    const feature = defineFeature({
      name: 'one',
      keys: { file: { mine: z.number() }, subscription: { own: z.string().optional() } },
      check: ({ mine }, subscriptions) =>
        subscriptions.map(({ hasNotify, own }, index) => ({
          path: ['subscriptions', index],
          message: `${mine} ${hasNotify} ${own.own}`,
        })),
      uses: () => undefined,
      create: () => ({}),
    })
    const file = { mine: 1, subscriptions: [{ own: 'a', notify: {} }, { name: 'b' }] }
    expect(feature.check(file, undefined).map(({ message }) => message)).toEqual([
      '1 true a',
      '1 false undefined',
    ])
    expect(feature.check({ mine: 'wrong' }, undefined)).toEqual([])
  })

  it('refuses a misspelled addition and a misspelled key of a job, as a TypeScript error', () => {
    const about = { name: 'one', keys: { file: {}, subscription: {} }, uses: () => undefined }
    const job = { name: 'count', cron: '0 * * * *', run: async () => undefined }
    const features = [
      defineFeature({ ...about, create: () => ({ jobs: [job] }) }),
      // @ts-expect-error
      defineFeature({ ...about, create: () => ({ cardHelp: [], jobss: [job] }) }),
      // @ts-expect-error
      defineFeature({ ...about, create: () => ({ cardHelp: [], jobss: [] }) }),
      // @ts-expect-error
      defineFeature({ ...about, create: () => ({ jobs: [{ ...job, timezon: 'Asia/Tokyo' }] }) }),
      defineFeature({
        ...about,
        // @ts-expect-error
        create(): { jobs: (typeof job)[]; atStart: true } | undefined {
          return { jobs: [job], atStart: true }
        },
      }),
    ]
    expect(features).toHaveLength(5)
  })

  it('owns its kinds of reminders and of changes', async () => {
    const feature = defineFeature({
      name: 'one',
      keys: none,
      reminders: { call: callSchema },
      changes: { swap: swapSchema },
      uses: () => undefined,
      create: () => ({
        reminders: { call: owner },
        changes: {
          swap: {
            permissionToUndo: () => ({ operation: 'change' as const, alerts: [] }),
            undo: async ({ by }) => (by === 'U1' ? 'undone' : 'gone'),
            afterUndo: ({ by }) => `As before ${by}.`,
          },
        },
      }),
    })
    expect([[...feature.reminders.keys()], [...feature.changes.keys()]]).toEqual([['call'], ['swap']])
    const running = feature.create(noRooms, {})
    const [reminders] = running?.reminderKinds ?? []
    expect(await reminders?.of(call)?.due()).toMatchObject({ channel: 'U1' })
    expect(reminders?.of({ ...call, kind: 'another' })).toBeUndefined()
    const [changes] = running?.changeKinds ?? []
    const swap = { kind: 'swap', by: 'U1' }
    expect(await changes?.of(swap)?.undo('U2')).toBe('undone')
    expect(changes?.of(swap)?.afterUndo()).toBe('As before U1.')
  })

  it('does not compile if a declared kind has no owner, if an owner has the wrong type, or if a kind is not declared', () => {
    const uses = () => undefined
    const reminders = { call: callSchema }
    // @ts-expect-error The kind `call` has no owner.
    defineFeature({ name: 'one', keys: none, uses, reminders, create: () => ({}) })
    const wrong = { ...owner, due: async ({ from }: { from: string }) => ({ until: from.length }) }
    defineFeature({
      ...{ name: 'one', keys: none, uses },
      reminders,
      // @ts-expect-error A call has no field `from`.
      create: () => ({ reminders: { call: wrong } }),
    })
    // @ts-expect-error The kind `call` is not declared.
    defineFeature({ name: 'one', keys: none, uses, create: () => ({ reminders: { call: owner } }) })
    expect(uses()).toBeUndefined()
  })
})

describe('a key of a subscription that belongs to a feature', () => {
  const priority = subscriptionKey('priority', z.number())

  it('is read from a subscription, whose type does not have it', () => {
    expect(priority({ ...subscriptionOf(), ...{ priority: 3 } })).toBe(3)
  })

  it('counts as missing if the value does not fit', () => {
    expect(priority({ ...subscriptionOf(), ...{ priority: 'high' } })).toBeUndefined()
    expect(priority(subscriptionOf())).toBeUndefined()
  })
})
