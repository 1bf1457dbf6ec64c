import { createRandom, pickWeighted, type Random } from '../mention-service/generator/random.ts'
import { type Alternative, type PlantedAlert, plantedAlerts } from './alerts.ts'
import { type NetworkName, networkOf } from './expressible.ts'
import type { Post, PostKind } from './posts.ts'

/**
 * A day of all networks: planted mentions of the alerts, and many other posts, some of which look like mentions. The same seed gives the same
 * world. Nothing is written after the time by which a client that keeps to the interval can still find it on the same day.
 */

export type World = {
  startsAt: number
  endsAt: number
  alerts: readonly PlantedAlert[]
  /** Of each network, in the order of writing. */
  posts: Record<NetworkName, Post[]>
}

export type WorldOptions = { seed: number; planted?: number; others?: number; startsAt?: number }

export const hourMs = 3_600_000
const minuteMs = 60_000
const dayMs = 24 * hourMs
/** Some posts are older than the day, because the networks were there before. */
const pastMs = 12 * hourMs

type Kinds = { kind: PostKind; weight: number }[]
type Shape = {
  name: NetworkName
  /** Shares of the planted and of the other posts. */
  weight: number
  others: number
  kinds: Kinds
  places: string[]
  firstId: number
}

const sites = ['stackoverflow', 'serverfault', 'softwarerecs']
const repositories = ['acme/widget', 'globex/server', 'initech/reports', 'umbrella/lab', 'hooli/nucleus']
const posts: Kinds = [{ kind: 'post', weight: 1 }]

export const feedHosts = Array.from({ length: 10 }, (_, index) => `blog-${index + 1}.example`)
export const apps = ['500000001', '500000002', '500000003']
export const countries = ['us', 'gb', 'de']
export const stackSites = sites

const shapes: Shape[] = [
  {
    ...{ name: 'github', weight: 120, others: 2600, places: repositories, firstId: 410_001 },
    kinds: [
      { kind: 'issue', weight: 6 },
      { kind: 'pull', weight: 3 },
      { kind: 'discussion', weight: 1 },
    ],
  },
  {
    ...{ name: 'stack-exchange', weight: 90, others: 2000, places: sites, firstId: 79_100_001 },
    kinds: [
      { kind: 'question', weight: 3 },
      { kind: 'answer', weight: 2 },
    ],
  },
  {
    ...{ name: 'lobsters', weight: 40, others: 160, places: ['lobste.rs'], firstId: 60_400_001 },
    kinds: [
      { kind: 'post', weight: 1 },
      { kind: 'comment', weight: 2 },
    ],
  },
  {
    ...{ name: 'lemmy', weight: 90, others: 1800, places: ['lemmy.example'], firstId: 22_500_001 },
    kinds: [
      { kind: 'post', weight: 1 },
      { kind: 'comment', weight: 3 },
    ],
  },
  {
    ...{ name: 'discourse', weight: 100, others: 1100, firstId: 95_001 },
    places: ['forum.example', 'community.example'],
    kinds: [
      { kind: 'post', weight: 1 },
      { kind: 'comment', weight: 3 },
    ],
  },
  {
    ...{ name: 'dev-to', weight: 80, others: 500, places: ['dev.to'], firstId: 3_100_001 },
    kinds: [
      { kind: 'post', weight: 12 },
      { kind: 'comment', weight: 1 },
    ],
  },
  {
    ...{ name: 'mastodon', weight: 110, others: 2500, kinds: posts, firstId: 1 },
    places: ['mastodon.example'],
  },
  {
    ...{ name: 'app-store', weight: 60, others: 500, firstId: 12_300_000_001 },
    places: apps.flatMap((app) => countries.map((country) => `${app}/${country}`)),
    kinds: [{ kind: 'review', weight: 1 }],
  },
  {
    ...{ name: 'searxng', weight: 60, others: 1000, kinds: posts, firstId: 1 },
    places: ['news-site.example', 'magazine.example', 'shop.example', 'wiki.example'],
  },
  { ...{ name: 'youtube', weight: 50, others: 800, kinds: posts, places: ['youtube.com'], firstId: 1 } },
  {
    ...{ name: 'hacker-news', weight: 80, others: 2400, firstId: 46_000_001 },
    places: ['news.ycombinator.com'],
    kinds: [
      { kind: 'post', weight: 1 },
      { kind: 'comment', weight: 5 },
    ],
  },
  { ...{ name: 'bluesky', weight: 70, others: 4000, kinds: posts, places: ['bsky.app'], firstId: 1 } },
  { ...{ name: 'feeds', weight: 30, others: 240, kinds: posts, places: feedHosts, firstId: 1 } },
  {
    ...{ name: 'news', weight: 20, others: 400, kinds: posts, firstId: 1 },
    places: ['daily.example', 'gazette.example', 'herald.example'],
  },
]

