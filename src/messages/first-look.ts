import type { SectionBlock } from '@slack/types'
import type { Id } from '../model/id.ts'
import type { Content } from '../model/message.ts'
import { actionIds } from './action-ids.ts'
import { button, context, mrkdwn, plainText } from './block-kit.ts'
import { grouped } from './numbers.ts'
import { slackTime, utc } from './slack-date.ts'
import { buttonValue } from './target.ts'
import { cut, escapeMrkdwn, isolate } from './text.ts'

/** `perDay`: mentions to expect, undefined where unknown; `passedOver`: older ones not posted; `nextLookAt`: ms since the epoch. */
export type FirstLook = {
  subscription: string
  alert: Id
  alertName: string
  perDay: number | undefined
  passedOver: number | { atLeast: number }
  nextLookAt: number
}

/** The one line that says what a channel now watches. Nothing old is posted; the button shows the asker one. */
export function firstLook(look: FirstLook): Content {
  const name = isolate(cut(look.alertName, 100))
  const told = [rate(look.perDay), passedOver(look.passedOver)].filter((part) => part !== '').join(', ')
  const sentence = `Watching ${name}: ${told}.`
  const time = slackTime(look.nextLookAt)
  const accessory = button('Show me one', actionIds.showOne, buttonValue({ ...look, mentions: [] }))
  const section = { type: 'section', text: plainText(sentence), accessory } satisfies SectionBlock
  if (time === undefined) return { text: escapeMrkdwn(sentence), blocks: [section] }
  return {
    text: `${escapeMrkdwn(sentence)} Next look ${utc(look.nextLookAt)}.`,
    blocks: [section, context(mrkdwn(`Next look ${time}`))],
  }
}

function rate(perDay: number | undefined): string {
  if (perDay === undefined) return ''
  if (perDay >= 0.5) return `about ${grouped(perDay)} a day`
  return perDay === 0 ? 'none in the last days' : 'less than one a day'
}

function passedOver(count: FirstLook['passedOver']): string {
  if (typeof count !== 'number') return `at least ${grouped(count.atLeast)} older ones not posted`
  if (count === 0) return 'nothing older there'
  return count === 1 ? 'one older one not posted' : `${grouped(count)} older ones not posted`
}
