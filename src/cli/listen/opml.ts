import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { ListenSettings } from '@overheard/listen/settings'
import { FeedNameError, resolveName } from '@overheard/listen/sources/feeds/short-names'
import { Parser } from 'htmlparser2'
import { stringify } from 'yaml'
import { SettingsError } from '../../config/settings.ts'
import { plural } from '../../messages/kit/numbers.ts'

/** A feed of a list of subscriptions. */
export type ListedFeed = { title: string; address: string }

/** The feeds of an OPML document, in any folder of it. http://opml.org/spec2.opml */
export function feedsIn(document: string): ListedFeed[] {
  const found: ListedFeed[] = []
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (name.toLowerCase() !== 'outline') return
        const given = new Map(
          Object.entries(attributes).map(([key, value]) => [key.toLowerCase(), value.trim()]),
        )
        const address = given.get('xmlurl') ?? ''
        if (address !== '') found.push({ title: given.get('text') || given.get('title') || address, address })
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  parser.end(document)
  return found
}

/** An OPML document with these feeds. */
export function opmlOf(feeds: readonly ListedFeed[]): string {
  const outlines = feeds.map(
    ({ title, address }) =>
      `    <outline type="rss" text="${escaped(title)}" xmlUrl="${escaped(address)}"/>\n`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n<opml version="2.0">\n  <head><title>Feeds of Overheard</title></head>\n  <body>\n${outlines.join('')}  </body>\n</opml>\n`
}

/** XML has no other control characters. */
const escaped = (text: string) =>
  text
    .replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll(/[&<>"\t\n\r]/g, (sign) => `&#${sign.charCodeAt(0)};`)

/**
 * With a file that exists, returns what `feeds` of the configuration needs for its feeds. Otherwise writes the feeds of the configuration
 * to it, without passwords. Throws SettingsError.
 */
export function exchangeOpml(file: string, { feeds }: Pick<ListenSettings, 'feeds'>): string {
  return existsSync(file) ? linesFor(file, feeds) : written(file, feeds)
}

function linesFor(file: string, feeds: readonly string[]): string {
  const listed = feedsIn(readFileSync(file, 'utf8'))
  if (listed.length === 0) throw new SettingsError(`${file} is no OPML document with feeds.`)
  const known = new Set(feeds.map((feed) => resolveName(feed).key))
  const wanted = new Map<string, string>()
  const refused: string[] = []
  for (const { address } of listed)
    try {
      const { key } = resolveName(address)
      if (!known.has(key)) wanted.set(key, address)
    } catch (error) {
      if (!(error instanceof FeedNameError)) throw error
      refused.push(`# ${address}: ${error.message}`.replaceAll(/\s+/g, ' '))
    }
  if (wanted.size === 0) return [`# listen has all feeds of ${file} already.`, ...refused].join('\n')
  const lines = stringify({ listen: { feeds: [...feeds, ...wanted.values()] } }).trimEnd()
  return [
    `# ${plural(wanted.size, 'new feed')}. Put this into the configuration file in the place of feeds:`,
    ...refused,
    lines,
  ].join('\n')
}

function written(file: string, feeds: readonly string[]): string {
  const listed = feeds.map((feed) => {
    const { key, addresses } = resolveName(feed)
    return {
      title: key,
      address: addresses.length === 1 && !URL.parse(addresses[0])?.password ? addresses[0] : key,
    }
  })
  if (listed.length === 0) throw new SettingsError('`listen` has no feeds that could be written.')
  writeFileSync(file, opmlOf(listed), { flag: 'wx' })
  return `Wrote ${plural(listed.length, 'feed')} to ${file}.`
}
