import type { z } from 'zod'
import type { PostType } from './query/query.ts'

/**
 * What a source gives to the mention service, and what it gets from it. A source is one file in `sources/` and one line in `sources.ts`. It
 * asks, reads and translates. The service decides what matches an alert, stores it, and says when to ask again.
 */

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json }

/** HTML is turned into plain text by the service, with its links. */
export type Text = { plain: string } | { html: string }

/** Public numbers about an item by name, such as `likes`. A number that is not public is left out, never 0. */
export type Metrics = Record<string, number>

/** `name` is the name of the person, or that of the site or channel that published the item. */
export type Author = {
  name: string
  /** A permanent id of the author within the source. A removal can name it. */
  id?: string
  url?: string
  /** The address of a picture. */
  avatar?: string
  description?: string
  /** The person, if `name` is that of a site. */
  writtenBy?: string
  /** Followers, subscribers or the like, if the number is public. */
  audience?: number
}

/** One post, comment, article or video. Everything that the source does not say is left out. */
export type Item = {
  /** Unique within the source and permanent. A known id with another content is an edit of the same item. */
  id: string
  /** The address for people. Two items with the same address (see `canonicalAddress`) are one mention of an alert. */
  url: string
  /** True if other items have the address, too, so it says nothing about this one. */
  sharesAddress?: boolean
  /** The channel has compared it with what it gave before, so another id means another item. */
  isIdentified?: boolean
  /** The id of an item of this source that is the same and was given by a channel that is no longer asked. */
  sameAs?: string
  /** A value of `source` in the interface, such as `web`. `publishes` of the source by default. */
  kind?: string
  /** Without it, news and blogs have articles, and all others posts. Something with stars is a review. */
  type?: PostType
  /** Plain text. Without it, `threadTitle` or the beginning of the text is shown. */
  title?: string
  /** The title of what a comment or an answer belongs to. It is shown, but words in it make no mention. */
  threadTitle?: string
  text: Text
  /** Addresses that the text points to without showing them. Those in HTML are found by the service. */
  links?: string[]
  /** UTC ms. A missing time, and one more than a day ahead, becomes the time of storing. */
  publishedAt?: number
  /** Nobody knows when it was published, and it was there before the source was looked at: it is stored, but makes no mention. */
  isOld?: true
  author: Author
  /** The language that the source declares, as BCP 47. The service detects it, and uses this if it cannot. */
  language?: string
  metrics?: Metrics
  location?: { latitude?: number; longitude?: number; country?: string }
  /** Only of senders that know it. The service computes what is missing. `stars` of a review are from 0 to 5. */
  given?: { sentiment?: 'positive' | 'negative' | 'neutral'; reach?: number; tags?: string[]; stars?: number }
}

/** An item that its source has deleted, or all items of an author. They stay removed, even if they are given again. */
export type Removal = { item: string } | { author: string }

/**
 * What is stored in one transaction. After a kill at any moment either all of it is stored or nothing, so a source that continues from its
 * cursor neither loses nor repeats anything.
 */
export type Batch = {
  items: Item[]
  removals?: Removal[]
  /** Given back at the next call. Without it, the cursor stays as it is. */
  cursor?: Json
  /** A sentence for the operator, if something was lost for good, such as posts older than the source remembers. */
  gap?: string
}

/** What became of the items of a batch, in their order. `ignored`: removed before, or without a usable id or address. */
export type Stored = { items: ('new' | 'changed' | 'known' | 'ignored')[] }

/** An alert as sources see it. */
export type Search = {
  alert: string
  /** The query as it was written. */
  query: string
  /**
   * Words or phrases, in lower case. A text matches the query only if it contains at least one of them, so a source can ask for them one by
   * one. The service applies the whole query afterwards. Empty if the query only names sites or authors.
   */
  anchors: readonly string[]
  /** BCP 47. Empty: any language. */
  languages: readonly string[]
}

export type Source = {
  /** Unique and permanent: it is part of the identity of each item. */
  name: string
  /** The value of `source` in the interface for its items, unless an item says otherwise. */
  publishes: string
  /**
   * What to ask, given this source's settings and the alerts; called again when one of them changes. A channel with a known key continues
   * from its cursor. Throws if the settings are invalid (ZodError).
   */
  channels: (settings: unknown, searches: readonly Search[]) => Channel[]
  /** Reach by the formula in docs/run/networks.md; undefined if the numbers do not tell it. The stored reach never falls. */
  reach?: (metrics: Metrics) => number | undefined
  recheck?: Recheck | ((settings: unknown) => Recheck)
  /**
   * What the source has lately for a query that is no alert yet: items that contain one of its anchors. For a preview, so nothing is stored,
   * and one request should do. Without it, the preview shows only what is stored.
   */
  lately?: (search: Search, tools: Tools, settings: unknown) => Promise<Item[]>
}

