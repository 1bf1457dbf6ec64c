import type { NetworkName } from './expressible.ts'
import type { Limits } from './limits.ts'
import type { Post } from './posts.ts'

export type Asked = {
  method: string
  url: URL
  /** Names in lower case. */
  headers: Record<string, string>
  body: string
}

export type Answer = {
  status?: number
  headers?: Record<string, string>
  json?: unknown
  text?: string
  isGzipped?: boolean
  /** Sends what comes as long as the client listens. Returns what ends it. */
  stream?: (write: (text: string) => void) => () => void
}

/** Answers for a host. */
export type Site = (asked: Asked) => Answer

/** A websocket: called for each client; returns what ends it. `refuse` answers the handshake with a status instead. */
export type SocketSite = (
  url: URL,
  client: { send: (frame: string) => void; ping: () => void; headers: Record<string, string> },
) => { refuse: number } | (() => void)

export type FakeNetwork = {
  name: NetworkName
  hosts: Record<string, Site>
  sockets?: Record<string, SocketSite>
  /** Called when the time has moved on, for streams. */
  moved?: () => void
}

/** What a fake needs of the world. `posts` are those of its network in the order of writing. */
export type NetworkDeps = {
  posts: readonly Post[]
  now: () => number
  limits: Limits
  /** By how much the clock of the network is ahead. */
  skewMs: number
  startsAt: number
}

export const notFound: Answer = { status: 404, json: { error: 'Not Found' } }

export const iso = (time: number): string => new Date(time).toISOString()
/** Without milliseconds, as GitHub, Rails and YouTube write it. */
export const isoSeconds = (time: number): string => `${new Date(time).toISOString().slice(0, 19)}Z`
export const seconds = (time: number): number => Math.floor(time / 1000)

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)

/** Plain text as HTML, with its links. */
export const htmlOf = (text: string): string =>
  `<p>${escapeHtml(text).replace(/https?:\/\/[^\s)<\]]+/g, (url) => `<a href="${url}" rel="nofollow">${url}</a>`)}</p>`

/** A whole number of a parameter, or the default if it is missing; NaN if it is none. */
export const wholeOf = (url: URL, name: string, missing: number): number => {
  const text = url.searchParams.get(name)
  return text === null ? missing : /^-?\d+$/.test(text) ? Number(text) : Number.NaN
}

export const pageOf = <Item>(items: readonly Item[], page: number, perPage: number): Item[] =>
  items.slice((page - 1) * perPage, page * perPage)

/** An answer with an ETag, or 304 if the client has it. */
export function conditional(asked: Asked, answer: Answer & { text: string }, etag: string): Answer {
  const headers = { ...answer.headers, etag }
  const known = asked.headers['if-none-match']?.split(/,\s*/) ?? []
  return known.includes(etag) ? { status: 304, headers } : { ...answer, headers }
}
