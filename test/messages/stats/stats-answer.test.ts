import { describe, expect, it } from 'vitest'
import { withoutNewBlocks } from '../../../src/messages/chart.ts'
import { statsMessage } from '../../../src/messages/stats-answer.ts'
import { readableMessage } from '../../tools/message-sketch.ts'
import { last30, summaryOf } from '../../tools/period-summaries.ts'
import { empty, honest, huge, tiny } from '../../tools/sample-statistics.ts'

const read = (...args: Parameters<typeof summaryOf>) =>
  readableMessage(statsMessage(summaryOf(...args), 'asker'))
const snapshot = (name: string) => `./snapshots/${name}.txt`

describe('the /mentions-stats answer', () => {
  it('shows an ordinary month', () => expect(read(honest)).toMatchFileSnapshot(snapshot('honest')))

  it('shows longer lists and a button for each source if the question contains show:more', () =>
    expect(read(honest, { ...last30, more: true, sources: ['reddit'] })).toMatchFileSnapshot(
      snapshot('more'),
    ))

  it('says that there were no mentions', () => expect(read(empty)).toMatchFileSnapshot(snapshot('empty')))

  it('does not show percentages of very small counts', () =>
    expect(read(tiny)).toMatchFileSnapshot(snapshot('tiny')))

  it('shortens lists that do not fit a screen, and escapes names that look like markup', () =>
    expect(
      read(huge, { choice: { kind: 'days', days: 400 }, granularity: 'day', sources: [], more: true }),
    ).toMatchFileSnapshot(snapshot('huge')))

  it('can show a single day', () =>
    expect(read(honest, { ...last30, choice: { kind: 'days', days: 1 } })).toMatchFileSnapshot(
      snapshot('one-day'),
    ))

  it('can show a range week by week', () =>
    expect(read(honest, { ...last30, granularity: 'week' })).toMatchFileSnapshot(snapshot('by-week')))

  it('shows the known figures and says why the other figures are missing', () => {
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

  it('says that the mention service does not answer', () =>
    expect(read({ reason: 'timeout' })).toMatchFileSnapshot(snapshot('nothing')))

  it('says that the limit of the plan is reached', () => {
    const limits = [{ name: 'monthly_mentions', reached: true, renewsAt: Date.UTC(2026, 11, 1) }]
    expect(read({ ...empty, limits })).toContain(
      "The plan's limit is reached until December 1, 2026 (monthly mentions): newer mentions may be missing",
    )
  })
})

describe('the /mentions-stats answer posted to a channel', () => {
  const forChannel = statsMessage(summaryOf(honest), 'channel')

  it('has no controls, because a press would change it for everybody', () =>
    expect(forChannel.blocks.some(({ type }) => type === 'actions')).toBe(false))

  it('has the same text as the private answer', () => {
    const forAsker = statsMessage(summaryOf(honest), 'asker')
    expect(forChannel.blocks).toEqual(forAsker.blocks.filter(({ type }) => type !== 'actions'))
    expect(forChannel.text).toBe(forAsker.text)
  })
})

it('the /mentions-stats answer without its chart has the same text and all other blocks', () => {
  const whole = statsMessage(summaryOf(honest), 'asker')
  const plain = withoutNewBlocks(whole)
  expect(whole.blocks.length - plain.blocks.length).toBe(1)
  expect(plain.blocks.some(({ type }) => type === 'data_visualization')).toBe(false)
  expect(plain.text).toBe(whole.text)
})
