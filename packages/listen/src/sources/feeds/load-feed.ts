import { withoutPassword, withPasswordOf } from '../../fetch/password.ts'
import { FetchError, type Fetched, type FetchOptions } from '../../source.ts'
import type { Feed } from './feed.ts'
import { allowsRobots, feedsOfPage, guessedFeeds } from './find-feeds.ts'
import { beginningOf, type Document, readFeed } from './read-feed.ts'

/** A document that is no feed, and no page that names one. The message is for people. */
export class NoFeedError extends Error {
  override readonly name = 'NoFeedError'
}

export type Loaded = {
  feed: Feed
  /** Of the document, after redirects, without a password. */
  address: string
  /** The address to ask next time, with its password. */
  asked: string
  headers: Record<string, string>
}

type Fresh = Extract<Fetched, { kind: 'fresh' }>
export type Loader = (address: string, options?: FetchOptions) => Promise<Fetched>

export const feedTypes =
  'application/atom+xml, application/rss+xml, application/rdf+xml, application/feed+json, application/json;q=0.9, application/xml;q=0.9, text/xml;q=0.8, text/html;q=0.7, */*;q=0.1'
/** Feeds of podcasts and archives are large. */
export const maxFeedBytes = 32 * 1024 * 1024
const maxLinks = 3

/** `guesses`: if the page names no feed, look at the usual places. `except`: an address that has just been asked. */
export type FindOptions = Pick<FetchOptions, 'hostPauseMs'> & { guesses: boolean; except?: string }

/**
 * Finds the feed of an address: the document itself, one that the page names, or one at a usual place. Rejects with FetchError or
 * NoFeedError.
 */
export async function findFeed(
  addresses: readonly string[],
  load: Loader,
  options: FindOptions,
): Promise<Loaded> {
  let failure: unknown
  for (const address of addresses)
    try {
      return await findFeedAt(address, load, options)
    } catch (error) {
      if (!isMissing(error)) throw error
      failure = error
    }
  throw failure
}

async function findFeedAt(address: string, load: Loader, options: FindOptions): Promise<Loaded> {
  const answer = await loadFresh(address, load, options)
  const loaded = feedIn(answer, address)
  if (loaded !== undefined) return loaded
  const document = beginningOf(documentOf(answer))
  const shown = withoutPassword(address)
  if (!isPage(answer, document)) throw new NoFeedError(`${shown} is no feed, and no page that names one.`)
  const page = new URL(answer.url)
  const named = feedsOfPage(document, answer.url).map((feed) => withPasswordOf(page, new URL(feed)).href)
  const found =
    (await firstFeed(named.slice(0, maxLinks), load, options)) ??
    (options.guesses
      ? await firstFeed(await allowedGuesses(answer.url, load, options), load, options)
      : undefined)
  if (found !== undefined) return found
  throw new NoFeedError(
    `${shown} is a page that names no feed. Look there for a link to a feed (RSS or Atom), and give its address.`,
  )
}

const documentOf = ({ body, headers }: Fresh): Document => ({ body, contentType: headers['content-type'] })

/** The feed in an answer; undefined if it has none. */
export function feedIn(answer: Fresh, asked: string): Loaded | undefined {
  const address = withoutPassword(answer.url)
  const feed = readFeed(documentOf(answer), address)
  if (feed === undefined) return undefined
  const faults = [...(answer.fault === undefined ? [] : [answer.fault]), ...(feed.faults ?? [])]
  return { feed: { ...feed, faults }, address, asked, headers: answer.headers }
}

async function firstFeed(
  addresses: readonly string[],
  load: Loader,
  options: FindOptions,
): Promise<Loaded | undefined> {
  for (const address of addresses.filter((one) => one !== options.except))
    try {
      const answer = await loadFresh(address, load, options)
      const loaded = feedIn(answer, address)
      if (loaded !== undefined) return loaded
    } catch (error) {
      if (!isMissing(error)) throw error
    }
  return undefined
}

/** The usual places that robots.txt leaves open: nobody has named these addresses. */
async function allowedGuesses(page: string, load: Loader, options: FindOptions): Promise<string[]> {
  const guesses = guessedFeeds(page)
  try {
    const robots = await loadFresh(new URL('/robots.txt', page).href, load, options)
    return guesses.filter((guess) => allowsRobots(robots.text(), guess))
  } catch (error) {
    // Without rules everything is allowed; with a server in trouble nothing is.
    if (isMissing(error)) return guesses
    throw error
  }
}

/** The document is needed, so an answer without one is asked for again. */
async function loadFresh(address: string, load: Loader, options: FindOptions): Promise<Fresh> {
  const { guesses: _, except: __, ...rest } = options
  const asked = { ...rest, accept: feedTypes, maxBytes: maxFeedBytes }
  const answer = await load(address, asked)
  if (answer.kind === 'fresh') return answer
  const again = await load(address, { ...asked, conditional: false })
  if (again.kind === 'fresh') return again
  throw new NoFeedError(`${withoutPassword(address)} gives no document.`)
}

/** Another address may work. */
export const isMissing = (error: unknown): boolean =>
  error instanceof NoFeedError ||
  (error instanceof FetchError && (error.kind === 'gone' || error.kind === 'refused'))

const isPage = ({ headers }: { headers: Record<string, string> }, document: string) =>
  /html/i.test(headers['content-type'] ?? '') ||
  /<(!doctype html|html|head|body)\b/i.test(document.slice(0, 5000))
