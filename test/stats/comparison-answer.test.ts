import { describe, expect, it } from 'vitest'
import { comparisonMessage } from '../../src/listeners/texts/stats-answer.ts'
import type { ComparedAlert } from '../../src/stats/comparison.ts'
import { readableMessage } from '../tools/message-sketch.ts'
import { type Known, last30, parts, summaryOf, total } from '../tools/period-summaries.ts'
import { honest } from '../tools/sample-statistics.ts'

const question = { ...last30, alert: '42', versus: ['2'] }
const snapshot = (name: string) => `./snapshots/${name}.txt`

const rival: Known = {
  now: {
    mentions: total(428),
    reach: total(3_100_000),
    sentiment: parts({ negative: 40, positive: 100, neutral: 60 }),
  },
  before: {
    mentions: total(400),
    reach: total(3_100_000),
    sentiment: parts({ negative: 90, positive: 90, neutral: 20 }),
  },
  series: honest.series ?? {},
}

function compared(name: string, known: Known): ComparedAlert {
  return { kind: 'summary', summary: summaryOf({ ...known, alert: { name } }, question, 'comparison') }
}

const read = (...alerts: ComparedAlert[]) => readableMessage(comparisonMessage(alerts, question, 'asker'))

describe('the answer that compares alerts', () => {
  it('shows mentions, reach and net sentiment side by side, and what the shares are of', () =>
    expect(read(compared('Acme brand', honest), compared('Rival', rival))).toMatchFileSnapshot(
      snapshot('comparison'),
    ))

  it('names an alert without statistics, and takes shares of the other alerts', () => {
    const shown = read(compared('Acme', honest), compared('Rival', rival), {
      kind: 'unavailable',
      name: 'Third',
      reason: 'timeout',
    })
    expect(shown).toContain('Missing: all numbers of Third (the mention service took too long).')
    expect(shown).toMatch(/Third.*no data/)
    expect(shown).toContain('Shares are of 1,712 mentions and 12.5M reach in two of these three alerts.')
  })

  it('names each number that is missing', () => {
    const { reach: _, ...now } = rival.now ?? {}
    const shown = read(compared('Acme', honest), compared('Rival', { ...rival, now }))
    expect(shown).toContain('Missing: reach of Rival (the mention service is busy).')
    expect(shown).toContain(
      'Shares are of 1,712 mentions in these two alerts and of 9.4M reach in one of these two alerts.',
    )
  })

  it('shows no share if no alert has a mention', () => {
    const none: Known = { ...rival, now: { ...rival.now, mentions: total(0) } }
    const [row] = JSON.stringify(
      comparisonMessage([compared('Acme', none), compared('Rival', none)], question, 'asker'),
    ).matchAll(/\{"type":"raw_text","text":"Acme"\}.*?\]/g)
    expect(row?.[0]).not.toContain('NaN')
  })

  it('gives alerts with equal names different names in the chart, because Slack refuses equal names', () => {
    const name = 'A very long name of an alert'
    const { blocks } = comparisonMessage([compared(name, honest), compared(name, rival)], question, 'asker')
    const chart = JSON.stringify(blocks.find(({ type }) => type === 'data_visualization'))
    const names = [...chart.matchAll(/"name":"([^"]*)"/g)].map(([, one = '']) => one)
    expect(new Set(names).size).toBe(2)
    expect(Math.max(...names.map(({ length }) => length))).toBeLessThanOrEqual(20)
  })

  it('has a chart only if at least two alerts have a history', () => {
    const hasChart = (...known: Known[]) => {
      const alerts = known.map((one, at) => compared(`Alert ${at}`, one))
      const { blocks } = comparisonMessage(alerts, question, 'channel')
      return blocks.some(({ type }) => type === 'data_visualization')
    }
    const without: Known = { ...rival, series: {} }
    expect(hasChart(honest, rival)).toBe(true)
    expect(hasChart(honest, without)).toBe(false)
    expect(hasChart(without, without)).toBe(false)
  })

  it('has no controls in a channel, because a press would change it for everybody', () => {
    const { blocks } = comparisonMessage(
      [compared('Acme', honest), compared('Rival', rival)],
      question,
      'channel',
    )
    expect(blocks.some(({ type }) => type === 'actions')).toBe(false)
  })
})
