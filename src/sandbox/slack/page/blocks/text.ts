import type { Child } from '../dom/h.ts'
import type { State } from '../state/state.ts'
import { withEmoji } from '../text/emoji.ts'
import { plainStretches, readMrkdwn } from '../text/mrkdwn.ts'
import { showStretches } from '../text/show.ts'
import { isRecord, textAt } from './read.ts'

/** Shows a text object: mrkdwn with its marks, plain text as it is. */
export function showText(state: State, text: unknown): Child {
  if (!isRecord(text)) return undefined
  if (text.type === 'mrkdwn') return showStretches(state, readMrkdwn(textAt(text, 'text')))
  return textOf(text)
}

/** A text object as bare words. */
export function textOf(text: unknown): string {
  if (!isRecord(text)) return ''
  const words = textAt(text, 'text')
  if (text.type === 'mrkdwn') return plainStretches(words).join('\n')
  return text.emoji === false ? words : withEmoji(words)
}
