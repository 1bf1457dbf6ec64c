import type { SetTimer } from '../../../src/async/clock.ts'
import { compareIds, type Id } from '../../../src/model/id.ts'
import type { MentionInput } from '../records.ts'
import type { MentionStore } from '../store.ts'
import { type GeneratedAlert, generatedAlerts, pressAlert, quietAlert } from './alerts.ts'
import { composeMention, pickPost } from './compose-mention.ts'
import { idAt } from './history.ts'
import type { Post } from './posts/parse-posts.ts'
import { pickWeighted, type Random } from './random.ts'

export type Arrivals = ReturnType<typeof createArrivals>

type Batch = {
  about: GeneratedAlert
  count: number
  sentiment?: 'negative'
  tags?: string[]
  withinMs: number
}

const minuteMs = 60 * 1000
const crisisSize = 60

/**
 * Adds new mentions to the generated alerts now. Each function returns the new ids, ascending; none if the alert is
 * not a generated one. `now` returns UTC ms.
 */
export function createArrivals(mentionStore: MentionStore, random: Random, now: () => number) {
  function nextId(): Id {
    const afterLargest = BigInt(mentionStore.largestId()) + 1n
    const byClock = idAt(now())
    return (byClock > afterLargest ? byClock : afterLargest).toString()
  }

  function add({ about, count, sentiment, tags, withinMs }: Batch): Id[] {
    if (!mentionStore.hasAlert(about.alert.alert_id)) return []
    return Array.from({ length: count }, () => {
      const date = now() - random.whole(0, withinMs)
      const occasion = { id: nextId(), date, post: pickPost(about, random, sentiment) }
      const { mention, profile } = composeMention(about, occasion, random)
      const said = { ...mention, ...(sentiment && { sentiment }), ...(tags && { tags }) }
      return mentionStore.add(about.alert.alert_id, said, { profile })
    }).sort(compareIds)
  }

  function wave(alertId: Id | undefined, rest: Omit<Batch, 'about'>): Id[] {
    const about =
      alertId === undefined
        ? generatedAlerts[0]
        : [...generatedAlerts, quietAlert].find(({ alert }) => alert.alert_id === alertId)
    return about ? add({ about, ...rest }) : []
  }

  function copy({ post, place }: ArticleCopy): Id[] {
    const { alert_id } = pressAlert.alert
    if (!mentionStore.hasAlert(alert_id)) return []
    const { mention, profile } = composeMention(pressAlert, { id: nextId(), date: now(), post }, random)
    return [mentionStore.add(alert_id, { ...mention, ...place }, { profile })]
  }

  return {
    /** Returns one function for each paper that publishes the same story; calling it adds that paper's copy. */
    story: () => storyCopies(random.whole(110, 990)).map((print) => () => copy(print)),
    /** Adds `count` mentions to an alert, by default to the first. */
    burst: (count: number, alertId?: Id) => wave(alertId, { count, withinMs: 2 * minuteMs }),
    /** Adds sixty negative mentions, all published within the last minute. */
    crisis: (alertId?: Id) => wave(alertId, { count: crisisSize, sentiment: 'negative', withinMs: minuteMs }),
    /** Adds one negative mention with a tag. */
    tagged: (tag: string, alertId?: Id) =>
      wave(alertId, { count: 1, sentiment: 'negative', tags: [tag], withinMs: minuteMs }),
    /** Adds one mention to a random alert, weighted by mentions a day. */
    one(): Id[] {
      const weighted = generatedAlerts.map((about) => ({ about, weight: about.aDay }))
      return add({ about: pickWeighted(random, weighted).about, count: 1, withinMs: minuteMs })
    },
  }
}

/** The next mentions: `count` of them, `afterMs` after the previous ones. */
type NextArrival = { afterMs: number; count: number }

/** The first mention comes soon, so that somebody who starts the demo sees that it is live. */
const firstAfterMs = 3000

/** Plans the live stream, without an end: a few mentions a minute, and now and then a burst. */
export function* planArrivals(random: Random): Generator<NextArrival, never> {
  yield { afterMs: firstAfterMs, count: 1 }
  while (true) {
    const burst = random.chance(0.05)
    yield { afterMs: random.whole(8000, 28_000), count: burst ? random.whole(6, 14) : 1 }
  }
}

/** Adds mentions until the returned function is called. Bursts go to the first alert. */
export function startStream(arrivals: Arrivals, random: Random, setTimer: SetTimer): () => void {
  const plan = planArrivals(random)
  let cancel = (): void => undefined
  function wait(): void {
    const { afterMs, count } = plan.next().value
    cancel = setTimer(() => {
      if (count === 1) arrivals.one()
      else arrivals.burst(count)
      wait()
    }, afterMs)
  }
  wait()
  return () => cancel()
}

/** A paper that publishes the story, and its reach. */
type Paper = { name: string; host: string; reach: number }

/**
 * Papers in the order of publication. The first twelve reach 1.3 million together; the thirteenth makes the total more than ten times the
 * reach of the first.
 */
const papers: Paper[] = [
  { name: 'The Morning Ledger', host: 'ledger.example.org', reach: 150_000 },
  { name: 'TechNews Daily', host: 'technews.example.com', reach: 96_000 },
  { name: 'The Herald', host: 'herald.example.net', reach: 210_000 },
  { name: 'Netzblick', host: 'netzblick.example.net', reach: 41_000 },
  { name: 'City Courier', host: 'courier.example.com', reach: 130_000 },
  { name: 'Startup Almanac', host: 'almanac.example.com', reach: 88_000 },
  { name: 'The Gazette', host: 'gazette.example.org', reach: 64_000 },
  { name: 'The Observer', host: 'observer.example.com', reach: 175_000 },
  { name: 'Evening Post', host: 'post.example.net', reach: 52_000 },
  { name: 'Tribune', host: 'tribune.example.org', reach: 119_000 },
  { name: 'The Chronicle', host: 'chronicle.example.com', reach: 83_000 },
  { name: 'Wire Report', host: 'wire.example.net', reach: 92_000 },
  { name: 'National Broadcast', host: 'broadcast.example.com', reach: 240_000 },
]

/** Variants of the headline: unchanged, with the paper's name, or with a prefix. */
const headlines = [
  (headline: string) => headline,
  (headline: string, { name }: Paper) => `${headline} | ${name}`,
  (headline: string) => `Breaking: ${headline}`,
]

const snippet =
  '…nothing leaves the building unless somebody wants it to, says Acme, and the app stays the same…'

/** One paper's copy of the story. */
type ArticleCopy = { post: Post; place: Pick<MentionInput, 'url' | 'reach' | 'author' | 'source'> }

/** The copies of one story, in the order of publication. Different numbers make different stories. */
export function storyCopies(number: number): ArticleCopy[] {
  const headline = `Acme lets ${number} companies keep all their notes on machines of their own`
  return papers.map((paper, place) => {
    const { name, host, reach } = paper
    const author = { name, avatar: `https://${host}/icon.png`, audience: reach * 3, url: host }
    const title = headlines[place % headlines.length]?.(headline, paper) ?? headline
    const url = `https://${host}/tech/acme-notes-${number}`
    return {
      post: { title, snippet, sentiment: 'neutral', language: 'en', press: true },
      place: { url, reach, author, source: 'news-blogs' },
    }
  })
}
