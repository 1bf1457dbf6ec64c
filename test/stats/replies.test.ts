import type { Alert } from '@overheard/mention-client/alert'
import { describe, expect, it } from 'vitest'
import { statsPending } from '../../src/listeners/texts/stats-answer.ts'
import {
  chooseAlert,
  exampleCommand,
  noSuchAlert,
  notUnderstood,
  questionGuess,
  statsFailed,
  statsHelp,
} from '../../src/listeners/texts/stats-replies.ts'
import { parseStatsQuestion } from '../../src/stats/parse-stats-question.ts'
import { readableMessage } from '../tools/message-sketch.ts'
import { brand, last30 } from '../tools/period-summaries.ts'

const alerts = (count: number): Alert[] =>
  Array.from({ length: count }, (_, at) => ({ ...brand, id: String(at + 1), name: `Alert ${at + 1}` }))
const snapshot = (name: string) => `./snapshots/${name}.txt`

describe('the /mentions-stats reply without figures', () => {
  it('names the words that were not understood, an example, and the existing alerts', () =>
    expect(
      readableMessage(
        notUnderstood(
          [
            { words: 'by:hour', kind: 'granularity' },
            { words: '<!channel>', kind: 'second-alert', found: 'Acme' },
          ],
          alerts(20),
        ),
      ),
    ).toMatchFileSnapshot(snapshot('not-understood')))

  it('contains an example that is valid', () =>
    expect(parseStatsQuestion(exampleCommand.replace('/mentions-stats ', '')).kind).toBe('question'))

  it('says that no alert has the written name', () =>
    expect(readableMessage(noSuchAlert(['Acmee'], [brand]))).toMatchFileSnapshot(snapshot('no-such-alert')))

  it('suggests similar questions as buttons', () => {
    const reply = noSuchAlert(['Acme brnd'], [brand], [questionGuess(last30, brand, [brand])])
    expect(reply.text).toBe(
      'No alert matches “Acme brnd”. Did you mean “Acme brand, last 30 days”?\nAlerts: Acme brand.',
    )
    expect(reply.blocks).toContainEqual(
      expect.objectContaining({
        elements: [expect.objectContaining({ action_id: 'stats_ask:guess0', value: `"${brand.id}" 30d` })],
      }),
    )
  })

  it.each(['24h', 'november', 'since monday', 'weekly', '٧ days'])(
    'explains how to write a period instead of "%s"',
    (words) => expect(noSuchAlert([words], [brand]).text).toContain('For a period, write 7d, yesterday'),
  )

  it('says that there are no alerts at all', () =>
    expect(noSuchAlert(['Acme'], []).text).toContain('The mention service lists no alerts.'))

  it.each([
    ['now', 'Ask again: it may work now.'],
    ['later', 'Try again in about a minute.'],
    ['useless', 'This needs fixing first. Ask your Overheard admin.'],
  ] as const)('says after a failure whether a retry helps (%s): “%s”', (retry, advice) =>
    expect(statsFailed('busy', retry).text).toBe(
      `No statistics right now: the mention service is busy.\n${advice}`,
    ),
  )

  it('says “Getting the numbers…” while the figures load', () =>
    expect(statsPending().text).toBe('Getting the numbers…'))

  it('shows the help of the command', () =>
    expect(readableMessage(statsHelp())).toMatchFileSnapshot(snapshot('help')))
})

describe('the /mentions-stats reply that asks for an alert', () => {
  it('shows few alerts as buttons', () =>
    expect(readableMessage(chooseAlert(last30, alerts(3)))).toMatchFileSnapshot(snapshot('choose-few')))

  it('shows many alerts as a select', () =>
    expect(readableMessage(chooseAlert(last30, alerts(8)))).toMatchFileSnapshot(snapshot('choose-many')))

  it('says how many alerts the select leaves out', () =>
    expect(chooseAlert(last30, alerts(130)).text).toContain(
      '30 more do not fit here: name the alert in the command.',
    ))

  it('keeps the period and the sources of the question in each choice', () => {
    const [, actions] = chooseAlert({ ...last30, sources: ['web'] }, alerts(2)).blocks
    expect(JSON.stringify(actions)).toContain('\\"2\\" 30d source:web')
  })
})
