import fc from 'fast-check'
import { expect, it } from 'vitest'
import { digestMessages } from '../../src/digests/content/message.ts'
import { onePerStory, storiesOf } from '../../src/digests/content/stories.ts'
import type { DecisionRecord } from '../../src/model/decision.ts'
import { summaryOf } from '../tools/period-summaries.ts'
import { sampleMention } from '../tools/sample-mention.ts'

const entry = (id: string, reason: string, detail?: string): DecisionRecord => ({
  ...{ at: 1, subscription: 'acme', alert: '7', id, url: `https://p${id}.example/`, reason },
  outcome: reason.startsWith('duplicate') ? 'skipped' : 'posted',
  ...(detail !== undefined && { detail }),
})

it('a story is a mention, those that joined its card, and those of the card on which it came up again', () => {
  const stories = storiesOf('7', [
    entry('1', 'passed'),
    entry('2', 'duplicate.words', '1, Acme, recall'),
    entry('3', 'story.again', '1, 4, 22500'),
    entry('4', 'duplicate.title', '3'),
    entry('5', 'passed'),
    { ...entry('6', 'duplicate.title', '5'), alert: '8' },
    { ...entry('2', 'duplicate.words', '1, Acme'), subscription: 'other' },
  ])
  expect(['1', '2', '3', '4', '5', '6', '9'].map((id) => [stories.of(id), stories.places(id)])).toEqual([
    ['1', 4],
    ['1', 4],
    ['1', 4],
    ['1', 4],
    ['5', 1],
    ['6', 1],
    ['9', 1],
  ])
})

it('a story whose card was posted before the period is one story, too', () => {
  const stories = storiesOf('7', [entry('2', 'duplicate.words', '1'), entry('3', 'duplicate.words', '1')])
  expect([stories.of('2'), stories.of('3'), stories.places('2')]).toEqual(['1', '1', 3])
})

it('a list has one mention of each story, in the order of the list, whatever the log says', () => {
  const id = fc.constantFrom('1', '2', '3', '4', '5')
  const record = fc
    .tuple(id, fc.constantFrom('passed', 'duplicate.title', 'story.again'), id)
    .map(([one, reason, detail]) => entry(one, reason, detail))
  fc.assert(
    fc.property(fc.array(record), fc.uniqueArray(id), (records, ids) => {
      const stories = storiesOf('7', records)
      const listed = onePerStory(
        ids.map((one) => ({ id: one })),
        stories,
      ).map((one) => one.id)
      expect(listed).toEqual(ids.filter((one) => listed.includes(one)))
      expect(new Set(listed.map(stories.of)).size).toBe(listed.length)
      expect(new Set(ids.map(stories.of)).size).toBe(listed.length)
    }),
  )
})

it('a digest lists stories, with the number of their places and the state of their card, and counts mentions', () => {
  const mention = (id: number, sentiment: 'negative' | 'neutral') =>
    sampleMention({
      id: `${id}`,
      title: `Title ${id}`,
      reach: 1000 - id,
      sentiment,
      url: `https://p${id}.example/`,
    })
  const summary = {
    ...summaryOf({}),
    widestReach: { kind: 'known' as const, value: [1, 2, 3, 4, 5, 6].map((id) => mention(id, 'neutral')) },
    widestReachNegative: { kind: 'known' as const, value: [2, 7, 8].map((id) => mention(id, 'negative')) },
  }
  const log = [
    entry('3', 'passed'),
    ...['1', '2', '4'].map((id) => entry(id, 'duplicate.words', '3')),
    entry('7', 'passed'),
    entry('8', 'duplicate.title', '7'),
  ]
  const stories = storiesOf('7', log)
  const handling = new Map([['3', { kind: 'claimed' as const, by: 'Ana' }]])
  const sent = digestMessages({
    ...{ name: 'weekly', channel: 'C1', whenEmpty: 'line', audience: 'channel' },
    period: { key: '2026-W47', range: summary.range },
    alerts: [{ kind: 'summary', summary, stories, handling }],
  } as Parameters<typeof digestMessages>[0])
  const text = JSON.stringify(sent)
  const shown = [1, 2, 3, 4, 5, 6, 7, 8].filter((id) => text.includes(`"https://p${id}.example/"`))
  expect(shown).toEqual([1, 5, 6, 7])
  expect(text).toMatch(/in 4 places · claimed by Ana/)
  expect(text).toMatch(/in 2 places"/)
})
