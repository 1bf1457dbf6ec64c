import type { CardRecord, PostedCard } from '../model/card.ts'
import { mentionsOf, ticketOf } from '../model/card.ts'
import type { DecisionRecord } from '../model/decision.ts'
import type { Id } from '../model/id.ts'
import type { Mention } from '../model/mention.ts'
import type { MuteKind } from '../model/mute.ts'
import type { MuteProposal } from '../model/mute-proposal.ts'
import { nameKey } from '../model/name.ts'
import type { Subscription } from '../model/subscription.ts'
import { hostForms, textOf } from './filters.ts'
import { domainPatterns, wholePatterns, wordPatterns, wordsIn } from './patterns.ts'

const dayMs = 86_400_000

/** Newer mentions do not count (ms), because people may not have had the time to claim them. */
const untouchedForMs = 2 * dayMs

/** The decision log keeps 35 days, so it has all of this time. */
const countedMs = 28 * dayMs

const fewestMentions = 10
const mostProposals = 3
const newestShown = 20

/** Only this many of a channel's newest posts count, because all of them are in memory at the same time. */
const mostPosts = 10_000

/** If people claimed these mentions as often as the others, the chance that they claimed none would be smaller than this. */
const unlikely = 0.01

/** At least this share of the mentions is marked as not relevant. A word needs a greater share, because a mention has many words. */
const unwantedShare = { author: 1 / 3, domain: 1 / 3, source: 1 / 3, word: 1 / 2 }

/** If two proposals hold back equally many mentions, the narrower kind comes first. */
const narrowFirst: MuteKind[] = ['author', 'domain', 'word', 'source']

type Handling = 'untouched' | 'taken' | 'dismissed'

type CountedPost = Pick<MuteProposal['newest'][number], 'ts' | 'mention'> & {
  handling: Handling
  author: string
  source: string
  host: string
  text: string
}

type CountedMutes = { since: number; until: number; total: number; proposals: MuteProposal[] }

type CountOptions = {
  /** UTC, in ms. */
  now: number
  /** Whether the settings of today skip the mention, or want nothing about it to be proposed. */
  isSettled: (mention: Mention, subscription: string) => boolean
  /** True for a name that the configuration asks for, or that people of the channel do not want to mute. */
  isKept: (kind: MuteKind, name: string) => boolean
}

/**
 * Counts what mutes would have held back in one channel. First pass all log entries of the channel to `addEntry`, oldest first, then the
 * cards of the channel to `addCard`. A mention counts once for each subscription that posted it.
 */
export function createMuteCount({ now, isSettled, isKept }: CountOptions) {
  const until = now - untouchedForMs
  const posted = new Map<string, number>()
  const posts = new Map<string, CountedPost>()
  return {
    addEntry(entry: DecisionRecord): void {
      const key = keyOf(entry.subscription, entry.alert, entry.id)
      if ((entry.outcome !== 'posted' && entry.outcome !== 'burst') || entry.reason === 'own') return
      if (entry.at < until - countedMs || entry.at >= until || posted.has(key)) return
      posted.set(key, entry.at)
      const [oldest = key] = posted.size > mostPosts ? posted.keys() : []
      if (posted.size > mostPosts) posted.delete(oldest)
    },
    addCard(card: PostedCard): void {
      for (const mention of mentionsOf(card.shows)) {
        const key = keyOf(card.subscription, card.alert, mention.id)
        if (posted.has(key) && !isSettled(mention, card.subscription))
          posts.set(key, countedPost(card, mention))
      }
    },
    result(): CountedMutes {
      const [since = until] = posted.values()
      return {
        since,
        until,
        total: posted.size,
        proposals: proposalsOf([...posts.values()], posted.size, isKept),
      }
    },
  }
}

const keyOf = (subscription: string, alert: Id, id: Id) => `${alert} ${id} ${subscription}`

function countedPost(card: PostedCard, mention: Mention): CountedPost {
  const record = card.actions.find((one) => one.mention === mention.id)
  return {
    ts: card.ts,
    mention: mention.id,
    handling: ticketOf(card, mention.id) === undefined ? handlingOf(record) : 'taken',
    author: mention.author.name,
    source: mention.source,
    host: hostForms(mention.url).at(-1) ?? '',
    text: textOf(mention),
  }
}

