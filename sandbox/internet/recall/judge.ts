import { type NetworkName, networkOf, whyInexpressible } from '../expressible.ts'
import type { Exceeded } from '../limits.ts'
import type { Post } from '../posts.ts'
import type { World } from '../world.ts'

/** What the service gave for an alert. `after`: it was not there yet. `at`: it was. */
export type Found = { alert: string; id: number; text: string; after: number; at: number }

type SourceRecall = {
  planted: number
  expressible: number
  /** Of the expressible ones. */
  found: number
  recall: number
  /** With those that the network cannot express, and yet gave. */
  foundAtAll: number
  recallOfAll: number
  /** Found after the time by which a client that keeps to the interval has it. */
  late: number
  /** From the moment when the network gave it, in minutes; known to half of the time between two looks. */
  delayMinutes: { median: number; p95: number }
}

export type Recall = {
  recall: number
  recallOfAll: number
  planted: number
  expressible: number
  found: number
  /** Mentions that came more than once for an alert. */
  twice: number
  /** Mentions that are none. */
  unexpected: number
  limitsExceeded: number
  /** By network and limit. */
  exceeded: Record<string, number>
  sources: Partial<Record<NetworkName, SourceRecall>>
  missed: string[]
  wrong: string[]
}

type JudgeOptions = {
  world: World
  /** Posts that need not be found until then do not count. */
  until: number
  networks: readonly NetworkName[]
  found: readonly Found[]
  exceeded: readonly Exceeded[]
  hasKeys: boolean
}

/** How much of what was planted was found. A mention belongs to the post whose marker its title, snippet or address has. */
export function judge({ world, until, networks, found, exceeded, hasKeys }: JudgeOptions): Recall {
  const plants = networks.flatMap((name) => world.posts[name].flatMap(({ planted }) => planted ?? []))
  const alertOf = new Map(plants.map(({ marker, alert }) => [marker, alert]))
  const firstAt = new Map<string, Found>()
  let twice = 0
  const wrong: string[] = []
  for (const one of found) {
    const { alert, text } = one
    const marker = /zq[a-z0-9]+x/.exec(text)?.[0] ?? ''
    if (alertOf.get(marker) !== alert) wrong.push(`${alert}: ${text}`)
    else if (firstAt.has(marker)) twice += 1
    else firstAt.set(marker, one)
  }
  const sources: Recall['sources'] = {}
  const missed: string[] = []
  for (const name of networks) {
    const dueAt = ({ givenAt }: Post) => givenAt + networkOf(name).withinMinutes * 60_000
    const posts = world.posts[name].filter((post) => post.planted !== undefined && dueAt(post) <= until)
    sources[name] = judgeSource(name, posts, firstAt, hasKeys, missed)
  }
  const all = Object.values(sources)
  const sum = (of: (one: SourceRecall) => number) => all.reduce((total, one) => total + of(one), 0)
  const counts: Record<string, number> = {}
  for (const { network, limit } of exceeded)
    counts[`${network}: ${limit}`] = (counts[`${network}: ${limit}`] ?? 0) + 1
  return {
    recall: share(
      sum((one) => one.found),
      sum((one) => one.expressible),
    ),
    recallOfAll: share(
      sum((one) => one.foundAtAll),
      sum((one) => one.planted),
    ),
    planted: sum((one) => one.planted),
    expressible: sum((one) => one.expressible),
    found: firstAt.size,
    ...{
      twice,
      unexpected: wrong.length,
      limitsExceeded: exceeded.length,
      exceeded: counts,
      sources,
      missed,
      wrong,
    },
  }
}

function judgeSource(
  name: NetworkName,
  posts: readonly Post[],
  firstAt: ReadonlyMap<string, Found>,
  hasKey: boolean,
  missed: string[],
): SourceRecall {
  const delays: number[] = []
  let [expressible, found, foundAtAll, late] = [0, 0, 0, 0]
  for (const post of posts) {
    const { terms = [], marker = '', alert = '' } = post.planted ?? {}
    const isExpressible = whyInexpressible(name, terms, post, { hasKey }) === undefined
    const seen = firstAt.get(marker)
    if (isExpressible) expressible += 1
    if (seen === undefined) {
      if (isExpressible) missed.push(`${name} ${post.kind} ${post.id} ${alert} ${marker}`)
      continue
    }
    foundAtAll += 1
    if (seen.after - post.givenAt > networkOf(name).withinMinutes * 60_000) late += 1
    if (!isExpressible) continue
    found += 1
    delays.push(Math.max(0, (seen.after + seen.at) / 2 - post.givenAt) / 60_000)
  }
  delays.sort((a, b) => a - b)
  const at = (part: number) => Math.round(delays[Math.floor(part * (delays.length - 1))] ?? 0)
  return {
    ...{ planted: posts.length, expressible, found, foundAtAll, recall: share(found, expressible) },
    ...{
      recallOfAll: share(foundAtAll, posts.length),
      late,
      delayMinutes: { median: at(0.5), p95: at(0.95) },
    },
  }
}

const share = (part: number, whole: number) => (whole === 0 ? 1 : Math.round((1000 * part) / whole) / 1000)
