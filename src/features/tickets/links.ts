import type { Mention } from '@overheard/mention-client/mention'
import { isoTime } from '../../messages/kit/dates.ts'
import { cleanLine, edgeBefore, webAddress } from '../../messages/kit/text.ts'
import {
  type Link,
  type LinkPlaceholder,
  type LinkTemplate,
  longestLinkAddress,
  readLinkTemplate,
} from './link-template.ts'

/** The texts are cut in this order. An address is left out, because a cut address leads nowhere. */
const cutOrder = ['snippet', 'title', 'author', 'url', 'source'] as const satisfies LinkPlaceholder[]

/** Returns the links with the addresses of prefilled pages for a mention. */
export function filledLinks(links: Link[], mention: Mention): Link[] {
  return links.flatMap(({ label, url }) => {
    const read = readLinkTemplate(url)
    return 'template' in read ? [{ label, url: filledAddress(read.template, mention) }] : []
  })
}

function filledAddress({ origin, parts }: LinkTemplate, mention: Mention): string {
  const values = valuesOf(mention)
  const address = () => {
    const written = parts.map((part) => {
      if ('fixed' in part) return part.fixed
      const value = values[part.placeholder]
      // In a path, dots alone would go up a folder, also when they are percent-encoded.
      return part.isInPath && /^\.+$/.test(value) ? '' : encodeURIComponent(value)
    })
    return `${origin}${written.join('')}`
  }
  for (const name of cutOrder) {
    const excess = address().length - longestLinkAddress
    if (excess <= 0) break
    const uses = parts.filter((part) => 'placeholder' in part && part.placeholder === name).length
    const value = values[name]
    if (uses === 0) continue
    const room = encodeURIComponent(value).length - Math.ceil(excess / uses)
    values[name] = name === 'url' ? '' : cutEncoded(value, room)
  }
  return address()
}

/** A reach of 0 and a date of 0 are not known, for example of a mention that a person found. */
function valuesOf(mention: Mention): Record<LinkPlaceholder, string> {
  const { date, reach, flaws } = mention
  const snippet = cleanLine(mention.snippet)
  return {
    title: cleanLine(mention.title) || snippet,
    url: webAddress(mention.url) ?? '',
    snippet,
    author: cleanLine(mention.author.name),
    sentiment: mention.sentiment ?? 'unknown',
    reach: reach <= 0 || flaws.some((flaw) => flaw.startsWith('reach')) ? '' : String(reach),
    source: cleanLine(mention.source),
    date: isoTime(date > 0 ? date : undefined),
  }
}

const ellipsis = '…'

/** Cuts between two visible characters, so that the percent-encoded text has at most `room` characters, including the “…”. */
function cutEncoded(text: string, room: number): string {
  let left = room - encodeURIComponent(ellipsis).length
  let end = 0
  for (const character of text) {
    left -= encodeURIComponent(character).length
    if (left < 0) break
    end += character.length
  }
  const kept = text.slice(0, edgeBefore(text, end)).trimEnd()
  return kept === '' ? '' : `${kept}${ellipsis}`
}
