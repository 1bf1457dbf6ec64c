import { z } from 'zod'
import type { MessagePlace } from '../../deliver/messages.ts'
import type { Target } from '../../messages/target.ts'
import { isId } from '../../model/id.ts'
import type { Block } from '../../model/message.ts'
import { type MuteKind, muteKinds } from '../../model/mute.ts'
import type { MessagePress } from '../message-press.ts'

/** What a modal about mentions remembers of the message it was opened from. */
export type CardNote = {
  place: MessagePlace
  target: Target
  /** Whether the message is one mention's card, or lists the mentions of a burst. */
  form: 'card' | 'entries'
  responseUrl: string
  kind?: MuteKind
}

const id = z.string().refine(isId)

const shape: z.ZodType<CardNote> = z.object({
  place: z.object({ channel: z.string(), ts: z.string(), thread: z.string().exactOptional() }),
  target: z.object({ subscription: z.string(), alert: id, mentions: z.array(id) }),
  form: z.enum(['card', 'entries']),
  responseUrl: z.string(),
  kind: z.enum(muteKinds).exactOptional(),
})

/** The note of a press on a message. */
export function noteOf(press: MessagePress, target: Target, form: CardNote['form']): CardNote {
  const { channel, ts, thread, responseUrl } = press
  const place: MessagePlace = { channel, ts, ...(thread === undefined ? {} : { thread }) }
  return { place, target, form, responseUrl }
}

/** The note as a modal carries it. Ten ids of any length stay far below Slack's 3,000 characters. */
export function noteText(note: CardNote): string {
  return JSON.stringify(note)
}

/** Reads a note. Throws where it is none of ours. */
export function readNote(text: string): CardNote {
  return shape.parse(JSON.parse(text))
}

/** What a card calls its mention: the first link or bold words in it; empty where there is neither. */
export function titleOfCard(blocks: Block[]): string {
  return blocks.map(firstTitle).find((title) => title !== '') ?? ''
}

function firstTitle(element: unknown): string {
  if (typeof element !== 'object' || element === null) return ''
  const isLink = 'type' in element && element.type === 'link'
  const isBold = 'style' in element && JSON.stringify(element.style).includes('"bold":true')
  if ((isLink || isBold) && 'text' in element && typeof element.text === 'string') return element.text
  if (!('elements' in element) || !Array.isArray(element.elements)) return ''
  return element.elements.map(firstTitle).find((title) => title !== '') ?? ''
}
