import { z } from 'zod'

/**
 * The stream of all public posts of Bluesky. Its servers speak two dialects: `/subscribe`, and `subscribeEvents`, which came in 2026. The
 * path of an address tells which one: https://github.com/bluesky-social/jetstream/blob/main/docs/README.md
 */

const postCollection = 'app.bsky.feed.post'

/** The server leaves out larger events. No post of a person is as large. */
const maxEventBytes = 500_000

/** Both dialects take a time as the cursor, which is the same on all servers. Numbers of events are not. */
export function subscribeUrl(server: string, cursorUs: number | undefined): string {
  const url = new URL(server)
  const isNew = url.pathname.endsWith('subscribeEvents')
  url.searchParams.append(isNew ? 'collections' : 'wantedCollections', postCollection)
  if (isNew) for (const kind of ['commit', 'account']) url.searchParams.append('kinds', kind)
  url.searchParams.set('maxMessageSizeBytes', String(maxEventBytes))
  if (cursorUs !== undefined) url.searchParams.set('cursor', String(cursorUs))
  return url.href
}

/** What a frame says. `timeUs` is when the server saw it, in microseconds since 1970. */
export type StreamEvent = { timeUs?: number } & (
  | { kind: 'post'; uri: string; did: string; rkey: string; record: unknown }
  | { kind: 'deleted'; uri: string }
  /** The account and its posts are no longer public. `since` is the same on all servers. */
  | { kind: 'author-gone'; did: string; since: string }
  /** The server ends the stream. */
  | { kind: 'ended'; reason: string }
  | { kind: 'unreadable' }
  | { kind: 'other' }
)

/** Of an account that is not active. `throttled` and `desynchronized` are states of a server, not wishes of the author. */
const goneStatuses = new Set(['deleted', 'takendown', 'suspended', 'deactivated'])

const did = z.string().regex(/^did:[a-z]+:[\w.:%-]{1,200}$/)
const rkey = z.string().regex(/^[\w.~:-]{1,512}$/)
const commitSchema = z.object({
  operation: z.string(),
  collection: z.string(),
  rkey,
  record: z.unknown().optional(),
})
const accountSchema = z.object({
  active: z.boolean(),
  status: z.string().optional(),
  time: z.string().max(100).default(''),
})

const oldFrame = z.object({
  did,
  time_us: z.int().positive().optional(),
  kind: z.string(),
  commit: z.unknown().optional(),
  account: z.unknown().optional(),
})
const newPayload = z.object({
  $type: z.string(),
  did: did.optional(),
  time: z.string().optional(),
  account: z.unknown().optional(),
})
const newFrame = z.object({ $type: z.literal('message'), payload: newPayload.loose() })
const errorFrame = z.object({
  $type: z.literal('error'),
  error: z.string().optional(),
  message: z.string().optional(),
})

/** Never throws. Unknown kinds of events are `other`. */
export function readFrame(frame: string): StreamEvent {
  let json: unknown
  try {
    json = JSON.parse(frame)
  } catch {
    return { kind: 'unreadable' }
  }
  const old = oldFrame.safeParse(json)
  if (old.success) {
    const { kind, commit, account, time_us: timeUs } = old.data
    return timed(timeUs, eventOf({ kind, did: old.data.did, commit, account }))
  }
  const current = newFrame.safeParse(json)
  if (current.success) {
    const { payload } = current.data
    const kind = payload.$type.split('#')[1] ?? ''
    if (payload.did === undefined) return { kind: kind === 'info' ? 'other' : 'unreadable' }
    const { account } = payload
    return timed(microseconds(payload.time), eventOf({ kind, did: payload.did, commit: payload, account }))
  }
  const error = errorFrame.safeParse(json).data
  if (error === undefined) return { kind: 'unreadable' }
  return { kind: 'ended', reason: (error.error ?? error.message ?? 'no reason given').slice(0, 200) }
}

const timed = (timeUs: number | undefined, event: StreamEvent): StreamEvent =>
  timeUs === undefined ? event : { ...event, timeUs }

/** Of a time with six digits after the point, of which Date knows three. */
function microseconds(time: string | undefined): number | undefined {
  const ms = Date.parse(time ?? '')
  if (Number.isNaN(ms) || ms < 0) return undefined
  const [, digits = ''] = /\.\d{3}(\d{1,3})/.exec(time ?? '') ?? []
  return ms * 1000 + Number(digits.padEnd(3, '0'))
}

type Parts = { kind: string; did: string; commit: unknown; account: unknown }

function eventOf({ kind, did, commit, account }: Parts): StreamEvent {
  if (kind === 'account') {
    const known = accountSchema.safeParse(account).data
    if (known === undefined) return { kind: 'unreadable' }
    const isGone = !known.active && goneStatuses.has(known.status ?? '')
    return isGone ? { kind: 'author-gone', did, since: known.time } : { kind: 'other' }
  }
  if (kind !== 'commit') return { kind: 'other' }
  const known = commitSchema.safeParse(commit).data
  if (known === undefined) return { kind: 'unreadable' }
  const { operation, collection, rkey, record } = known
  if (collection !== postCollection) return { kind: 'other' }
  const uri = `at://${did}/${postCollection}/${rkey}`
  if (operation === 'delete') return { kind: 'deleted', uri }
  return operation === 'create' || operation === 'update'
    ? { kind: 'post', uri, did, rkey, record }
    : { kind: 'other' }
}
