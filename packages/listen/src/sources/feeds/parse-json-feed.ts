import { defined } from '@overheard/base/defined'
import { z } from 'zod'
import { withoutMail } from '../../fields/person-name.ts'
import { tidy } from '../../fields/plain-text.ts'
import { readDate } from '../../fields/read-date.ts'
import { starsOf } from '../../fields/stars.ts'
import type { Text } from '../../source.ts'
import type { Entry, Feed, Person } from './feed.ts'
import { languageOf } from './language.ts'
import { filled, titleOfPlain } from './markup.ts'
import { absolute } from './xml/tree.ts'

/** Real feeds stay far below. The entries beyond are not read. */
const maxItems = 10_000
/** Brackets at the end of the document that may end the feed. */
const maxEnds = 3

/** Each wrong field is left out alone. */
const text = z.string().optional().catch(undefined)
const person = z
  .preprocess(
    (given) => (typeof given === 'string' ? { name: given } : given),
    z.object({ name: text, username: text, url: text, avatar: text }),
  )
  .optional()
  .catch(undefined)
const people = z
  .preprocess(
    (given) => (Array.isArray(given) || given === undefined ? given : [given]),
    z.array(person).optional(),
  )
  .catch(undefined)
/** Of schema.org; an extension of JSON Feed begins with `_`. */
const rating = z.looseObject({ ratingValue: z.unknown().optional(), bestRating: z.unknown().optional() })

const itemSchema = z.looseObject({
  id: z.union([z.string(), z.number()]).optional().catch(undefined),
  url: text,
  external_url: text,
  title: text,
  content_html: text,
  content_text: text,
  summary: text,
  date_published: z.union([z.string(), z.number()]).optional().catch(undefined),
  date_modified: z.union([z.string(), z.number()]).optional().catch(undefined),
  author: person,
  authors: people,
  language: text,
  attachments: z
    .array(z.object({ url: text }).catch({}))
    .optional()
    .catch(undefined),
})

const feedSchema = z.object({
  version: text,
  title: text,
  home_page_url: text,
  icon: text,
  favicon: text,
  author: person,
  authors: people,
  language: text,
  items: z.array(z.unknown()),
})

/** Atom as JSON, as Apple gives the reviews of an app: an element is an object with its text as `label`, and its attributes. */
const atomElement = z
  .object({ label: text, attributes: z.record(z.string(), z.string()).optional().catch(undefined) })
  .optional()
  .catch(undefined)
const atomElements = z.preprocess((given) => [given ?? []].flat(), z.array(atomElement))
const atomEntry = z.looseObject({
  ...{ id: atomElement, title: atomElement, updated: atomElement, content: atomElement, link: atomElements },
  author: z.object({ name: atomElement, uri: atomElement }).optional().catch(undefined),
  'im:rating': atomElement,
})
const atomFeed = z.object({
  feed: z.object({
    title: atomElement,
    entry: z.preprocess((given) => [given].flat(), z.array(atomEntry)),
  }),
})

/** The same as a JSON Feed. The app itself, which comes before its reviews, has a name. Anything else stays what it is. */
function fromAtom(given: unknown): unknown {
  const parsed = atomFeed.safeParse(given)
  if (!parsed.success) return given
  const { title, entry } = parsed.data.feed
  return {
    version: `${versions}1.1`,
    title: title?.label,
    items: entry
      .filter((one) => !('im:name' in one))
      .map(({ id, title: own, updated, content, link, author, 'im:rating': stars }) => ({
        ...{ id: id?.label, title: own?.label, date_published: updated?.label, rating: stars?.label },
        url: link.find((one) => one?.attributes?.href !== undefined)?.attributes?.href,
        [content?.attributes?.type === 'html' ? 'content_html' : 'content_text']: content?.label,
        author: { name: author?.name?.label, url: author?.uri?.label },
      })),
  }
}

const versions = 'https://jsonfeed.org/version/'

/** Reads a JSON Feed 1.0 or 1.1, or Atom as JSON. Undefined if the document is none. */
export function parseJsonFeed(document: string, address?: string): Feed | undefined {
  const parsed = feedSchema.safeParse(fromAtom(jsonOf(document)))
  if (!parsed.success) return undefined
  const { data } = parsed
  const items = data.items.slice(0, maxItems).flatMap((item) => {
    const { data: read } = itemSchema.safeParse(item)
    return read === undefined ? [] : [read]
  })
  const declared = data.version?.startsWith(versions) ?? false
  if (!declared && !items.some(({ url, id }) => url !== undefined && id !== undefined)) return undefined
  const link = (given: string | undefined) => (given?.trim() ? absolute(given, address) : undefined)
  const author = personOf(data.authors?.[0] ?? data.author, link)
  const language = languageOf(data.language)
  return {
    format: 'json',
    title: titleOfPlain(data.title ?? ''),
    address: link(data.home_page_url),
    picture: link(data.icon) ?? link(data.favicon),
    hints: {},
    entries: items.map((item) => entryOf(item, { author, language, link })),
  }
}

