import { type NetworkName, whyInexpressible } from '../../../sandbox/internet/expressible.ts'
import { createLimits } from '../../../sandbox/internet/limits.ts'
import type { Answer, Asked } from '../../../sandbox/internet/network.ts'
import { createNetworks } from '../../../sandbox/internet/networks.ts'
import { isDeleted, type Post } from '../../../sandbox/internet/posts.ts'
import { createWorld } from '../../../sandbox/internet/world.ts'

export const minute = 60_000
const userAgent = 'Overheard/0.3.0 (ops@example.com)'

/** A network of a small world, at the end of its day, which the test asks without a server. */
export function fakeWorld(name: NetworkName, { seed = 5, planted = 280, others = 1400 } = {}) {
  const world = createWorld({ seed, planted, others })
  let now = world.endsAt
  const limits = createLimits(() => now)
  const network = createNetworks(world, () => now, limits).find((one) => one.name === name)
  const posts = world.posts[name]

  function ask(address: string, given: Partial<Asked> = {}): Answer & { body: string } {
    const url = new URL(address)
    const site = network?.hosts[url.hostname]
    if (site === undefined) throw new Error(`${name} has no host ${url.hostname}`)
    const headers = { 'user-agent': userAgent, ...given.headers }
    const answer = site({ method: 'GET', body: '', ...given, headers, url })
    const body = answer.text ?? JSON.stringify(answer.json)
    return { ...answer, body }
  }

  return {
    ...{ world, posts, network, ask, exceeded: limits.exceeded },
    now: () => now,
    /** Sets the time of the world. */
    setTime: (time: number): void => {
      now = time
    },
    pass: (ms: number): void => {
      now += ms
    },
    /** Planted posts of this time that the network can express and has not removed. */
    expressible: (hasKey = true): Post[] =>
      posts.filter(
        (post) =>
          post.planted !== undefined &&
          post.givenAt <= now &&
          !isDeleted(post, now) &&
          whyInexpressible(name, post.planted.terms, post, { hasKey }) === undefined,
      ),
  }
}

/** The posts whose markers are not in the texts. */
export const missingIn = (posts: readonly Post[], texts: readonly string[]): string[] => {
  const all = texts.join('\n')
  return posts.flatMap(({ planted }) =>
    planted !== undefined && !all.includes(planted.marker) ? [`${planted.alert} ${planted.marker}`] : [],
  )
}

/** What a client asks a search for: the first term that has enough letters, without its signs. */
export function askedTerms(posts: readonly Post[]): string[] {
  const asked = posts.flatMap(({ planted }) => {
    const terms = planted?.terms ?? []
    const best =
      terms.find(({ kind }) => kind === 'word' || kind === 'phrase') ??
      terms.find(({ kind }) => kind !== 'author')
    return best === undefined ? [] : [best.text]
  })
  return [...new Set(asked)]
}
