import { describe, expect, it } from 'vitest'
import { withoutNewBlocks } from '../../../src/messages/chart.ts'
import { statsMessage } from '../../../src/messages/stats-answer.ts'
import { readableMessage } from '../../tools/message-sketch.ts'
import { last30, summaryOf } from '../../tools/period-summaries.ts'
import { empty, honest, huge, tiny } from '../../tools/sample-statistics.ts'

const read = (...args: Parameters<typeof summaryOf>) =>
  readableMessage(statsMessage(summaryOf(...args), 'asker'))
const snapshot = (name: string) => `./snapshots/${name}.txt`

describe('the answer to a question, as people read it', () => {
  it('in an honest month', () => expect(read(honest)).toMatchFileSnapshot(snapshot('honest')))

  it('with more of it: longer lists, and a button for each source', () =>
    expect(read(honest, { ...last30, more: true, sources: ['reddit'] })).toMatchFileSnapshot(
      snapshot('more'),
    ))

  it('when nothing happened', () => expect(read(empty)).toMatchFileSnapshot(snapshot('empty')))

  it('with so little that percentages would lie', () =>
    expect(read(tiny)).toMatchFileSnapshot(snapshot('tiny')))

  it('with more than a screen takes, and names that want to be markup', () =>
    expect(
      read(huge, { choice: { kind: 'days', days: 400 }, granularity: 'day', sources: [], more: true }),
    ).toMatchFileSnapshot(snapshot('huge')))

  it('for one day', () =>
    expect(read(honest, { ...last30, choice: { kind: 'days', days: 1 } })).toMatchFileSnapshot(
      snapshot('one-day'),
    ))

  it('by week', () =>
    expect(read(honest, { ...last30, granularity: 'week' })).toMatchFileSnapshot(snapshot('by-week')))

  it('when half of the service does not answer', () => {
    const known = {
      ...honest,
      now: { mentions: honest.now?.mentions, countries: honest.now?.countries },
      before: {},
      series: {},
    }
    const { mentions, countries } = known.now
    return expect(
      read({ ...known, now: { ...(mentions && { mentions }), ...(countries && { countries }) } }),
    ).toMatchFileSnapshot(snapshot('half'))
  })

  it('when nothing answers', () =>
    expect(read({ reason: 'the service took longer than 10 s' })).toMatchFileSnapshot(snapshot('nothing')))

  it("when the plan's limit is reached", () => {
    const limits = [{ name: 'monthly_mentions', reached: true, renewsAt: Date.UTC(2026, 11, 1) }]
    expect(read({ ...empty, limits })).toContain(
      "The plan's limit is reached until 1 December 2026 (monthly mentions): newer mentions may be missing",
    )
  })
})

describe('posted to a channel', () => {
  const forChannel = statsMessage(summaryOf(honest), 'channel')

  it('it has no controls: a press there would change it for everybody', () =>
    expect(forChannel.blocks.some(({ type }) => type === 'actions')).toBe(false))

  it('a posted answer has the same text without its controls', () => {
    const forAsker = statsMessage(summaryOf(honest), 'asker')
    expect(forChannel.blocks).toEqual(forAsker.blocks.filter(({ type }) => type !== 'actions'))
    expect(forChannel.text).toBe(forAsker.text)
  })
})

it('without charts nothing else is lost', () => {
  const whole = statsMessage(summaryOf(honest), 'asker')
  const plain = withoutNewBlocks(whole)
  expect(whole.blocks.length - plain.blocks.length).toBe(1)
  expect(plain.blocks.some(({ type }) => type === 'data_visualization')).toBe(false)
  expect(plain.text).toBe(whole.text)
})
