import { z } from 'zod'
import { defined } from '../../../src/model/defined.ts'
import type { Metrics, Tools } from '../../source.ts'
import { hasHiddenLabel, type Profile } from './posts.ts'

/** The public interface of Bluesky's app, which answers without a key. */
const host = 'https://public.api.bsky.app/xrpc'
/** Of one request. */
export const maxAsked = 25

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
    /** The same for at most `most` authors, but gives up after a failure, because posts must not wait for the names of their authors. */
    async tryToLoad(dids: Iterable<string>, most: number, tools: Tools): Promise<void> {
      const now = tools.now()
      if (now < restsUntil && restsUntil - now <= restMs) return
      try {
        await this.load(unknownOf(dids, now).slice(0, most), tools)
      } catch (error) {
        if (tools.signal.aborted) throw error
        restsUntil = tools.now() + restMs
        const reason = error instanceof Error ? error.message : 'an unknown failure'
        tools.log.warn(
          { reason },
          'authors of Bluesky cannot be looked up, so posts come without their names',
        )
      }
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
