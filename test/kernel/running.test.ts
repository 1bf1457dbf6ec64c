import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { defineFeature, type Feature } from '../../src/kernel/feature.ts'
import { createRunningFeatures } from '../../src/kernel/running.ts'
import type { DigestSection } from '../../src/messages/digest-section.ts'
import { roomsOf } from '../tools/rooms.ts'

const none = { file: {}, subscription: {} }
const log = { error: () => undefined }
const problem = { key: 'k', since: 0, what: 'It stopped.', whatToDo: 'Start it.' }

describe('the running features', () => {
  const calls: [string, (running: ReturnType<typeof createRunningFeatures>) => unknown][] = [
    ['hooks', (running) => running.hooks()],
    ['subcommands', (running) => running.all('subcommands')],
    ['sections of the home tab', (running) => running.all('home')],
    ['kinds of reminders', (running) => running.reminderKinds()],
    ['kinds of changes', (running) => running.changeKinds()],
    ['jobs', (running) => running.all('jobs')],
    ['lines of the status', (running) => running.statusLines()],
    [
      'sections of digests',
      (running) => running.digestSections('C1', { from: '2026-11-16', to: '2026-11-22' }),
    ],
  ]

  it.each(calls)('throw if their %s are asked for before they are created', async (_what, ask) => {
    await expect(async () => ask(createRunningFeatures(log))).rejects.toThrow('before they are created')
  })

  it.each(calls)('answer about their %s afterwards', async (_what, ask) => {
    const running = createRunningFeatures(log)
    running.create([], roomsOf({}), {})
    expect(await ask(running)).toEqual([])
  })

  it('are others after they are created again, and until then are in the same list for those who remember it', async () => {
    const hearing = (name: string) =>
      defineFeature({
        ...{ name, keys: none, uses: () => undefined },
        create: () => ({ hooks: { changed: async () => undefined } }),
      })
    const running = createRunningFeatures(log)
    running.create([hearing('before')], roomsOf({}), {})
    const before = running.hooks()
    expect(running.hooks()).toBe(before)
    running.create([hearing('after')], roomsOf({}), {})
    expect(running.hooks()).not.toBe(before)
    expect(running.hooks().map(({ name }) => name)).toEqual(['after'])
  })

  it('say why a person is passed over: the first of them with a reason decides, and no later one is asked', async () => {
    const asked: string[] = []
    const passing = (name: string, reason: 'away' | 'do-not-disturb') =>
      defineFeature({
        name,
        keys: none,
        uses: () => undefined,
        create: () => ({
          async absenceOf(user, occasion) {
            asked.push(`${name} ${user} ${occasion}`)
            return user === name ? reason : undefined
          },
        }),
      })
    const running = createRunningFeatures(log)
    running.create([passing('ANA', 'away'), passing('BEN', 'do-not-disturb')], roomsOf({}), {})
    expect(await running.absenceOf('ANA', 'call')).toBe('away')
    expect(await running.absenceOf('BEN', 'work')).toBe('do-not-disturb')
    expect(await running.absenceOf('CLEO', 'call')).toBeUndefined()
    expect(asked).toEqual(['ANA ANA call', 'ANA BEN work', 'BEN BEN work', 'ANA CLEO call', 'BEN CLEO call'])
  })

  it.each([['joke'], ['mutes']])(
    'cannot be created if two of them, or one and the core, have the subcommand %s',
    (word) => {
      const [first, second] = ['first', 'second'].map((name) =>
        defineFeature({
          name,
          keys: none,
          uses: () => undefined,
          create: () => ({
            subcommands: [{ word, rest: 'none', help: '', answer: async () => undefined }],
          }),
        }),
      )
      const both = word === 'joke' ? [first, second] : [first]
      const running = createRunningFeatures(log)
      expect(() =>
        running.create(
          both.flatMap((one) => one ?? []),
          roomsOf({}),
          {},
        ),
      ).toThrow(`two subcommands have the name ${word}`)
    },
  )

  it('hear of problems that were raised before they were created', () => {
    const heard: string[] = []
    const feature = defineFeature({
      name: 'listener',
      keys: none,
      uses: () => undefined,
      create: () => ({
        problems: {
          raised: ({ key }) => void heard.push(`raised ${key}`),
          cleared: ({ key }) => void heard.push(`cleared ${key}`),
          passed: ({ key }) => void heard.push(`passed ${key}`),
        },
      }),
    })
    const running = createRunningFeatures(log)
    running.problems.raised(problem)
    expect(heard).toEqual([])
    running.create([feature], roomsOf({}), {})
    running.problems.cleared(problem)
    running.problems.passed(problem)
    expect(heard).toEqual(['raised k', 'cleared k', 'passed k'])
  })

  it('do not hinder each other or a problem if one of them fails to take it', () => {
    const heard: string[] = []
    const listener = (name: string, raised: () => void): Feature =>
      defineFeature({
        name,
        keys: none,
        uses: () => undefined,
        create: () => ({ problems: { raised, cleared: () => undefined } }),
      })
    const running = createRunningFeatures(log)
    const broken = listener('broken', () => {
      throw new Error('a bug')
    })
    running.create([broken, listener('sound', () => void heard.push('raised'))], roomsOf({}), {})
    running.problems.raised(problem)
    expect(heard).toEqual(['raised'])
  })

  it('leave out the section of a digest that fails, and features that their settings switch off', async () => {
    const section = (text: string) => async () => ({ text: [text], blocks: [] })
    const feature = (name: string, digest: () => Promise<DigestSection>) =>
      defineFeature({
        name,
        keys: { file: { [name]: z.boolean().default(true) }, subscription: {} },
        uses: () => undefined,
        create: (_used, settings) => (settings[name] ? { digest } : undefined),
      })
    const running = createRunningFeatures(log)
    const broken = feature('broken', () => Promise.reject(new Error('a bug')))
    running.create([feature('one', section('1')), broken, feature('two', section('2'))], roomsOf({}), {
      two: false,
    })
    expect(await running.digestSections('C1', { from: '2026-11-16', to: '2026-11-22' })).toEqual([
      { text: ['1'], blocks: [] },
    ])
  })
})
