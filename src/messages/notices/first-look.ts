import type { SectionBlock } from '@slack/types'
import type { Id } from '../../model/id.ts'
import type { Content } from '../../model/message.ts'
import { actionIds } from '../action-ids.ts'
import { button, context, plainText } from '../block-kit.ts'
import { grouped, plural } from '../numbers.ts'
import { buttonValue } from '../target.ts'
import { cut, escapeMrkdwn, isolate } from '../text.ts'
import { type Sentence, sentenceAsContext, sentenceAsText } from '../told.ts'

/**
 * `perDay`: mentions to expect, undefined where there are none to judge by, 0 where none of them passes the filters; `passedOver`: older
 * ones not posted; `looks`: how often it looks from now on (ms), or, where that is not even, when it looks next (UTC, ms).
 */
type InitialSyncView = {
  subscription: string
  alert: Id
  alertName: string
  perDay: number | undefined
  olderMentions: number | { atLeast: number }
  polls: { every: number } | { next: number }
}

/** The one line that says what a channel now watches. Nothing old is posted; the button shows the asker one. */
export function initialSyncNotice(sync: InitialSyncView): Content {
  const name = isolate(cut(sync.alertName, 100))
  const facts = [rate(sync.perDay), olderMentionsText(sync.olderMentions)]
    .filter((part) => part !== '')
    .join(', ')
  const sentence = `Watching ${name}: ${facts}.`
  const accessory = button('Show me one', actionIds.showOne, buttonValue({ ...sync, mentions: [] }))
  const section = { type: 'section', text: plainText(sentence), accessory } satisfies SectionBlock
  const polls = pollsSentence(sync.polls)
  return {
    text: `${escapeMrkdwn(sentence)} ${sentenceAsText(polls)}.`,
    blocks: [section, context(...sentenceAsContext(polls))],
  }
}

/** The line stands in the channel for years: a next look would soon be a past one, where it comes every few minutes. */
function pollsSentence(polls: InitialSyncView['polls']): Sentence {
  if ('next' in polls) return ['Next look ', { at: polls.next, as: 'date' }]
  const seconds = Math.max(1, Math.round(polls.every / 1000))
  const [count, unit] = seconds % 60 === 0 ? [seconds / 60, 'minute'] : [seconds, 'second']
  return [`Looks every ${count === 1 ? unit : plural(count, unit)}`]
}

function rate(perDay: number | undefined): string {
  if (perDay === undefined) return ''
  if (perDay >= 0.5) return `about ${grouped(perDay)} a day`
  return perDay === 0 ? 'none of the newest passes the filters' : 'less than one a day'
}

function olderMentionsText(count: InitialSyncView['olderMentions']): string {
  if (typeof count !== 'number') return `at least ${grouped(count.atLeast)} older ones not posted`
  if (count === 0) return 'nothing older there'
  return count === 1 ? 'one older one not posted' : `${grouped(count)} older ones not posted`
}