/** A mention that somebody claimed before it was marked as not relevant counts as taken. */
function handlingOf(record: CardRecord | undefined): Handling {
  if (record === undefined) return 'untouched'
  return record.state === 'not-relevant' && record.claimedAt === undefined ? 'dismissed' : 'taken'
}

type Tally = { kind: MuteKind; name: string; posts: CountedPost[] }

function proposalsOf(posts: CountedPost[], total: number, isKept: CountOptions['isKept']): MuteProposal[] {
  const candidates = narrowFirst
    .flatMap((kind) => tallyOf(kind, posts))
    .filter((tally) => isWorthProposing(tally, posts, total) && !isKept(tally.kind, tally.name))
    .toSorted((a, b) => b.posts.length - a.posts.length)
  const chosen: MuteProposal[] = []
  const covered = new Set<CountedPost>()
  for (const { kind, name, posts: own } of candidates) {
    const isCovered = own.filter((post) => covered.has(post)).length * 2 > own.length
    if (isCovered || chosen.length >= mostProposals) continue
    for (const post of own) covered.add(post)
    chosen.push({
      kind,
      name,
      count: own.length,
      dismissed: countOf(own, 'dismissed'),
      newest: newestOf(own),
    })
  }
  return chosen
}

function tallyOf(kind: MuteKind, posts: CountedPost[]): Tally[] {
  const found = new Map<string, Tally>()
  for (const post of posts) {
    for (const name of namesOf(kind, post)) {
      const key = nameKey(name)
      if (!found.has(key)) found.set(key, { kind, name, posts: [] })
    }
  }
  for (const post of posts) for (const key of new Set(matchesOf(kind, post))) found.get(key)?.posts.push(post)
  return [...found.values()].filter((tally) => tally.posts.length >= fewestMentions)
}

/** Returns the names that a mute can have so that it holds the post back. */
function namesOf(kind: MuteKind, { author, source, host, text }: CountedPost): string[] {
  if (kind === 'word') return wordsIn(text).filter((word) => /^\p{L}{4,40}$/u.test(word))
  const name = kind === 'author' ? author : kind === 'source' ? source : host.replace(/^www\./, '')
  return name.trim() === '' || (kind === 'domain' && !name.includes('.')) ? [] : [name]
}

/** A muted site includes its subdomains. */
function matchesOf(kind: MuteKind, post: CountedPost): string[] {
  if (kind !== 'domain') return namesOf(kind, post).map(nameKey)
  const labels = post.host.split('.')
  return labels.map((_, index) => labels.slice(index).join('.'))
}

const countOf = (posts: CountedPost[], handling: Handling) =>
  posts.filter((post) => post.handling === handling).length

function isWorthProposing({ kind, posts: own }: Tally, posts: CountedPost[], total: number): boolean {
  if (own.length * 2 > total || countOf(own, 'taken') > 0) return false
  const others = Math.max(1, posts.length - own.length)
  const dismissed = countOf(own, 'dismissed')
  const dismissedShare = dismissed / own.length
  const otherShare = (countOf(posts, 'dismissed') - dismissed) / others
  if (dismissedShare >= unwantedShare[kind] && dismissedShare >= 2 * otherShare) return true
  return kind !== 'word' && (1 - countOf(posts, 'taken') / others) ** own.length < unlikely
}

const newestOf = (posts: CountedPost[]) =>
  posts
    .toSorted((a, b) => Number(b.ts) - Number(a.ts))
    .slice(0, newestShown)
    .map(({ ts, mention }) => ({ ts, mention }))

const patternsOf = {
  author: wholePatterns,
  source: wholePatterns,
  domain: domainPatterns,
  word: wordPatterns,
}

/** Returns whether a subscription asks for this name, in `only` or in `notify.when`. Such a name is never proposed. */
export function asksFor(
  { only, notify }: Pick<Subscription, 'only' | 'notify'>,
  kind: MuteKind,
  name: string,
): boolean {
  const key = kind === 'word' ? 'text' : kind
  const asked = [only, notify?.when].flatMap((filter) => filter?.[key] ?? [])
  return patternsOf[kind](asked)(name) !== undefined
}
