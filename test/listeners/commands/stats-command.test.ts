import { describe, expect, it } from 'vitest'
import { answerStats } from '../../../src/listeners/commands/stats-command.ts'
import type { Alert } from '../../../src/model/alert.ts'
import { brand } from '../../tools/period-summaries.ts'

const alerts: Alert[] = ['Acme brand', 'Acme press', '🚀 Rocket'].map((name, index) => ({
  ...brand,
  id: String(index + 1),
  name,
}))
const deps = {
  statistics: async () => {
    throw new Error('asked for figures')
  },
  alerts: { all: async () => alerts, find: async () => Promise.reject(new Error('not expected')) },
  access: { refusal: async () => undefined, readableAlerts: async (_asking: unknown, all: Alert[]) => all },
  registry: { all: () => [] },
  channels: { find: async () => ({ kind: 'missing' }) as const },
  settings: { statsSources: ['web'] },
  setTimer: () => () => undefined,
}

it.each(['Acme brand 7d', 'Acme brand vs rocket 7d'])(
  'the numbers for “%s” are not posted to a channel to which one of the alerts may not be posted',
  async (line) => {
    const asked: unknown[] = []
    const refusal = async (_asking: unknown, operation: string, subject: unknown) => {
      asked.push([operation, subject])
      return operation === 'share' ? 'This alert is private.' : undefined
    }
    const access = { ...deps.access, refusal }
    const place = { channel: 'C1', user: 'U1' }
    const answer = await answerStats({ ...deps, access }, line, place, 'channel')
    expect(answer).toMatchObject({ content: { text: 'This alert is private.' }, isStatistics: false })
    const ids = line.includes('vs') ? ['1', '3'] : ['1']
    expect(asked.at(-1)).toEqual(['share', { channel: 'C1', alerts: ids }])
  },
)

describe('the answer of /mentions-stats', () => {
  it.each([
    [
      'a typing error in the name of an alert',
      'Acme brnd',
      'No alert matches “Acme brnd”. Did you mean “Acme brand, last 30 days” or “Acme press, last 30 days”?',
    ],
    [
      'a typing error after a word that only one alert has',
      'Rocket laucnh',
      'No alert matches “Rocket laucnh”. Did you mean “🚀 Rocket, last 30 days”?',
    ],
    [
      'an option that does not exist',
      'press by:hour 7d',
      '“by:hour” is not clear: use by:day, by:week or by:month. Did you mean “Acme press, last 7 days”?',
    ],
    ['a typing error in a source', 'press source:redit', 'Did you mean “Acme press, last 30 days, Reddit”?'],
    [
      'the names of two alerts',
      'Acme brand, Acme press',
      'No alert matches “Acme brand, Acme press”. Did you mean “Acme brand, last 30 days” or',
    ],
    [
      'a time that is no period',
      'november',
      'No alert matches “november”. For a period, write 7d, yesterday',
    ],
    ['digits of another script', '٧ days', 'No alert matches “\u2068٧ days\u2069”. For a period, write 7d'],
    [
      'an unknown time after the name of an alert',
      'Acme brand month',
      '“month” is not clear: write one period after the alert',
    ],
    [
      'an unknown time after a word that several alerts have',
      'Acme since monday',
      '“since monday” is not clear: write',
    ],
    ['markup', '<!channel>', 'No alert matches “&lt;!channel&gt;”.'],
  ])('explains the problem and lists the alerts if the question has %s', async (_what, line, answer) => {
    const { content } = await answerStats(deps, line, { user: 'U1', channel: 'C1' }, 'asker')
    expect(content.text).toContain(answer)
    expect(content.text).toContain('Alerts: Acme brand, Acme press, 🚀 Rocket.')
  })
})
