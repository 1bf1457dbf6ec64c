import { describe, expect, it } from 'vitest'
import { statsMessage } from '../../src/listeners/texts/stats-answer.ts'
import { withoutNewBlocks } from '../../src/messages/kit/fallbacks.ts'
import { readableMessage } from '../tools/message-sketch.ts'
import { days, last30, parts, summaryOf, total } from '../tools/period-summaries.ts'
import { empty, honest, huge, tiny } from '../tools/sample-statistics.ts'

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

describe('the line of the sentiment in a /mentions-stats answer', () => {
  const week = { ...last30, choice: { kind: 'days', days: 7 } } as const
  /** One count for each of the days from November 14 to 20. */
  const answerOf = (...counts: Record<string, number>[]) => {
    const dated = Object.fromEntries(counts.map((count, at) => [`2026-11-${14 + at}`, parts(count)]))
    return statsMessage(summaryOf({ ...honest, series: { sentiment: days(dated) } }, week), 'asker')
  }
  const lineOf = (...counts: Record<string, number>[]) => {
    const texts = answerOf(...counts).blocks.flatMap(({ text }) =>
      typeof text === 'object' && text !== null && 'text' in text ? [String(text.text)] : [],
    )
    return texts.find((text) => text.includes('Net sentiment'))
  }
  const net = (percent: number) => ({ positive: 50 + percent / 2, negative: 50 - percent / 2, neutral: 0 })

  it('shows both shares from zero, and names the lowest, the highest and the last value with their days', () => {
    const answer = [-40, -30, -20, -10, -30, -40, -20].map(net)
    expect(lineOf(...answer)).toBe(
      '👍 ▄▅▆▆▅▄ positive\n👎 ██▇▇██ negative\nNet sentiment: lowest −40% (Nov 14), highest −10% (Nov 17), last −40% (Nov 19) (positive minus negative, of rated)',
    )
  })

  it('is said in the text for screen readers, without the bars', () => {
    const { text } = answerOf(...[-40, -10, -30].map(net))
    expect(text).toContain(
      '\nNet sentiment: lowest −40% (Nov 14), highest −10% (Nov 15), last −30% (Nov 16 – 19) (positive minus negative, of rated)\n',
    )
  })

  it('leaves today out, because it is not over', () => {
    const today = [net(20), net(20), net(20), net(20), net(20), net(20), net(-100)]
    expect(lineOf(...today)).toContain('Net sentiment: always +20%')
  })

  it('marks in line, words and chart since when a newer method judges', () => {
    const series = (count: Record<string, number>) =>
      days(Object.fromEntries([14, 15, 16, 17].map((day) => [`2026-11-${day}`, parts(count)])))
    const sentiment = series({ positive: 5, negative: 5 }).map((period, at) =>
      at === 2 ? { ...period, isNewMethod: true as const } : period,
    )
    const mentions = [14, 15, 16, 17].map((day) => [`2026-11-${day}`, total(10)] as const)
    const summary = summaryOf(
      { ...honest, series: { sentiment, mentions: days(Object.fromEntries(mentions)) } },
      week,
    )
    const { text, blocks } = statsMessage(summary, 'asker')
    expect(text).toContain('(positive minus negative, of rated). ┊ a newer method judges since Nov 16\n')
    const chart = JSON.stringify(blocks.find(({ type }) => type === 'data_visualization'))
    expect(chart).toContain('"title":"Mentions per day, ┊ newer sentiments"')
    expect(chart.match(/"┊ Nov 16"/g)).not.toBeNull()
    expect(chart).not.toContain('┊ Nov 17')
  })

  it('names one value if all days have the same, and if few mentions are rated', () => {
    expect(lineOf(...Array.from({ length: 7 }, () => net(30)))).toContain('Net sentiment: always +30% (')
    expect(lineOf({}, {}, net(-100), {}, {}, {}, {})).toContain('Net sentiment: −100% (Nov 14 – 19) (')
  })

  it('is left out if no mention is rated, or if the period is one day', () => {
    expect(lineOf({}, {}, {})).toBeUndefined()
    const oneDay = { ...week, choice: { kind: 'days', days: 1 } } as const
    const { text } = statsMessage(summaryOf(honest, oneDay), 'asker')
    expect(text).not.toContain('Net sentiment')
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
