import type { QuestionProblem } from '../../insights/question.ts'
import { soundsLikeTime } from '../../insights/range.ts'
import type { Alert } from '../../model/alert.ts'
import type { Block, Content } from '../../model/message.ts'
import { bold, mrkdwn, plainText, type RichPart, richLine, richText, words } from '../block-kit.ts'
import { cut, escapeMrkdwn, isolate } from '../text.ts'
import { exampleCommand } from './help.ts'

/** How many alerts a sentence names before it only counts the rest. */
const namedAlerts = 15

/** Says what of a command was not understood and why, one example, and which alerts there are. */
export function notUnderstood(problems: QuestionProblem[], alerts: Alert[]): Content {
  const parts = problems
    .slice(0, 5)
    .flatMap(({ words: written, because }): RichPart[] => [
      words('I did not understand '),
      bold(isolate(cut(written, 100))),
      words(`: ${cut(because, 200)}.\n`),
    ])
  const text = problems.map(
    ({ words: written, because }) => `I did not understand "${cut(written, 100)}": ${cut(because, 200)}.`,
  )
  return replyWithAlerts(parts, text, alerts)
}

/** Says that no alert is called so: what was probably `meant`, or how a period is written where that may have been meant. */
export function noSuchAlert(name: string, alerts: Alert[], meant?: string): Content {
  const written = cut(name, 100)
  const advice = adviceOn(name, meant)
  return replyWithAlerts(
    [words('There is no alert '), bold(isolate(written)), words(`.${advice}\n`)],
    [`There is no alert "${written}".${advice}`],
    alerts,
  )
}

function adviceOn(name: string, meant: string | undefined): string {
  if (meant !== undefined) return ` Did you mean ${isolate(cut(meant, 60))}?`
  return soundsLikeTime(name) ? ` ${periodsKnown}` : ''
}

const periodsKnown =
  'For a period, write 7d, yesterday, this week, last month, 2026-10 or 2026-10-01..2026-10-31.'

function replyWithAlerts(parts: RichPart[], sentences: string[], alerts: Alert[]): Content {
  const example = `Example: ${exampleCommand}`
  const names = alertNames(alerts)
  return {
    text: escapeMrkdwn([...sentences, example, names].join('\n')),
    blocks: [richText(richLine([...parts, words(`${example}\n${names}`)]))],
  }
}

function alertNames(alerts: Alert[]): string {
  if (alerts.length === 0) return 'The mention service lists no alerts.'
  const names = alerts.slice(0, namedAlerts).map(({ name }) => isolate(cut(name, 60)))
  const rest = alerts.length - names.length
  return `Alerts: ${names.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}.`
}

/** Nothing could be answered: why, and whether trying again helps. Never silence. */
export function statsFailed(reason: string, retry: 'now' | 'later' | 'useless'): Content {
  const advice = {
    now: 'Ask again: it may work now.',
    later: 'Ask again in a few minutes.',
    useless: 'Asking again will not help until somebody puts that right.',
  }
  return plainSentences([`There are no statistics right now: ${cut(reason, 300)}.`, advice[retry]])
}

/** Sentences that may quote the service. */
function plainSentences(sentences: string[]): Content {
  const text = sentences.join('\n')
  const block: Block = { type: 'section', text: plainText(text) }
  return { text: escapeMrkdwn(text), blocks: [block] }
}

/** What stands at once where an answer takes a moment. */
export function statsPending(): Content {
  const text = 'Counting…'
  return { text, blocks: [{ type: 'section', text: mrkdwn(text) }] }
}
