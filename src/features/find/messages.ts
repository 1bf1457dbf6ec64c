import { bold, bullets, type RichPart, richLine, richText, words } from '../../messages/kit/block-kit.ts'
import { sentenceAsRichText } from '../../messages/kit/dates.ts'
import { messages } from '../../messages/kit/say.ts'
import { escapeMrkdwn, longestText, wholeLines } from '../../messages/kit/text.ts'
import { cardState, entryParts, entryText } from '../../messages/mention/mention-parts.ts'
import { quoted } from '../../messages/replies.ts'
import type { Content } from '../../model/message.ts'
import type { Found } from './search.ts'
import { en } from './texts.en.ts'

export const say = messages(en, (language) => import(`./texts.${language}.ts`))

export const nothingFound = (words: string, days: number) => say.nothing({ words: quoted(words), days })

type FoundView = {
  words: string
  days: number
  total: number
  rows: (Found & { link: string | undefined })[]
}

export function foundMentions({ words: asked, days, total, rows }: FoundView): Content {
  const of = { total, words: quoted(asked), days }
  const headline = total > rows.length ? say.newest({ ...of, shown: rows.length }) : say.found(of)
  const text = [escapeMrkdwn(headline), ...rows.map((row) => entryText(row.mention, stateOf(row)))]
  return {
    text: wholeLines(text, longestText),
    blocks: [richText(richLine([bold(headline)]), bullets(rows.map((row) => richLine(rowParts(row)))))],
  }
}

function stateOf({ card, mention }: Found) {
  const record = card.actions.find((one) => one.mention === mention.id)
  return record === undefined ? { kind: 'open' as const } : cardState(record)
}

/** The title links to the mention itself, and the end to our message. */
function rowParts(row: FoundView['rows'][number]): RichPart[] {
  const { card, mention, link } = row
  const posted = sentenceAsRichText([{ at: Number(card.ts) * 1000, as: 'date' }])
  const message: RichPart[] =
    link === undefined ? [] : [words(' · '), { type: 'link', url: link, text: say.inSlack() }]
  return [...entryParts(mention, stateOf(row)), words(' · '), ...posted, ...message]
}
