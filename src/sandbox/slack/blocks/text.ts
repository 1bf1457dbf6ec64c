import { boolean, byType, type as kind, object, type Rule, string } from './rule.ts'

/** A plain text object of at most so many characters. */
export function plainText(max: number): Rule {
  return byType({ plain_text: object({ type: kind, text: string(max, 1) }, { emoji: boolean }) })
}

/** A text object, mrkdwn or plain, of at most so many characters. */
export function anyText(max: number): Rule {
  return byType({
    plain_text: object({ type: kind, text: string(max, 1) }, { emoji: boolean }),
    mrkdwn: object({ type: kind, text: string(max, 1) }, { verbatim: boolean }),
  })
}

/** An address on the web. Slack takes http and https; 3,000 characters. */
export const webAddress: Rule = string(3000, 1, /^https?:\/\/\S+$/i)

/** `action_id` and `block_id`: at most 255 characters. */
export const identifier: Rule = string(255)

/** A confirmation dialog: title 100, text 300, buttons 30. */
export const confirmation: Rule = object(
  { title: plainText(100), text: anyText(300), confirm: plainText(30), deny: plainText(30) },
  { style: string(10) },
)
