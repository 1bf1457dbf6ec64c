/** One thing that was sent: its fields, or what is wrong with it. */
export type Entry = { kind: 'fields'; fields: Fields } | { kind: 'unusable'; error: string }
export type Fields = { [name: string]: unknown }

export type ReadBody = { kind: 'entries'; entries: Entry[] } | { kind: 'unreadable'; error: string }

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Takes a body apart: JSON with one object or a list (also as `items` or `data`), a JSON Feed, JSON lines, or a form. The shape of the body
 * counts, because many senders declare another type.
 */
export function readBody(contentType: string, body: Buffer): ReadBody {
  let text: string
  try {
    text = utf8.decode(body).trim()
  } catch {
    return unreadable('The body is not encoded as UTF-8.')
  }
  if (text === '') return unreadable('The body is empty. Send a JSON object with url, title and text.')
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(contentType)
  // `curl -d` declares a form, whatever it sends. No form begins so, because its names are escaped.
  if (isForm && !/^[{[]/.test(text)) return entriesOf([formFields(text)])
  const json = parseJson(text)
  if ('value' in json) return entriesIn(json.value)
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '')
  if (lines.length > 1 && lines.every((line) => line.trimStart().startsWith('{')))
    return { kind: 'entries', entries: lines.map(lineEntry) }
  if ((isForm || contentType === '') && /^[\w.[\]%-]+=/.test(text)) return entriesOf([formFields(text)])
  return unreadable(`The body is neither JSON nor a form (${json.error}).`)
}

const unreadable = (error: string): ReadBody => ({ kind: 'unreadable', error })

function parseJson(text: string): { value: unknown } | { error: string } {
  try {
    return { value: JSON.parse(text) }
  } catch (error) {
    return { error: error instanceof Error ? error.message.slice(0, 150) : 'unknown' }
  }
}

function lineEntry(line: string): Entry {
  const json = parseJson(line)
  return 'value' in json
    ? entryOf(json.value)
    : { kind: 'unusable', error: `This line is no JSON (${json.error}).` }
}

function entriesIn(value: unknown): ReadBody {
  if (Array.isArray(value)) return entriesOf(value)
  if (!isFields(value)) return unreadable('The body is JSON, but neither an object nor a list of objects.')
  const { items, data, version } = value
  if (Array.isArray(items))
    return entriesOf(isJsonFeed(version) ? items.map((item) => withFeed(item, value)) : items)
  if (Array.isArray(data)) return entriesOf(data)
  // The specification of Standard Webhooks recommends `{type, timestamp, data}`.
  return entriesOf([isFields(data) && value.url === undefined ? data : value])
}

const entriesOf = (values: unknown[]): ReadBody => ({ kind: 'entries', entries: values.map(entryOf) })

function entryOf(value: unknown): Entry {
  if (isFields(value)) return { kind: 'fields', fields: value }
  const what = value === null ? 'null' : Array.isArray(value) ? 'a list' : `a ${typeof value}`
  return { kind: 'unusable', error: `This is ${what}, not an object with url, title and text.` }
}

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isJsonFeed = (version: unknown) =>
  typeof version === 'string' && /^https?:\/\/jsonfeed\.org\/version/.test(version)

/** An item of a JSON Feed, with what the feed says of all its items. https://www.jsonfeed.org/version/1.1/ */
function withFeed(item: unknown, feed: Fields): unknown {
  if (!isFields(item)) return item
  const author = firstOf(item.authors) ??
    item.author ??
    firstOf(feed.authors) ??
    feed.author ?? { name: feed.title }
  const { language = feed.language, url = item.external_url } = item
  return { ...item, author, language, url }
}

const firstOf = (list: unknown): unknown => (Array.isArray(list) ? list[0] : undefined)

const maxDepth = 8

/** Zapier writes nested names as `a__b`, others as `a[b]`. */
function formFields(text: string): Fields {
  const fields: Fields = Object.create(null)
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name
      .replaceAll(']', '')
      .split(/__|\[|\./)
      .filter((part) => part !== '')
      .slice(0, maxDepth)
    const last = path.pop()
    if (last === undefined) continue
    let place = fields
    for (const part of path) {
      const inner = place[part]
      if (isFields(inner)) place = inner
      else {
        const made: Fields = Object.create(null)
        place[part] = made
        place = made
      }
    }
    place[last] ??= value
  }
  return fields
}
