import type { RichTextSection } from '@slack/types'
import type { Mention } from '../../model/mention.ts'
import type { Block } from '../../model/message.ts'
import { bold, richLine, richText, words } from '../block-kit.ts'
import { short } from '../numbers.ts'
import { sentimentSign, sentimentWords } from '../sentiment.ts'
import { sourceName } from '../source-name.ts'
import { cut, isolate } from '../text.ts'
import { type Title, titleOf, titleParts } from '../title.ts'

/** Room for a title in a list, and for an address as a link: a list of longer ones could break the whole message. */
const longestListedTitle = 80
const longestLinked = 1_500
const longestAddressInText = 300

/** Mentions as a list under a heading, each with its reach, its link and its author; `note` adds what is known of it. */
export function mentionList(
  heading: string,
  mentions: Mention[],
  note: (mention: Mention) => string = () => '',
): Block | undefined {
  if (mentions.length === 0) return undefined
  const elements = mentions.map((mention) => listEntry(mention, note(mention)))
  return richText(richLine([bold(heading)]), { type: 'rich_text_list', style: 'bullet', elements })
}

function listEntry(mention: Mention, note: string): RichTextSection {
  const sign = `${sentimentSign(mention.sentiment)} ${short(mention.reach)} `.trimStart()
  const from = [isolate(cut(mention.author.name, 40)), sourceName(mention.source), note].filter(
    (part) => part,
  )
  return richLine([words(sign), ...titleParts(linkable(mention)), words(` ${from.join(', ')}`)])
}

function linkable(mention: Mention): Title {
  const title = titleOf(mention, longestListedTitle)
  const tooLong = title.address !== undefined && title.address.length > longestLinked
  return tooLong ? { ...title, address: undefined, raw: cut(mention.url, longestListedTitle) } : title
}

/** The same mentions as lines of words, for `text`. A very long address would crowd out the rest. Not yet escaped. */
export function mentionListText(mentions: Mention[]): string {
  return mentions
    .map((mention) => {
      const { words: title, address = '' } = titleOf(mention, longestListedTitle)
      const link = address === '' || address.length > longestAddressInText ? '' : `, ${address}`
      return `${sentimentWords(mention.sentiment)} ${short(mention.reach)}: ${isolate(title)}${link}`.trimStart()
    })
    .join('\n')
}