/** Keeps the type of the settings within a source. */
export function defineSource<Schema extends z.ZodType>(
  source: Omit<Source, 'channels' | 'recheck' | 'lately'> & {
    settings: Schema
    channels: (settings: z.output<Schema>, searches: readonly Search[]) => Channel[]
    recheck?: Recheck | ((settings: z.output<Schema>) => Recheck)
    lately?: (search: Search, tools: Tools, settings: z.output<Schema>) => Promise<Item[]>
  },
): Source {
  const { settings: schema, channels, recheck, lately, ...rest } = source
  return {
    ...rest,
    channels: (settings, searches) => channels(schema.parse(settings), searches),
    ...(recheck && {
      recheck: typeof recheck === 'function' ? (settings) => recheck(schema.parse(settings)) : recheck,
    }),
    ...(lately && { lately: (search, tools, settings) => lately(search, tools, schema.parse(settings)) }),
  }
}

/**
 * One thing to ask or to listen to, with its own cursor, schedule and status. `key` is unique within the source and permanent. A stream that
 * must be opened in another way needs another key.
 */
export type Channel = PollChannel | StreamChannel | PushChannel

export type PollChannel = {
  kind: 'poll'
  key: string
  /** The interval in ms, unless `nextAt` says otherwise. */
  everyMs: number
  /**
   * Rejects with what `fetch` rejected with, or with any other error. The service then asks again, later each time. A FetchError of the kind
   * `gone` ends the channel.
   */
  poll: (cursor: Json | undefined, tools: Tools) => Promise<Polled>
  /** What is asked for each alert, and when, for a channel that asks for alerts one by one. */
  plan?: (cursor: Json | undefined, now: number) => PlannedAlert[]
}

/**
 * `asked` has the requests, none if nothing is asked for the alert. `cannot`: the words of its query that the network cannot search for. The
 * next request is at `nextAt` (UTC ms), and each comes every `everyMs`, so what is new is found after half of that time on average.
 */
export type PlannedAlert = {
  alert: string
  asked: string[]
  cannot: string[]
  nextAt?: number
  everyMs?: number
  error?: string
  /** Another request did not fail. */
  isPartlyAsked?: true
}

export type Polled = Batch & {
  /** UTC ms. The service may ask later than that, for example because of the headers of an answer, but not earlier. */
  nextAt?: number
  /** What is wrong with the document, each in a few words for people, although it was read. */
  faults?: string[]
  /** True if there is another page: the service stores this one and calls `poll` again at once. */
  more?: boolean
}

export type StreamChannel = {
  kind: 'stream'
  key: string
  /**
   * Runs until the stream ends, and then resolves or rejects. The service opens it again from the last stored cursor, later each time if
   * nothing was stored in between.
   */
  open: (cursor: Json | undefined, tools: StreamTools) => Promise<void>
}

/** An address of the service to which others send. */
export type PushChannel = {
  kind: 'push'
  key: string
  /** For example `/v1.0/intake`. Requests need no access token, so the channel checks who sends. */
  path: string
  /** True if addresses below the path belong to the channel, too. */
  hasBelow?: true
  /**
   * Judges the sender by the headers, before the body is read, so that a stranger fills no memory. Returns its refusal, or whether the
   * headers prove who sends; a signature proves it only with the body. Without it, the body of anybody is read.
   */
  admit?: (request: PushHead, now: number) => PushReply | { isProven: boolean }
  /** `cursor` is what the channel stored last. */
  receive: (request: PushRequest, tools: StreamTools, cursor: Json | undefined) => Promise<PushReply>
}
/** Header names are in lower case. */
export type PushHead = {
  method: string
  headers: Record<string, string>
  parameters: Record<string, string>
  /** What the address has below the path of the channel, without the slash between them. It may be a secret. */
  below?: string
}
/** The body has at most `maxPushBytes`. */
export type PushRequest = PushHead & { body: Buffer }
export type PushReply = { status: number; body: Json }

/** Looks again at stored items that became mentions, for their numbers and for deletions that are not announced. */
export type Recheck = {
  /** Ages of an item in ms at which it is looked at. */
  atAges: readonly number[]
  /** The most items of one call. */
  size: number
  /** The least time between two calls, in ms, if the source has a limit. */
  everyMs?: number
  /** For a source with several servers: if one asks to wait, the others are asked. */
  hostOf?: (id: string) => string
  /** `waiting`: items of servers that ask to wait. They are looked at later. */
  look: (
    ids: readonly string[],
    tools: Tools,
  ) => Promise<Pick<Batch, 'items' | 'removals'> & { waiting?: readonly string[] }>
}

