import type { FakeAnswer } from './hosts.ts'

export type FakePerson = {
  did: string
  handle?: string
  displayName?: string
  avatar?: string
  description?: string
  followersCount?: number
  labels?: { val: string }[]
}
export type FakePost = {
  uri: string
  record: object
  likeCount?: number
  repostCount?: number
  replyCount?: number
  quoteCount?: number
  labels?: { val: string }[]
}

const most = 25

/** The public interface of Bluesky's app, by the lexicons of github.com/bluesky-social/atproto. It leaves out whom and what it does not know. */
export function createFakeBlueskyApp() {
  const people = new Map<string, FakePerson>()
  const posts = new Map<string, FakePost>()

  const answer: FakeAnswer = ({ url }) => {
    const method = url.pathname.split('/').pop()
    const asked = url.searchParams.getAll(method === 'app.bsky.actor.getProfiles' ? 'actors' : 'uris')
    if (asked.length === 0 || asked.length > most)
      return { status: 400, json: { error: 'InvalidRequest', message: `expected 1 to ${most}` } }
    if (method === 'app.bsky.actor.getProfiles')
      return { json: { profiles: asked.flatMap((did) => profileOf(people.get(did))) } }
    if (method === 'app.bsky.feed.getPosts')
      return { json: { posts: asked.flatMap((uri) => postView(posts.get(uri), people)) } }
    return { status: 404 }
  }

  return {
    hosts: { 'public.api.bsky.app': answer },
    putPerson: (person: FakePerson): unknown => people.set(person.did, person),
    putPost: (post: FakePost): unknown => posts.set(post.uri, post),
    removePost: (uri: string): unknown => posts.delete(uri),
  }
}

function profileOf(person: FakePerson | undefined): object[] {
  if (person === undefined) return []
  return [{ handle: 'handle.invalid', followsCount: 1, postsCount: 2, labels: [], ...person }]
}

function postView(post: FakePost | undefined, people: Map<string, FakePerson>): object[] {
  if (post === undefined) return []
  const did = post.uri.split('/')[2] ?? ''
  const {
    followersCount: _,
    description: __,
    ...author
  } = people.get(did) ?? { did, handle: 'handle.invalid' }
  const counts = { replyCount: 0, repostCount: 0, likeCount: 0, quoteCount: 0 }
  return [{ cid: 'bafyrei', author, indexedAt: '2026-11-18T12:00:00.000Z', ...counts, ...post }]
}
