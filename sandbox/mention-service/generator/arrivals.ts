import type { SetTimer } from '@overheard/base/clock'
import { compareIds, type Id } from '@overheard/mention-client/id'
import type { MentionStore } from '../store.ts'
import { type GeneratedAlert, generatedAlerts, pressAlert, quietAlert } from './alerts.ts'
import { composeMention, pickPost } from './compose-mention.ts'
import { idAt } from './history.ts'
import { networkMention, networkPosts } from './networks.ts'
import { namesakes } from './posts/namesakes.ts'
import { pickWeighted, type Random } from './random.ts'
import { type ArticleCopy, coverageArticles, storyCopies } from './stories.ts'

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
    /** Returns one function for each place that reports the same event in its own words; calling it adds that place's article. */
    coverage: () => coverageArticles(random.whole(110, 990)).map((print) => () => copy(print)),
    /** Adds press articles about namesakes. */
    namesakes: () =>
      add({
        about: { ...pressAlert, groups: [{ weight: 1, posts: namesakes }] },
        count: 3,
        withinMs: minuteMs,
      }),
    /** Returns one function for each network; calling it adds a post of it to the first alert. */
    networks: () =>
      networkPosts.map((given) => (): Id[] => {
        const [about] = generatedAlerts
        if (about === undefined || !mentionStore.hasAlert(about.alert.alert_id)) return []
        const own = { number: random.whole(100, 99_999), id: nextId(), date: now() }
        return [mentionStore.add(about.alert.alert_id, networkMention(given, own))]
      }),
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
