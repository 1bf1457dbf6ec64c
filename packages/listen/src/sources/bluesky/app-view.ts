import { defined } from '@overheard/base/defined'
import { z } from 'zod'
import type { Metrics, Tools } from '../../source.ts'
import { hasHiddenLabel, type Profile } from './posts.ts'

/** The public interface of Bluesky's app, which answers without a key. */
const host = 'https://public.api.bsky.app/xrpc'
/** Of one request. */
export const maxAsked = 25

const mostWanted = 2 * maxAsked

const keptMs = 24 * 60 * 60 * 1000
const maxKept = 10_000
const requestPauseMs = 1000
/** After a failure nobody is asked for this long, so that a stream does not wait for each of its batches. */
const restMs = 10 * 60 * 1000

/** `seenMs` is when the app saw it first. */
export type PostView = { uri: string; record: unknown; seenMs?: number; counts: Metrics; isHidden: boolean }

const text = z.string().optional().catch(undefined)
const count = z.number().nonnegative().optional().catch(undefined)

const profileSchema = z.object({
  did: z.string(),
  handle: text,
  displayName: text,
  avatar: text,
  description: text,
  followersCount: count,
  labels: z.unknown().optional(),
})
const postSchema = z.object({
  uri: z.string(),
  record: z.unknown().optional(),
  author: z.object({ labels: z.unknown() }).optional().catch(undefined),
  likeCount: count,
  repostCount: count,
  replyCount: count,
  quoteCount: count,
  indexedAt: text,
  labels: z.unknown().optional(),
})

export type AppView = ReturnType<typeof createAppView>

/** Asks for authors and posts, and remembers authors for a day. */
export function createAppView() {
  const kept = new Map<string, { profile: Profile | undefined; at: number }>()
  let restsUntil = 0
  /** The authors that streams want to know, each with what to call when it is known, or when nobody asks any more. */
  const wanted = new Map<string, PromiseWithResolvers<void>>()
  let isAsking = false
  let askedAt = 0

  function keptProfile(did: string, now: number) {
    const one = kept.get(did)
    return one !== undefined && now >= one.at && now - one.at < keptMs ? one : undefined
  }

  function keep(did: string, profile: Profile | undefined, at: number): void {
    kept.delete(did)
    kept.set(did, { profile, at })
    const [oldest] = kept.keys()
    if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest)
  }

  async function loadProfiles(dids: readonly string[], tools: Tools): Promise<void> {
    const answer = z
      .object({ profiles: z.array(z.unknown()) })
      .safeParse(await ask('app.bsky.actor.getProfiles', 'actors', dids, tools)).data
    if (answer === undefined) throw new Error('public.api.bsky.app answers with something else than profiles')
    const found = answer.profiles.flatMap((profile) => profileSchema.safeParse(profile).data ?? [])
    for (const did of dids) {
      const profile = found.find((one) => one.did === did)
      keep(did, profile && profileOf(profile), tools.now())
    }
  }

  async function askForWanted(tools: Tools): Promise<void> {
    if (isAsking) return
    isAsking = true
    try {
      while (wanted.size > 0) {
        // Who comes during the pause between requests is asked for, too.
        await pause(tools)
        const asked = [...wanted.keys()].slice(0, maxAsked)
        await loadProfiles(asked, tools)
        asked.forEach(answer)
      }
    } catch (error) {
      if (!tools.signal.aborted) rest(error, tools)
      for (const did of wanted.keys()) answer(did)
    } finally {
      isAsking = false
    }
  }

  async function pause({ now, sleep }: Tools): Promise<void> {
    const sinceLast = now() - askedAt
    if (sinceLast >= 0 && sinceLast < requestPauseMs) await sleep(requestPauseMs - sinceLast)
    askedAt = now()
  }

  function answer(did: string): void {
    wanted.get(did)?.resolve()
    wanted.delete(did)
  }

  function rest(error: unknown, { now, log }: Tools): void {
    restsUntil = now() + restMs
    const reason = error instanceof Error ? error.message : 'an unknown failure'
    log.warn({ reason }, 'authors of Bluesky cannot be looked up, so posts come without their names')
  }

  const unknownOf = (dids: Iterable<string>, now: number) =>
    [...new Set(dids)].filter((did) => keptProfile(did, now) === undefined)

  return {
    /** Only what is remembered. */
    profile: (did: string, now: number): Profile | undefined => keptProfile(did, now)?.profile,
    /** Loads authors that are not remembered. Rejects if that fails. */
    async load(dids: Iterable<string>, tools: Tools): Promise<void> {
      const unknown = unknownOf(dids, tools.now())
      for (let at = 0; at < unknown.length; at += maxAsked)
        await loadProfiles(unknown.slice(at, at + maxAsked), tools)
    },
    /**
     * Asks for authors that are not remembered, and waits at most `waitMs` for them. A request takes a second and has room for the authors of
     * many batches. Nobody asks for more than fit in two requests, because posts must not wait for the names of their authors.
     */
    async tryToLoad(dids: Iterable<string>, waitMs: number, tools: Tools): Promise<void> {
      const now = tools.now()
      if (now < restsUntil && restsUntil - now <= restMs) return
      const waits = unknownOf(dids, now).flatMap((did) => {
        const known = wanted.get(did)
        if (known !== undefined) return known.promise
        if (wanted.size >= mostWanted) return []
        const added = Promise.withResolvers<void>()
        wanted.set(did, added)
        return added.promise
      })
      if (waits.length === 0) return
      void askForWanted(tools)
      await Promise.race([Promise.all(waits), tools.sleep(waitMs)])
    },
    /**
     * The posts that still exist and are public. `isWhole` is false if a part of the answer cannot be read, so that a missing post may
     * exist.
     */
    async posts(uris: readonly string[], tools: Tools): Promise<{ posts: PostView[]; isWhole: boolean }> {
      const answer = z
        .object({ posts: z.array(z.unknown()) })
        .safeParse(await ask('app.bsky.feed.getPosts', 'uris', uris, tools)).data
      if (answer === undefined) throw new Error('public.api.bsky.app answers with something else than posts')
      const posts = answer.posts.flatMap((post) => postSchema.safeParse(post).data ?? [])
      return { posts: posts.map(postViewOf), isWhole: posts.length === answer.posts.length }
    },
  }
}

