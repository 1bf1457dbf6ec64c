import { sources } from '@overheard/listen/sources'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { cardsOfStories } from '../../../../bench/story-figures.ts'
import { noon } from '../../../../packages/listen/test/api/start-service.ts'
import { pressAlert } from '../../../../sandbox/mention-service/generator/alerts.ts'
import {
  createArrivals,
  planArrivals,
  startStream,
} from '../../../../sandbox/mention-service/generator/arrivals.ts'
import { addHistory } from '../../../../sandbox/mention-service/generator/history.ts'
import { networkPosts } from '../../../../sandbox/mention-service/generator/networks.ts'
import { createRandom } from '../../../../sandbox/mention-service/generator/random.ts'
import { coverageArticles, storyCopies } from '../../../../sandbox/mention-service/generator/stories.ts'
import { createMentionStore } from '../../../../sandbox/mention-service/store.ts'

const printed = z.object({ url: z.string(), reach: z.number() })
const felt = z.object({ sentiment: z.string().optional() })

function liveWorld() {
  const mentionStore = createMentionStore({ now: () => noon })
  addHistory(mentionStore, { seed: 1, now: noon, days: 1 })
  return { mentionStore, arrivals: createArrivals(mentionStore, createRandom(1), () => noon) }
}

it('the sandbox’s live stream of generated mentions plans two to eight arrivals a minute, and sometimes a burst of more than five mentions', () => {
  const plan = planArrivals(createRandom(3))
  const steps = Array.from({ length: 200 }, () => plan.next().value)
  const minutes = steps.reduce((sum, { afterMs }) => sum + afterMs, 0) / 60_000
  expect(steps[0]?.afterMs).toBeLessThan(5000)
  expect(200 / minutes).toBeGreaterThan(2)
  expect(200 / minutes).toBeLessThan(8)
  expect(steps.some(({ count }) => count > 5)).toBe(true)
})

it('the sandbox’s live stream of generated mentions adds the planned mentions until it is stopped', () => {
  const { mentionStore, arrivals } = liveWorld()
  const before = mentionStore.largestId()
  const due: (() => void)[] = []
  const stop = startStream(arrivals, createRandom(3), (run) => {
    due.push(run)
    return () => due.splice(due.indexOf(run), 1)
  })
  due.shift()?.()
  expect(BigInt(mentionStore.largestId())).toBeGreaterThan(BigInt(before))
  stop()
  expect(due).toEqual([])
})

it('new mentions of the sandbox’s generator have ascending ids above all earlier ids', () => {
  const { mentionStore, arrivals } = liveWorld()
  const before = BigInt(mentionStore.largestId())
  const ids = [...arrivals.one(), ...arrivals.burst(5), ...arrivals.crisis()].map(BigInt)
  expect(ids).toHaveLength(66)
  expect(ids.every((id, index) => id > (ids[index - 1] ?? before))).toBe(true)
})

it('the demo button for an urgent mention adds one negative mention with the tag', () => {
  const { mentionStore, arrivals } = liveWorld()
  const [id, ...others] = arrivals.tagged('urgent', '1002')
  const added = mentionStore.mentions('1002', 'id').find((one) => one.id === id)
  expect(others).toEqual([])
  expect(added?.body).toMatchObject({ sentiment: 'negative', tags: ['urgent'] })
})

it('the demo button for a crisis adds sixty negative mentions published within the last minute', () => {
  const { mentionStore, arrivals } = liveWorld()
  const ids = new Set(arrivals.crisis('1002'))
  const added = mentionStore.mentions('1002', 'id').filter(({ id }) => ids.has(id))
  expect(added).toHaveLength(60)
  expect(added.every(({ body }) => felt.parse(body).sentiment === 'negative')).toBe(true)
  expect(added.every(({ date }) => date > noon - 60_001)).toBe(true)
})

it('the demo button for a story adds thirteen copies of an article, whose combined reach is at least ten times that of the first', () => {
  const mentionStore = createMentionStore({ now: () => noon })
  mentionStore.addAlert(pressAlert.alert)
  const prints = createArrivals(mentionStore, createRandom(1), () => noon).story()
  for (const print of prints) expect(print()).toHaveLength(1)
  const bodies = mentionStore.mentions('1005', 'id').map(({ body }) => printed.parse(body))
  const reaches = storyCopies(110).map(({ place }) => Number(place.reach))
  const sumOf = (some: number[]) => some.reduce((sum, reach) => sum + reach, 0)
  expect(new Set(bodies.map(({ url }) => url)).size).toBe(13)
  expect(sumOf(bodies.map(({ reach }) => reach))).toBe(sumOf(reaches))
  expect(sumOf(reaches.slice(0, 12))).toBe(1_300_000)
  expect(sumOf(reaches)).toBeGreaterThanOrEqual(10 * (reaches[0] ?? 0))
})

it('the sandbox’s generator of mentions adds none to an alert that the generator did not create', () => {
  expect(liveWorld().arrivals.burst(3, '5')).toEqual([])
})

it('the demo button for networks adds a post of each, with the reach and the source that the own mention service gives it', () => {
  const ids = liveWorld()
    .arrivals.networks()
    .flatMap((add) => add())
  expect(ids).toHaveLength(networkPosts.length)
  for (const { network, metrics, post } of networkPosts) {
    const source = sources.find(({ name }) => name === network)
    expect([network, post.reach, post.source]).toEqual([
      network,
      source?.reach?.(metrics) ?? 0,
      source?.publishes,
    ])
  }
})

it('the demo button for one story in many words adds fourteen places, which make one card', () => {
  const places = [...coverageArticles(110), ...coverageArticles(440)].map(({ post, place }, at) => {
    const { title, snippet, language } = post
    return { title, snippet, language, url: place.url ?? '', at, story: place.url?.slice(-3) ?? '' }
  })
  expect(cardsOfStories(places).map((card) => card.map(({ story }) => story))).toEqual([
    Array.from({ length: 14 }, () => '110'),
    Array.from({ length: 14 }, () => '440'),
  ])
})
