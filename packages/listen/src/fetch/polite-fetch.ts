import { createHash } from 'node:crypto'
import { defined } from '@overheard/base/defined'
import { type Fetch, FetchError, type Fetched, type FetchOptions } from '../source.ts'
import { freshUntil, hostFreeAt, retryTime } from './cache-hints.ts'
import { decodeText } from './decode-text.ts'
import { type Hosts, usualPauseMs } from './hosts.ts'
import { basicOf, sharesSecrets, withoutPassword, withPasswordOf } from './password.ts'
import type { Answer, Send } from './send.ts'

/** What is known of an address from its last stored answer. */
export type Page = {
  etag?: string
  lastModified?: string
  /** The address that the validators belong to: the last one of the redirects, without a password. */
  at?: string
  hash?: string
  /** Where it has moved for good, and how often in a row it said so. */
  moved?: { to: string; times: number }
}

/**
 * The fetches of one poll. `learned` must be stored together with the items: validators without their items would lose the items.
 * `freshUntil` is the latest time until which an answer is fresh.
 */
export type FetchSession = {
  recall: (url: string) => Page | undefined
  learned: Map<string, Page>
  freshUntil: number
  signal: AbortSignal
  /** Called with true when a request must wait for its host, and with false when it goes on. */
  waiting: (isWaiting: boolean) => void
}

/** For a look whose answers are not stored. */
export const withoutMemory = (signal: AbortSignal): FetchSession => ({
  recall: () => undefined,
  learned: new Map(),
  freshUntil: 0,
  signal,
  waiting: () => undefined,
})

export type PoliteFetchDeps = {
  send: Send
  hosts: Hosts
  now: () => number
  /** With an address of the operator, so that a site can complain. */
  userAgent: string
}

const maxRedirects = 5
const usualMaxBytes = 5 * 1024 * 1024
/** A site may move for good by mistake, so it must say so this often in a row. */
const timesOfMove = 5
const shownBody = 2000

type Asked = { address: string; options: FetchOptions; session: FetchSession }

const permanent = new Set([301, 308])
const temporary = new Set([302, 303, 307])

