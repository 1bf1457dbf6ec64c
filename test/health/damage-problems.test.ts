import { describe, expect, it } from 'vitest'
import { messageSchemas } from '../../src/cli/doctor/local-checks.ts'
import { createDamageProblems } from '../../src/health/damage-problems.ts'
import { createProblems } from '../../src/health/problems.ts'
import { problemOfSubscription } from '../../src/health/subscription-problems.ts'
import type { Damage } from '../../src/model/damage.ts'
import { damageTexts, stoppingKinds, storedKinds } from '../../src/stored-kinds.ts'
import { subscriptionOf } from '../tools/story-world.ts'

const hour = 3_600_000
const mutes: Damage = {
  collection: 'mutes',
  key: 'C1',
  place: { kind: 'entry', path: 'data/mutes.json', key: 'C1' },
  why: 'it is broken',
}
const card = (line: number): Damage => ({
  collection: 'cards',
  place: { kind: 'line', path: 'data/cards/C1/2026-11-20.jsonl', line },
  why: 'it is broken',
})

/** `look` does what the bot does every five seconds. */
function open() {
  const state = { at: 0, damages: [] as Damage[] }
  const reported: string[] = []
  const problems = createProblems(() => state.at, {
    raised: ({ key }) => void reported.push(`raised ${key}`),
    cleared: ({ key }) => void reported.push(`cleared ${key}`),
  })
  const look = createDamageProblems({
    damage: { all: () => state.damages },
    problems,
    stopping: stoppingKinds,
    texts: damageTexts,
    now: () => state.at,
  })
  return { state, reported, problems, look }
}

describe('the problem of a damaged record', () => {
  it('that restricts something is shown until the record is repaired, and is reported once', () => {
    const { state, reported, problems, look } = open()
    state.damages = [mutes]
    for (; state.at < 100 * hour; state.at += hour) look()
    expect(problems.openProblems()).toMatchObject([
      {
        key: 'record mutes C1',
        channel: 'C1',
        what: expect.stringContaining("data/mutes.json, record 'C1'"),
      },
    ])
    state.damages = []
    look()
    expect(reported).toEqual(['raised record mutes C1', 'cleared record mutes C1'])
  })

  it('that stops nothing is shown for a day, once for its collection, and again if another record is damaged later', () => {
    const { state, reported, problems, look } = open()
    state.damages = [card(1), card(2)]
    for (; state.at < 40 * hour; state.at += hour) {
      look()
      problems.openProblems()
    }
    expect(reported).toEqual(['raised damage cards'])
    expect(problems.openProblems()).toEqual([])
    state.damages = [card(1), card(2), card(9)]
    look()
    expect(problems.openProblems()).toMatchObject([{ what: expect.stringContaining('line 9') }])
    expect(reported).toEqual(['raised damage cards', 'raised damage cards'])
  })

  it('is raised again if another process has removed it', () => {
    const { state, problems, look } = open()
    state.damages = [mutes]
    look()
    problems.clear('record mutes C1')
    look()
    expect(problems.openProblems()).toHaveLength(1)
  })

  it.each<[string, Partial<Damage>]>([
    ['its mutes', { collection: 'mutes', key: 'C1' }],
    ['all mutes', { collection: 'mutes' }],
    ['its pause', { collection: 'pauses', key: 'acme' }],
    ['all pauses', { collection: 'pauses' }],
    ['the id of its channel', { collection: 'known-channels', key: '#brand' }],
    ['all channel ids', { collection: 'known-channels' }],
  ])('is shown for a subscription if %s cannot be read', (_what, changes) => {
    const { state, problems, look } = open()
    const { key: _, ...whole } = mutes
    state.damages = [{ ...whole, ...changes }]
    look()
    const subscription = subscriptionOf({ name: 'acme', channel: '#Brand' })
    const of = (name: string, channel: string, id: string) =>
      problemOfSubscription(
        { ...subscription, name, channel },
        { alert: '7', channel: id },
        problems.openProblems(),
      )
    expect(of('acme', '#Brand', 'C1')).toMatchObject({ code: 'record_damaged' })
    expect(of('other', 'C2', 'C2') === undefined).toBe(
      changes.key !== undefined || changes.collection === 'known-channels',
    )
  })
})

it('the texts about damage say for each collection what follows', () => {
  for (const collection of [
    ...storedKinds.map(({ name }) => name),
    ...Object.keys(messageSchemas),
    ...['checkpoints', 'decisions'],
  ]) {
    expect(damageTexts.recordsName(collection)).not.toContain('-')
    for (const damage of [
      { ...mutes, collection },
      { ...card(1), collection },
    ]) {
      const { what } = damageTexts.others(damage, [])
      expect(what).toMatch(/: it is broken\. [A-Z/].*\.$/)
    }
  }
})

it('the text about many damaged records names three places and counts the others', () => {
  const { what } = damageTexts.others(
    card(1),
    Array.from({ length: 9_999 }, (_, index) => card(index + 2)),
  )
  expect(what).toContain('line 3: it is broken. And 9,997 other places. The buttons')
})