async function ask(
  method: string,
  name: string,
  values: readonly string[],
  { fetch }: Tools,
): Promise<unknown> {
  const parameters = new URLSearchParams(values.map((value): [string, string] => [name, value]))
  const answer = await fetch(`${host}/${method}?${parameters}`, {
    accept: 'application/json',
    conditional: false,
    hostPauseMs: requestPauseMs,
  })
  if (answer.kind === 'unchanged') return undefined
  try {
    return JSON.parse(answer.text())
  } catch {
    return undefined
  }
}

function profileOf(given: z.output<typeof profileSchema>): Profile {
  const { handle, displayName, avatar, description, followersCount, labels } = given
  // A handle that no longer leads to the account is shown as this word.
  const isValid = handle !== undefined && handle !== 'handle.invalid' && /^[\w.-]+\.[\w-]+$/.test(handle)
  return {
    ...(isValid && { handle }),
    ...(displayName?.trim() && { name: displayName.trim() }),
    ...(avatar && { avatar }),
    ...(description && { description }),
    ...defined({ followers: followersCount }),
    isHidden: hasHiddenLabel(labels),
  }
}

function postViewOf(given: z.output<typeof postSchema>): PostView {
  const { uri, record, likeCount, repostCount, replyCount, quoteCount } = given
  const counts = Object.entries({
    likes: likeCount,
    reposts: repostCount,
    replies: replyCount,
    quotes: quoteCount,
  }).filter((pair): pair is [string, number] => pair[1] !== undefined)
  const seenMs = Date.parse(given.indexedAt ?? '')
  return {
    ...{ uri, record, counts: Object.fromEntries(counts) },
    ...(seenMs >= 0 && { seenMs }),
    isHidden: hasHiddenLabel(given.author?.labels) || hasHiddenLabel(given.labels),
  }
}
