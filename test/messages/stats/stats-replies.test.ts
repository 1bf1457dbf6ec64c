import { describe, expect, it } from 'vitest'
import {
  chooseAlert,
  exampleCommand,
  noSuchAlert,
  notUnderstood,
  statsFailed,
  statsHelp,
  statsPending,
} from '../../../src/messages/stats-replies.ts'
import type { Alert } from '../../../src/model/alert.ts'
import { parseStatsQuestion } from '../../../src/stats/parse-stats-question.ts'
import { readableMessage } from '../../tools/message-sketch.ts'
import { brand, last30 } from '../../tools/period-summaries.ts'

const alerts = (count: number): Alert[] =>
  Array.from({ length: count }, (_, at) => ({ ...brand, id: String(at + 1), name: `Alert ${at + 1}` }))
const snapshot = (name: string) => `./snapshots/${name}.txt`

describe('when there is no answer', () => {
  it('what was not understood, an example, and the alerts there are', () =>
    expect(
      readableMessage(
        notUnderstood(
          [
            { words: 'by:hour', because: 'it can be by:day, by:week or by:month' },
            { words: '<!channel>', because: 'the alert is already named "Acme"' },
          ],
          alerts(20),
        ),
      ),
    ).toMatchFileSnapshot(snapshot('not-understood')))

  it('the example is understood', () =>
    expect(parseStatsQuestion(exampleCommand.replace('/mentions-stats ', '')).kind).toBe('question'))

  it('no alert of that name', () =>
    expect(readableMessage(noSuchAlert('Acmee', [brand]))).toMatchFileSnapshot(snapshot('no-such-alert')))

  it('what was probably meant', () =>
    expect(noSuchAlert('Acme brnd', [brand], 'Acme brand').text).toContain(
      'No alert matches "Acme brnd". Did you mean Acme brand?\n',
    ))

  it.each(['24h', 'november', 'since monday', 'weekly', '٧ days'])(
    'how a period is written, asked for %s',
    (words) => expect(noSuchAlert(words, [brand]).text).toContain('For a period, write 7d, yesterday'),
  )

  it('no alerts at all', () =>
    expect(noSuchAlert('Acme', []).text).toContain('The mention service lists no alerts.'))

  it.each([
    ['now', 'Ask again: it may work now.'],
    ['later', 'Try again in about a minute.'],
    ['useless', 'This needs fixing first. Ask your Overheard admin.'],
  ] as const)('a failure, with a retry %s', (retry, advice) =>
    expect(statsFailed('the service is busy', retry).text).toBe(
      `No statistics right now: the service is busy.\n${advice}`,
    ),
  )

  it('a moment of waiting has words', () => expect(statsPending().text).toBe('Counting…'))

  it('help', () => expect(readableMessage(statsHelp())).toMatchFileSnapshot(snapshot('help')))
})

describe('which alert is meant', () => {
  it('few are buttons', () =>
    expect(readableMessage(chooseAlert(last30, alerts(3)))).toMatchFileSnapshot(snapshot('choose-few')))

  it('many are a list', () =>
    expect(readableMessage(chooseAlert(last30, alerts(8)))).toMatchFileSnapshot(snapshot('choose-many')))

  it('more than a list takes: how many are left out is said', () =>
    expect(chooseAlert(last30, alerts(130)).text).toContain(
      '30 more do not fit here: name the alert in the command.',
    ))

  it('each choice asks the whole question', () => {
    const [, actions] = chooseAlert({ ...last30, sources: ['web'] }, alerts(2)).blocks
    expect(JSON.stringify(actions)).toContain('\\"2\\" 30d source:web')
  })
})
