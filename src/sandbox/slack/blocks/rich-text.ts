import { boolean, byType, type as kind, list, number, object, oneOf, type Rule, string } from './rule.ts'

/** Generous: Slack names no limit for one element; the budget of all text of a message is below it. */
const longText = string(20_000, 1)
const most = 1000
const style = object(
  {},
  {
    bold: boolean,
    italic: boolean,
    strike: boolean,
    underline: boolean,
    code: boolean,
    highlight: boolean,
    client_highlight: boolean,
    unlink: boolean,
  },
)
const id = string(255, 1)

/** What stands in a line of rich text. */
const inline: Rule = byType({
  text: object({ type: kind, text: longText }, { style }),
  link: object({ type: kind, url: string(3000, 1) }, { text: longText, unsafe: boolean, style }),
  emoji: object({ type: kind, name: string(255, 1) }, { unicode: string(255), skin_tone: number(), style }),
  user: object({ type: kind, user_id: id }, { style }),
  usergroup: object({ type: kind, usergroup_id: id }, { style }),
  channel: object({ type: kind, channel_id: id }, { style }),
  broadcast: object({ type: kind, range: oneOf('here', 'channel', 'everyone') }, { style }),
  date: object(
    { type: kind, timestamp: number(0), format: string(255, 1) },
    { url: string(3000), fallback: string(255), style },
  ),
  color: object({ type: kind, value: string(255, 1) }, { style }),
})

const line = list(inline, most, 0)
const section = object({ type: kind, elements: line })

/** A rich text block: sections, lists (indent 0 to 8), quotes, preformatted text. */
export const richText: Rule = object(
  {
    type: kind,
    elements: list(
      byType({
        rich_text_section: section,
        rich_text_list: object(
          {
            type: kind,
            style: oneOf('bullet', 'ordered'),
            elements: list(byType({ rich_text_section: section }), most, 0),
          },
          { indent: number(0, 8), offset: number(0), border: number(0, 1) },
        ),
        rich_text_quote: object({ type: kind, elements: line }, { border: number(0, 1) }),
        rich_text_preformatted: object(
          { type: kind, elements: line },
          { border: number(0, 1), language: string(255) },
        ),
      }),
      most,
    ),
  },
  { block_id: string(255) },
)