export function createWorld(options: WorldOptions): World {
  const { seed, planted = 1000, others = 20_000, startsAt = Date.UTC(2026, 10, 30, 8) } = options
  const random = createRandom(seed, 60)
  const written: Record<NetworkName, Post[]> = {} as World['posts']
  for (const { name } of shapes) written[name] = []
  const shareOf = (count: number, of: (shape: Shape) => number, all: number) => (shape: Shape) =>
    Math.round((count * of(shape)) / all)
  const plantedOf = shareOf(planted, ({ weight }) => weight, sum(shapes.map(({ weight }) => weight)))
  const othersOf = shareOf(others, (shape) => shape.others, sum(shapes.map((shape) => shape.others)))
  let markers = 0
  for (const shape of shapes) {
    const possible = plantedAlerts.flatMap((alert) =>
      alert.alternatives
        .filter((one) => isPossible(one, shape))
        .map((one) => ({ alert, one, weight: 1 / alert.alternatives.length })),
    )
    for (let count = 0; count < plantedOf(shape); count++) {
      const { alert, one } = pickWeighted(random, possible)
      markers += 1
      const marker = `zq${(46_656 + markers * 7).toString(36)}x`
      written[shape.name].push(plant(random, shape, startsAt, { alert, alternative: one, marker }))
    }
    for (let count = 0; count < othersOf(shape); count++)
      written[shape.name].push(other(random, shape, startsAt))
    written[shape.name].sort((a, b) => a.writtenAt - b.writtenAt)
    for (const [index, post] of written[shape.name].entries()) post.id = shape.firstId + index * 3
  }
  return { startsAt, endsAt: startsAt + dayMs, alerts: plantedAlerts, posts: written }
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

function isPossible({ only, where }: Alternative, { name }: Shape): boolean {
  const hasNoTitle = name === 'mastodon' || name === 'bluesky'
  return (only?.includes(name) ?? true) && !(where === 'title' && hasNoTitle)
}

/** The last moment at which a post may be given, so that it must be found on this day. */
const lastGiven = (startsAt: number, name: NetworkName) =>
  startsAt + dayMs - networkOf(name).withinMinutes * minuteMs

function times(random: Random, { name }: Shape, startsAt: number, isPast: boolean) {
  const [usual, late] = networkOf(name).lateMinutes
  const delayMs = Math.round((random.chance(0.05) ? late : usual * random.next()) * minuteMs)
  const last = lastGiven(startsAt, name)
  const givenAt = isPast
    ? startsAt - Math.round(random.next() * pastMs) - 20 * minuteMs
    : startsAt + 15 * minuteMs + Math.round(random.next() * (last - startsAt - 15 * minuteMs))
  return { writtenAt: givenAt - delayMs, givenAt }
}

type PlantOptions = { alert: PlantedAlert; alternative: Alternative; marker: string }

function plant(random: Random, shape: Shape, startsAt: number, options: PlantOptions): Post {
  const { alert, alternative, marker } = options
  const { terms, author, place } = alternative
  const post = blank(random, shape, times(random, shape, startsAt, false))
  Object.assign(
    post,
    said(random, post, shape, options),
    { isUnlisted: post.isUnlisted && alternative.where !== 'title' },
    author === undefined ? {} : { author },
    place === undefined ? {} : { place },
    { isIndexable: random.chance(0.9), planted: { alert: alert.name, terms, marker } },
  )
  if (shape.name === 'mastodon' && random.chance(0.5)) addTag(post, terms)
  // Only what the network has given for long enough can have been found before it is deleted.
  const until = post.givenAt + networkOf(shape.name).withinMinutes * minuteMs
  if (random.chance(0.04)) post.edit = { at: until - minuteMs, text: `${post.text} Edited for spelling.` }
  else if (random.chance(0.03)) post.deletedAt = until + minuteMs
  return post
}

/** Title and text that say what matches. The thread title of a comment makes no mention. */
function said(
  random: Random,
  post: Post,
  shape: Shape,
  { alternative: { terms, says, where }, marker }: PlantOptions,
): Pick<Post, 'kind' | 'title' | 'text'> {
  const isCjk = terms.some(({ kind }) => kind === 'cjk')
  if (where === 'title')
    return { kind: topKind(shape), title: titleWith(random, says, marker, isCjk), text: post.text }
  const isBelow = post.kind === 'comment' || post.kind === 'answer'
  const isInTitle = post.title !== '' && !isBelow && (shape.name === 'news' || random.chance(0.4))
  return {
    kind: post.kind,
    title: isInTitle ? titleWith(random, says, marker, isCjk) : post.title,
    text: sentencesWith(random, says, marker, isCjk),
  }
}

function addTag(post: Post, terms: Alternative['terms']): void {
  const tag = terms.find(({ kind, text }) => kind === 'word' && /^[\p{L}\p{N}_]+$/u.test(text))
  if (tag === undefined) return
  post.tags = [tag.text.toLowerCase()]
  post.text += ` #${tag.text}`
}

const topKind = ({ kinds }: Shape): PostKind => kinds[0]?.kind ?? 'post'

function other(random: Random, shape: Shape, startsAt: number): Post {
  const isPast = random.chance(0.25)
  const post = blank(random, shape, times(random, shape, startsAt, isPast))
  if (random.chance(0.05)) {
    const decoys = plantedAlerts.flatMap((alert) => alert.decoys)
    return { ...post, text: `${sentence(random)} ${random.pick(decoys)}. ${sentence(random)}` }
  }
  if (random.chance(0.02)) post.deletedAt = post.givenAt + Math.round(random.next() * 2 * hourMs)
  if (shape.name === 'mastodon' && random.chance(0.3)) post.tags = [random.pick(nouns)]
  return post
}

function blank(random: Random, shape: Shape, at: { writtenAt: number; givenAt: number }): Post {
  const { name, kinds, places } = shape
  const { kind } = pickWeighted(random, kinds)
  const hasTitle = name !== 'mastodon' && name !== 'bluesky'
  return {
    ...{ network: name, id: 0, kind, place: random.pick(places), author: authorName(random) },
    title: hasTitle ? `${capital(random.pick(adjectives))} ${random.pick(nouns)} ${random.pick(topics)}` : '',
    text: Array.from({ length: random.whole(1, 3) }, () => sentence(random)).join(' '),
    ...{ tags: [], isIndexable: true, points: random.whole(0, 60), ...at },
    isUnlisted: name === 'dev-to' && kind === 'comment',
  }
}

const capital = (text: string) => `${text[0]?.toUpperCase()}${text.slice(1)}`
const nouns = ['server', 'keyboard', 'garden', 'bicycle', 'database', 'recipe', 'camera', 'printer', 'novel']
const adjectives = ['slow', 'quiet', 'broken', 'friendly', 'useful', 'ancient', 'green', 'simple']
const topics = [
  'after the update',
  'for beginners',
  'in the winter',
  'at work',
  'without a manual',
  'on a train',
]
const verbs = ['restart', 'repair', 'describe', 'sell', 'measure', 'replace', 'explain', 'paint']
const names = ['kim', 'alex', 'sam', 'noor', 'ines', 'jun', 'olga', 'tariq', 'mia', 'piet', 'rosa', 'yuki']

const authorName = (random: Random) => `${random.pick(names)}${random.whole(10, 400)}`

const sentence = (random: Random) =>
  random.pick([
    `Yesterday I had to ${random.pick(verbs)} the ${random.pick(adjectives)} ${random.pick(nouns)} of my neighbour.`,
    `Does anybody know how to ${random.pick(verbs)} a ${random.pick(nouns)} ${random.pick(topics)}?`,
    `We should ${random.pick(verbs)} this ${random.pick(nouns)} before the summer begins.`,
    `It was a ${random.pick(adjectives)} ${random.pick(nouns)}, and nobody wanted to ${random.pick(verbs)} it.`,
  ])

/** The marker stands beside what matches, so that a snippet around the match shows it. */
function sentencesWith(random: Random, says: string, marker: string, isCjk: boolean): string {
  if (isCjk)
    return random.pick([
      `昨日${says}を試しました（${marker}）。とても良かった。`,
      `${says} ${marker} 怎么样？有人用过吗？`,
    ])
  const before = random.chance(0.5) ? `${sentence(random)} ` : ''
  const after = random.chance(0.5) ? ` ${sentence(random)}` : ''
  return `${before}${random.pick([`Our team talked about ${says} (note ${marker}) this morning and liked it.`, `Has anyone here used ${says} [${marker}] for a longer time?`, `My opinion on ${says} ${marker} has changed a lot since last year.`])}${after}`
}

const titleWith = (random: Random, says: string, marker: string, isCjk: boolean) =>
  isCjk
    ? `${says} ${marker} の感想`
    : random.pick([
        `A year with ${says} ${marker}`,
        `Thoughts about ${says} ${marker}`,
        `Why ${says} ${marker} matters`,
      ])
