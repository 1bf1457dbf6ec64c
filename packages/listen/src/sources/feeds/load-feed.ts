import { defined } from '@overheard/base/defined'
import { withoutPassword, withPasswordOf } from '../../fetch/password.ts'
import { FetchError, type FetchErrorKind, type Fetched, type FetchOptions } from '../../source.ts'
import type { Feed } from './feed.ts'
import { allowsRobots, feedsOfPage, guessedFeeds, type NamedFeed, namesComments } from './find-feeds.ts'
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
  /** Why the feed at `asked` cannot be read, if this is another one that is read meanwhile. */
  trouble?: unknown
}

type Fresh = Extract<Fetched, { kind: 'fresh' }>
export type Loader = (address: string, options?: FetchOptions) => Promise<Fetched>

export const feedTypes =
  'application/atom+xml, application/rss+xml, application/rdf+xml, application/feed+json, application/json;q=0.9, application/xml;q=0.9, text/xml;q=0.8, text/html;q=0.7, */*;q=0.1'
/** Feeds of podcasts and archives are large. */
export const maxFeedBytes = 32 * 1024 * 1024
const maxLinks = 3

/** `guesses`: if the page names no feed, look at the usual places. `missing`: the feed of the address, for which another one is looked for. */
export type FindOptions = Pick<FetchOptions, 'hostPauseMs'> & { guesses: boolean; missing?: Missing }
/** `isReplaced`: another feed was read instead at the last look. */
type Missing = Failed & { isReplaced: boolean }
type Failed = { address: string; error: unknown }

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
  const named = feedsOfPage(document, answer.url).map((feed) => ({
    ...feed,
    address: withPasswordOf(page, new URL(feed.address)).href,
  }))
  const { missing } = options
  const isStillNamed = named.some((one) => isSameFeed(one.address, missing?.address))
  // What the page still names has not moved, unless it is not there.
  if (missing !== undefined && isStillNamed && !missing.isReplaced && !isNotThere(missing.error))
    throw missing.error
  const { found, refused } = await firstFeed(replacing(named, missing).slice(0, maxLinks), load, options)
  const waited = isStillNamed ? missing : refused
  if (found !== undefined)
    return waited === undefined ? found : { ...found, asked: waited.address, trouble: waited.error }
  if (refused !== undefined) throw refused.error
  const guessed = options.guesses
    ? (await firstFeed(await allowedGuesses(answer.url, load, options), load, options)).found
    : undefined
  if (guessed !== undefined) return guessed
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

/** Comments stand for posts only if the page has no other feed, and never for a feed that was found before. */
function replacing(named: readonly NamedFeed[], missing: Missing | undefined): string[] {
  const isOfPosts = ({ isOfComments }: NamedFeed) => !isOfComments
  const mayBeComments = missing === undefined ? !named.some(isOfPosts) : namesComments(missing.address)
  return named
    .filter((one) => (mayBeComments || isOfPosts(one)) && !isSameFeed(one.address, missing?.address))
    .map(({ address }) => address)
}

/** To the letter: a site may have moved its feed to another scheme or host, and a password may be wrong by now. */
const isSameFeed = (one: string, other = ''): boolean => URL.parse(one)?.href === URL.parse(other)?.href

/** The first one that is a feed, and the first one before it that is only in trouble, so that the other must not take its place for good. */
async function firstFeed(
  addresses: readonly string[],
  load: Loader,
  options: FindOptions,
): Promise<{ found?: Loaded; refused?: Failed }> {
  let refused: Failed | undefined
  for (const address of addresses)
    try {
      const answer = await loadFresh(address, load, options)
      const loaded = feedIn(answer, address)
      if (loaded !== undefined) return { found: loaded, ...defined({ refused }) }
    } catch (error) {
      if (!isMissing(error)) throw error
      if (isRefused(error)) refused ??= { address, error }
    }
  return defined({ refused })
}

/** The usual places that robots.txt leaves open: nobody has named these addresses. */
async function allowedGuesses(page: string, load: Loader, options: FindOptions): Promise<string[]> {
  const guesses = guessedFeeds(page)
  try {
    const robots = await loadFresh(new URL('/robots.txt', page).href, load, options)
    return guesses.filter((guess) => allowsRobots(robots.text(), guess))
  } catch (error) {
    // Without rules everything is allowed; with a server in trouble nothing is (RFC 9309, 2.3.1.4).
    if (isMissing(error) && !isInTrouble(error)) return guesses
    throw error
  }
}

/** The document is needed, so an answer without one is asked for again. */
async function loadFresh(address: string, load: Loader, options: FindOptions): Promise<Fresh> {
  const { guesses: _, missing: __, ...rest } = options
  const asked = { ...rest, accept: feedTypes, maxBytes: maxFeedBytes }
  const answer = await load(address, asked)
  if (answer.kind === 'fresh') return answer
  const again = await load(address, { ...asked, conditional: false })
  if (again.kind === 'fresh') return again
  throw new NoFeedError(`${withoutPassword(address)} gives no document.`)
}

/** Of the address alone, not of its host or of the network. */
const addressErrors: readonly FetchErrorKind[] = [
  'gone',
  'refused',
  'too-large',
  'too-many-redirects',
  'private-address',
  'unusable-address',
]

/** Another address may work. */
export const isMissing = (error: unknown): boolean =>
  error instanceof NoFeedError || (error instanceof FetchError && addressErrors.includes(error.kind))

const statusOf = (error: unknown): number => (error instanceof FetchError ? (error.status ?? 0) : 0)

/** An error of the server, or an answer of success whose body is broken. */
const isInTrouble = (error: unknown): boolean =>
  statusOf(error) >= 500 || (error instanceof FetchError && error.kind === 'refused' && statusOf(error) === 0)

/** A status that says so. A document that is no feed may be there only for an hour. */
const isNotThere = (error: unknown): boolean => [404, 410].includes(statusOf(error))

/** Something is there that is not for everybody, or not now. */
function isRefused(error: unknown): boolean {
  const status = statusOf(error)
  return error instanceof FetchError && (status === 0 || status >= 500 || [401, 403].includes(status))
}

const isPage = ({ headers }: { headers: Record<string, string> }, document: string) =>
  /html/i.test(headers['content-type'] ?? '') ||
  /<(!doctype html|html|head|body)\b/i.test(document.slice(0, 5000))
