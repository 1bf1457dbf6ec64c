import { nameKey } from '@overheard/base/name'
import type { Time } from '@overheard/base/time'
import type { Id } from '@overheard/mention-client/id'
import type { Mention } from '@overheard/mention-client/mention'
import {
  domainPatterns,
  hostForms,
  mentionText,
  wholePatterns,
  wordPatterns,
  wordsIn,
} from '../../engine/index.ts'
import type { Handling, PostedCard } from '../../model/card.ts'
import { isOnlyByRule, mentionsOf, ticketOf } from '../../model/card.ts'
import type { DecisionRecord } from '../../model/decision.ts'
import type { MuteKind } from '../../model/mute.ts'
import type { Subscription } from '../../model/subscription.ts'
import type { MuteProposal } from './model.ts'

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

/** At least this share of the mentions is marked as not relevant. A word needs a larger share, because a mention has many words. */
const unwantedShare = { author: 1 / 3, domain: 1 / 3, source: 1 / 3, word: 1 / 2 }

/** If two proposals hold back equally many mentions, the narrower kind comes first. */
const narrowFirst: MuteKind[] = ['author', 'domain', 'word', 'source']

type Treatment = 'untouched' | 'taken' | 'dismissed'

type CountedPost = Pick<MuteProposal['newest'][number], 'ts' | 'mention'> & {
  handling: Treatment
  host: string
}

type CountedMutes = { since: Time; until: Time; total: number; proposals: MuteProposal[] }

type CountOptions = {
  now: Time
  /** True if today's settings skip the mention, or exclude it from proposals. */
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
  // The words are counted with each card, because counting all of them at once would block the process for seconds.
  const tallies: Tallies = { author: new Map(), domain: new Map(), word: new Map(), source: new Map() }
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
        if (!posted.has(key) || posts.has(key) || isSettled(mention, card.subscription)) continue
        const post = countedPost(card, mention)
        posts.set(key, post)
        addTo(tallies, mention, post)
      }
    },
    /** Call it once. */
    result(): CountedMutes {
      const [since = until] = posted.values()
      const counted = [...posts.values()]
      addSites(tallies.domain, counted)
      const all = {
        ...{ posted: posted.size, known: counted.length },
        ...{ taken: countOf(counted, 'taken'), dismissed: countOf(counted, 'dismissed') },
      }
      return { since, until, total: posted.size, proposals: proposalsOf(tallies, all, isKept) }
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
    host: hostForms(mention.url).at(-1) ?? '',
  }
}

/** A mention that somebody claimed before it was marked as not relevant counts as taken. */
function handlingOf(record: Handling | undefined): Treatment {
  if (record === undefined || isOnlyByRule(record)) return 'untouched'
  return record.state === 'not-relevant' && record.claimedAt === undefined ? 'dismissed' : 'taken'
}

type Tally = { kind: MuteKind; name: string; posts: CountedPost[] }
type Tallies = Record<MuteKind, Map<string, Tally>>

function proposalsOf(tallies: Tallies, all: Totals, isKept: CountOptions['isKept']): MuteProposal[] {
  const candidates = narrowFirst
    .flatMap((kind) => [...tallies[kind].values()])
    .filter((tally) => tally.posts.length >= fewestMentions)
    .filter((tally) => isWorthProposing(tally, all) && !isKept(tally.kind, tally.name))
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

function addTo(tallies: Tallies, mention: Mention, post: CountedPost): void {
  const tallyOf = (kind: MuteKind, name: string, key = nameKey(name)): Tally => {
    const tally = tallies[kind].get(key) ?? { kind, name, posts: [] }
    tallies[kind].set(key, tally)
    return tally
  }
  const { author, source } = mention
  if (author.name.trim() !== '') tallyOf('author', author.name).posts.push(post)
  if (source.trim() !== '') tallyOf('source', source).posts.push(post)
  const site = post.host.replace(/^www\./, '')
  if (site.includes('.')) tallyOf('domain', site)
  for (const word of new Set(wordsIn(mentionText(mention))))
    if (/^\p{L}{4,40}$/u.test(word)) tallyOf('word', word, word).posts.push(post)
}

/** A muted site includes its subdomains, so the sites are counted when all of them are known. */
function addSites(sites: Tallies['domain'], posts: CountedPost[]): void {
  for (const post of posts) {
    const labels = post.host.split('.')
    for (const index of labels.keys()) sites.get(labels.slice(index).join('.'))?.posts.push(post)
  }
}

const countOf = (posts: CountedPost[], handling: Treatment) =>
  posts.filter((post) => post.handling === handling).length

type Totals = { posted: number; known: number; taken: number; dismissed: number }

function isWorthProposing({ kind, posts: own }: Tally, all: Totals): boolean {
  if (own.length * 2 > all.posted || countOf(own, 'taken') > 0) return false
  const others = Math.max(1, all.known - own.length)
  const dismissed = countOf(own, 'dismissed')
  const dismissedShare = dismissed / own.length
  const otherShare = (all.dismissed - dismissed) / others
  if (dismissedShare >= unwantedShare[kind] && dismissedShare >= 2 * otherShare) return true
  return kind !== 'word' && (1 - all.taken / others) ** own.length < unlikely
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