/** Also if a warning or a call of a function is around it. */
function jsonOf(document: string): unknown {
  const beginnings = [document.search(/[[{]/), document.search(/\{\s*"/)]
  let end = document.length
  for (let tries = 0; tries < maxEnds && end > 0; tries++) {
    end = document.lastIndexOf('}', end - 1)
    for (const beginning of beginnings)
      try {
        return JSON.parse(document.slice(beginning, end + 1))
      } catch {
        // The text around the feed has a bracket of its own.
      }
  }
  return itemsIn(document)
}

const mark = /"(?:[^"\\]+|\\.)*"?|[[\]{}]/gs

/** The items of a document that breaks off, or has a part that is no JSON. Each is read alone, and so is what stands before them. */
function itemsIn(document: string): unknown {
  // Some programs write the ends of lines as they are.
  const text = document.replaceAll(/\p{Cc}/gu, ' ')
  const list = /"items"\s*:\s*\[/.exec(text)
  if (list === null) return undefined
  const start = list.index + list[0].length
  const items: unknown[] = []
  let [depth, begun] = [0, start]
  mark.lastIndex = start
  for (let found = mark.exec(text); found !== null && depth >= 0; found = mark.exec(text)) {
    if (/[[{]/.test(found[0][0] ?? '') && depth++ === 0) begun = found.index
    if (/^[\]}]/.test(found[0]) && --depth === 0) items.push(...parsed(text.slice(begun, mark.lastIndex)))
  }
  const [before = {}] = parsed(`${text.slice(text.search(/\{\s*"/), list.index)}"items":[]}`)
  return { ...before, items }
}

/** Empty if it is no JSON. */
function parsed(text: string): object[] {
  try {
    return [JSON.parse(text)]
  } catch {
    return []
  }
}

type Around = {
  author: Person | undefined
  language: string | undefined
  link: (given: string | undefined) => string | undefined
}

function entryOf(item: z.output<typeof itemSchema>, { author, language, link }: Around): Entry {
  const publishedAt = readDate(item.date_published?.toString())
  const updatedAt = readDate(item.date_modified?.toString())
  return {
    id: filled(item.id?.toString().trim() ?? ''),
    address: link(item.url) ?? link(item.external_url),
    links: [link(item.external_url)].filter((address) => address !== undefined),
    enclosure: link(item.attachments?.[0]?.url),
    title: titleOfPlain(item.title ?? ''),
    text: bodyOf(item),
    publishedAt: publishedAt ?? updatedAt,
    ...((publishedAt ?? updatedAt) === undefined &&
      defined({ unreadDate: (item.date_published ?? item.date_modified)?.toString() })),
    updatedAt,
    author: personOf(item.authors?.[0] ?? item.author, link) ?? author,
    language: languageOf(item.language) ?? language,
    ...defined({ stars: starsIn(item) }),
  }
}

/** Of `reviewRating` in the item or in an extension of it. */
function starsIn(item: Record<string, unknown>): number | undefined {
  const extensions = Object.entries(item).flatMap(([name, value]) => (name.startsWith('_') ? [value] : []))
  for (const place of [item, ...extensions]) {
    const fields = z.looseObject({}).safeParse(place).data ?? {}
    const review = z.looseObject({}).safeParse(fields.review).data ?? {}
    for (const one of [fields.reviewRating, review.reviewRating, fields.rating, fields.stars, fields]) {
      const found = rating.safeParse(one).data
      const stars =
        found === undefined
          ? starsOf(one)
          : starsOf(found.ratingValue ?? found.value, found.bestRating ?? found.max)
      if (stars !== undefined) return stars
    }
  }
  return undefined
}

function bodyOf({ content_html: html, content_text: plain, summary }: z.output<typeof itemSchema>): Text {
  if (html?.trim()) return { html }
  return { plain: plain?.trim() ? plain : (summary ?? '') }
}

function personOf(given: z.output<typeof person>, link: Around['link']): Person | undefined {
  const name = withoutMail(tidy(given?.name?.trim() || given?.username || ''))
  return name === '' ? undefined : { name, address: link(given?.url), picture: link(given?.avatar) }
}