export function createPoliteFetch({ send, hosts, now, userAgent }: PoliteFetchDeps) {
  return (session: FetchSession): Fetch =>
    async (address, options = {}) => {
      const page = session.learned.get(address) ?? session.recall(address) ?? {}
      const { moved } = page
      if (moved === undefined || moved.times < timesOfMove)
        return fetchPage(address, page, { address, options, session })
      try {
        return await fetchPage(moved.to, page, { address, options, session })
      } catch (error) {
        // The move may have been a mistake that was corrected.
        if (!(error instanceof FetchError) || error.kind === 'busy') throw error
        return fetchPage(address, withoutMove(page), { address, options, session })
      }
    }

  async function fetchPage(start: string, page: Page, asked: Asked): Promise<Fetched> {
    const { address, options, session } = asked
    const isConditional = options.conditional ?? options.method !== 'POST'
    const { answer, url, moved } = await follow(start, isConditional ? page : {}, asked)
    // An address that is not asked again says nothing about the next one.
    if (isConditional)
      session.freshUntil = Math.max(session.freshUntil, freshUntil(answer.headers, now()) ?? 0)
    const learned = { ...validatorsOf(answer, url), ...moveAfter(page, moved) }
    if (answer.status === 304) {
      session.learned.set(address, { ...page, ...learned })
      return { kind: 'unchanged' }
    }
    if (!isConditional) return fresh(answer, url)
    const hash = createHash('sha256').update(answer.body).digest('base64')
    session.learned.set(address, { ...learned, hash })
    return page.hash === hash ? { kind: 'unchanged' } : fresh(answer, url)
  }

  /**
   * Follows redirects, each through the queue of its host. `moved` is the new address if every redirect was for good. The password of the
   * address and the headers of the source hold at its host, and reach no other one.
   */
  async function follow(
    start: string,
    page: Page,
    { address, options, session }: Asked,
  ): Promise<{ answer: Answer; url: string; moved: string | undefined }> {
    const first = usable(address)
    let url = usable(start === address ? withoutPassword(start) : start)
    let isForGood = true
    for (let hop = 0; hop <= maxRedirects; hop++) {
      const asked = withPasswordOf(first, url)
      const given = sharesSecrets(first, url) ? options : { ...options, headers: {} }
      const answer = await visit(asked, page, given, session)
      const target = redirectOf(answer, url, options)
      if (target === undefined) {
        const moved = hop > 0 && isForGood ? url.href : undefined
        return { answer: accepted(answer, url), url: asked.href, moved }
      }
      isForGood &&= permanent.has(answer.status)
      url = usable(target)
    }
    throw new FetchError(
      'too-many-redirects',
      `${shown(start)} leads to more than ${maxRedirects} other addresses`,
    )
  }

  function visit(
    url: URL,
    page: Page,
    options: FetchOptions,
    { signal, waiting }: FetchSession,
  ): Promise<Answer> {
    const headers = {
      accept: options.accept ?? '*/*',
      ...defined({ authorization: basicOf(url) }),
      ...options.headers,
      'user-agent': userAgent,
      ...(page.at !== undefined &&
        withoutPassword(page.at) === withoutPassword(url.href) && {
          ...defined({ 'if-none-match': page.etag, 'if-modified-since': page.lastModified }),
        }),
    }
    const { method = 'GET', body, maxBytes = usualMaxBytes, hostPauseMs: pauseMs = usualPauseMs } = options
    return hosts.visit(url.hostname, { pauseMs, signal, waiting }, async () => {
      const answer = await send({ url, method, headers, body, maxBytes, signal })
      const retryAt = hostFreeAt(answer, now())
      if (retryAt !== undefined) hosts.block(url.hostname, retryAt)
      return answer
    })
  }

  /** Throws FetchError for every status that is no success. */
  function accepted(answer: Answer, { hostname }: URL): Answer {
    const { status, headers, body } = answer
    if (status === 304 || (status >= 200 && status < 300)) return answer
    const retryAt = hostFreeAt(answer, now()) ?? retryTime(headers, now())
    const kind = status === 410 ? 'gone' : status === 429 || status === 503 ? 'busy' : 'refused'
    throw new FetchError(kind, `${hostname} answers ${status}${untilText(retryAt)}`, {
      status,
      ...defined({ retryAt }),
      body: decodeText(body.subarray(0, shownBody), headers['content-type']),
    })
  }
}

const untilText = (retryAt: number | undefined) =>
  retryAt === undefined ? '' : ` and asks to wait until ${new Date(retryAt).toISOString()}`

const longestShown = 200

/** An address that cannot be read may have a password, too. */
const shown = (address: string) =>
  withoutPassword(address)
    .replace(/\/\/[^/]*@/, '//')
    .slice(0, longestShown)

function usable(address: string): URL {
  const url = URL.parse(address)
  if (url === null || !['http:', 'https:'].includes(url.protocol))
    throw new FetchError('unusable-address', `${shown(address)} is no address of the web`)
  return url
}

function redirectOf({ status, headers }: Answer, url: URL, { method }: FetchOptions): string | undefined {
  if (
    method === 'POST' ||
    !(permanent.has(status) || temporary.has(status)) ||
    headers.location === undefined
  )
    return undefined
  // Bytes beyond ASCII arrive as Latin-1, but a server means them as they are, mostly in UTF-8.
  const location = headers.location.replaceAll(
    /[\x80-\xff]/g,
    (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return URL.parse(location, url.href)?.href ?? location
}

/** As they were received: a server compares them letter by letter. */
function validatorsOf({ headers }: Answer, at: string): Page {
  const { etag, 'last-modified': lastModified } = headers
  return { at: withoutPassword(at), ...(etag && { etag }), ...(lastModified && { lastModified }) }
}

function moveAfter({ moved: before }: Page, to: string | undefined): Pick<Page, 'moved'> {
  // Once the new address is in use there is no redirect any more.
  if (before !== undefined && before.times >= timesOfMove) return { moved: before }
  if (to === undefined) return {}
  return { moved: { to, times: before?.to === to ? before.times + 1 : 1 } }
}

function withoutMove({ moved: _, ...page }: Page): Page {
  return page
}

function fresh({ fault, ...answer }: Answer, url: string): Fetched {
  const text = () => decodeText(answer.body, answer.headers['content-type'])
  return { kind: 'fresh', url, ...answer, text, ...defined({ fault }) }
}
