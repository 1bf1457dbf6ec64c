import type { Alert } from '@overheard/mention-client/alert'
import { describe, expect, it } from 'vitest'
import { answerStats } from '../../../src/listeners/commands/stats-command.ts'
import type { RangeChoice } from '../../../src/model/date-range.ts'
import type { StatsQuestion } from '../../../src/stats/question.ts'
import { brand } from '../../tools/period-summaries.ts'
import { subscriptionOf } from '../../tools/story-world.ts'

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

/** Answers in a channel to which the alerts with these ids are posted. Returns the ids of the alerts whose numbers were asked for. */
async function comparedBy(line: string, all: Alert[] = alerts, postedHere: string[] = []) {
  const compared: string[] = []
  const statistics = async ({ id }: Alert) => {
    compared.push(id)
    return { kind: 'failed', failure: { reason: 'timeout', retry: 'later' } } as const
  }
  const find = async (alert: string) => {
    const [found] = all.filter(({ id }) => id === alert)
    return found === undefined ? ({ kind: 'missing' } as const) : ({ kind: 'found', alert: found } as const)
  }
  const listed = postedHere.map((alert) => ({
    subscription: subscriptionOf({ name: alert, alert, channel: 'C1' }),
  }))
  const here = {
    ...{ ...deps, statistics, registry: { all: () => listed } },
    ...{
      alerts: { all: async () => all, find },
      channels: { find: async () => ({ kind: 'found', id: 'C1', name: 'brand' }) as const },
    },
  }
  const { content } = await answerStats(here as never, line, { user: 'U1', channel: 'C1' }, 'asker')
  return { compared: compared.toSorted(), text: content.text }
}

describe('a comparison', () => {
  it.each([
    ['Acme brand vs press', ['1', '2']],
    ['acme brand VS. rocket 7d', ['1', '3']],
    ['Acme brand versus Acme press', ['1', '2']],
    ['"Acme brand" vs "Acme press" by:week', ['1', '2']],
    ['Acme brand, Acme press', ['1', '2']],
    ['"Acme brand", "Acme press"', ['1', '2']],
    ['Acme brand and Acme press', ['1', '2']],
    ['"Acme brand" and "Acme press" 30d', ['1', '2']],
    ['Acme brand & rocket', ['1', '3']],
    ['brand, press and rocket', ['1', '2', '3']],
    ['7d brand vs press, rocket', ['1', '2', '3']],
  ])('“%s” is about these alerts: %j', async (line, ids) =>
    expect((await comparedBy(line)).compared).toEqual(ids),
  )

  it('is about the alert of the channel if several alerts match a name, and otherwise asks which one the name means', async () => {
    expect((await comparedBy('Acme vs rocket', alerts, ['2'])).compared).toEqual(['2', '3'])
    for (const posted of [[], ['1', '2']])
      expect((await comparedBy('Acme vs rocket', alerts, posted)).text).toMatch(
        /^“Acme” matches several alerts\. Which one do you want to compare\? Acme brand, Acme press/,
      )
  })

  it('is about the alert that another name does not mean', async () =>
    expect((await comparedBy('Acme vs press')).compared).toEqual(['1', '2']))

  it('is none if the words are the whole name of an alert, or a part of one', async () => {
    const [first = brand] = alerts
    const own = ['Tom vs Jerry', 'Research, trade and press'].map((name, at) => ({
      ...first,
      id: `7${at}`,
      name,
    }))
    const all = [...alerts, ...own]
    expect((await comparedBy('tom vs. jerry 7d', all)).compared).toEqual(['70'])
    expect((await comparedBy('research, trade and press', all)).compared).toEqual(['71'])
    expect((await comparedBy('trade and press', all)).compared).toEqual(['71'])
  })

  it('is refused if it has more alerts than a chart can show', async () => {
    const all = ['one', 'two', 'three', 'four'].map((name, id) => ({ ...brand, id: String(id), name }))
    expect((await comparedBy('one, two, three and four', all)).text).toContain('compare at most 3 alerts')
  })
})

describe('an alert whose name has words of a period', () => {
  const all = ['USA Today', 'USA', 'Last Week Tonight', '3 Day Blinds', 'Rival'].map((name, at) => ({
    ...{ ...brand, id: `7${at}`, name },
  }))

  /** Returns the names of the alerts whose numbers were asked for, and the period. */
  async function askedBy(line: string) {
    const asked = new Map<string, RangeChoice>()
    const statistics = async ({ name }: Alert, { choice }: StatsQuestion) => {
      asked.set(name, choice)
      return { kind: 'failed', failure: { reason: 'timeout', retry: 'later' } } as const
    }
    const here = { ...deps, statistics, alerts: { ...deps.alerts, all: async () => all } }
    await answerStats(here as never, line, { user: 'U1', channel: 'C1' }, 'asker')
    return Object.fromEntries(asked)
  }
  const month: RangeChoice = { kind: 'days', days: 30 }
  const week: RangeChoice = { kind: 'days', days: 7 }

  it.each<[string, Record<string, RangeChoice>]>([
    ['usa today', { 'USA Today': month }],
    ['USA Today 7d', { 'USA Today': week }],
    ['Last Week Tonight', { 'Last Week Tonight': month }],
    ['3 Day Blinds', { '3 Day Blinds': month }],
    ['USA today vs Rival', { 'USA Today': month, Rival: month }],
    ['Rival, USA Today', { 'USA Today': month, Rival: month }],
    ['USA yesterday', { USA: { kind: 'named', name: 'yesterday' } }],
    ['Rival today', { Rival: { kind: 'named', name: 'today' } }],
  ])('is asked about the period that is beside its name: “%s”', async (line, asked) =>
    expect(await askedBy(line)).toEqual(asked),
  )
})

describe('a question without an alert, after #brand was renamed and another channel has taken the name', () => {
  /** Slack sends the present name of the channel with a command. */
  async function alertsAskedIn(channel: string, channelName: string) {
    const asked: string[] = []
    const statistics = async ({ id }: Alert) => {
      asked.push(id)
      return { kind: 'failed', failure: { reason: 'timeout', retry: 'later' } } as const
    }
    const listed = [
      { subscription: subscriptionOf({ name: 'old', alert: '1', channel: '#brand' }) },
      { subscription: subscriptionOf({ name: 'new', alert: '2', channel: 'C2' }) },
    ]
    const here = {
      ...{ ...deps, statistics, registry: { all: () => listed } },
      alerts: {
        all: async () => alerts,
        find: async (written: string) => ({
          kind: 'found',
          alert: alerts.find(({ id }) => id === written),
        }),
      },
      channels: {
        find: async (written: string) => ({ kind: 'found', id: written === '#brand' ? 'C1' : written }),
      },
    }
    const place = { user: 'U1', channel, channelName }
    await answerStats(here as never, '', place, 'asker')
    return asked
  }

  it('in the new channel is about the alert that is posted there', async () =>
    expect(await alertsAskedIn('C2', 'brand')).toEqual(['2']))

  it('in the renamed channel is about the alert that goes on there', async () =>
    expect(await alertsAskedIn('C1', 'brand-old')).toEqual(['1']))
})

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
    ['two names, one of them unknown', 'Acme vs Nothing', 'No alert matches “Nothing”.'],
    ['several unknown names', 'Nothing vs Acme vs Nobody', 'No alert matches “Nothing” or “Nobody”.'],
    ['a list with an unknown name', 'Acme brand, Nothing', 'No alert matches “Acme brand, Nothing”.'],
    ['a list with one alert twice', 'Acme press and press', 'No alert matches “Acme press and press”.'],
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