/**
 * An item that a channel has given. `published` is undefined if it had no time. If it was removed (`isRemoved`), nothing is known but its id and
 * this time.
 */
export type GivenItem = {
  id: string
  address: string
  title: string
  published: number | undefined
  text: () => string
  isRemoved?: boolean
}

export type Tools = {
  /** UTC ms. */
  now: () => number
  /** From 0 to below 1. */
  random: () => number
  /** Aborted when the channel must end. `fetch`, `sleep` and `socket` reject then. */
  signal: AbortSignal
  sleep: (ms: number) => Promise<void>
  log: Log
  fetch: Fetch
  socket: OpenSocket
  /** What this source has given and is kept, whose ids begin so, the newest 2000 first. */
  given: (idPrefix: string) => GivenItem[]
  /** Those with these ids, however old, also removed ones. */
  givenAs: (ids: readonly string[]) => GivenItem[]
  /** Removed items whose ids begin so, and that were published at these times. */
  removedAt: (idPrefix: string, times: readonly number[]) => GivenItem[]
  /** The author of an item that this source has given and is kept. */
  authorOf: (id: string) => Author | undefined
  /** What channels of this source have given that are no longer asked, the newest first. */
  left: () => GivenItem[]
}

export type StreamTools = Tools & {
  /** Resolves when the batch is on the disk. Wait for it before you read on. */
  store: (batch: Batch) => Promise<Stored>
}

/** `fields` are for programs and contain no secret. `sentence` is for people. */
export type Log = Record<'info' | 'warn' | 'error', (fields: object, sentence: string) => void>

/**
 * Sends a request politely: one at a time for a host, with our User-Agent, with the conditions that the last stored answer allows, over
 * at most five redirects, and never to a private address. Rejects with FetchError.
 */
export type Fetch = (url: string, options?: FetchOptions) => Promise<Fetched>

export type FetchOptions = {
  method?: 'GET' | 'POST'
  accept?: string
  /** Further headers, in lower case. A redirect to another host does not pass them on. */
  headers?: Record<string, string>
  body?: string
  /** True if an answer may be the same the next time; by default for GET. False for addresses with parameters that change each time. */
  conditional?: boolean
  /** The least time between two requests to this host, in ms; 2 s by default. */
  hostPauseMs?: number
  /** Of the body, when it is unpacked; 5 MiB by default. */
  maxBytes?: number
}

export type Fetched =
  | {
      kind: 'fresh'
      /** After all redirects. */
      url: string
      status: number
      /** Names are in lower case. */
      headers: Record<string, string>
      body: Buffer
      /** The body as text: by its byte order mark, else by what its bytes can be, else by what is declared. */
      text: () => string
      /** What is wrong with how it was packed. */
      fault?: string
    }
  /** The answer is the one that was stored last: status 304, or the same bytes again. */
  | { kind: 'unchanged' }

export type FetchErrorKind =
  /** Status 410: do not ask again. */
  | 'gone'
  /** 429 or 503. Until `retryAt` no request reaches this host. */
  | 'busy'
  /** Another status that is not a success, or a packed body that is broken. */
  | 'refused'
  | 'unreachable'
  | 'timeout'
  | 'too-large'
  | 'too-many-redirects'
  | 'private-address'
  /** Neither http nor https, or no address at all. */
  | 'unusable-address'

export class FetchError extends Error {
  override readonly name = 'FetchError'
  readonly kind: FetchErrorKind
  readonly status: number | undefined
  /** UTC ms. */
  readonly retryAt: number | undefined
  /** The beginning of the answer, for services that explain an error there. */
  readonly body: string
  constructor(
    kind: FetchErrorKind,
    message: string,
    details: { status?: number; retryAt?: number; body?: string; cause?: unknown } = {},
  ) {
    super(message, { cause: details.cause })
    this.kind = kind
    this.status = details.status
    this.retryAt = details.retryAt
    this.body = details.body ?? ''
  }
}

/** True if the host wants no request for a time, whatever it asks for. */
export const asksToWait = (error: unknown): boolean =>
  error instanceof FetchError &&
  error.retryAt !== undefined &&
  (error.kind === 'busy' || error.status === 403)

/**
 * Opens a websocket and gives its text frames. Frames wait while the caller is busy. Ends when the other side closes, and rejects with
 * FetchError (`timeout` after `silenceMs` without a frame, or with `countsPings` without a frame and a ping; `too-large` for a frame of more than `maxFrameBytes`).
 */
export type OpenSocket = (
  url: string,
  options?: { silenceMs?: number; countsPings?: boolean; maxFrameBytes?: number },
) => AsyncIterable<string>
