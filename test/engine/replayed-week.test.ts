import type { Mention } from '@overheard/mention-client/mention'
import { beforeAll, describe, expect, it } from 'vitest'
import { createRandom } from '../../sandbox/mention-service/generator/random.ts'
import { createExplainDecision, isSameAddress } from '../../src/answers/explain-decision.ts'
import { totalsOf } from '../../src/answers/preview.ts'
import { createReplay } from '../../src/engine/rules/replay.ts'
import { decideFor } from '../../src/engine/rules/rules.ts'
import { whyAnswer } from '../../src/messages/reasons.ts'
import { sampleMention } from '../tools/sample-mention.ts'
import {
  alert,
  createStoryWorld,
  logOf,
  minute,
  noon,
  type StoryWorld,
  subscriptionOf,
} from '../tools/story-world.ts'

/** A generated week of 5,000 mentions, poll by poll, compared with the preview before it and the explanations after it. */

const many = 5000
const week = 7 * 24 * 60 * minute
const subscription = subscriptionOf({
  burst: 20,
  only: { language: ['en'], reach: { from: 100 } },
  except: { author: ['Acme PR'], text: ['job opening'] },
  quiet: {
    from: '22:00',
    to: '07:00',
    timezone: 'Europe/Berlin',
    urgent: { sentiment: ['negative'], reach: { from: 4000 } },
  },
})

let world: StoryWorld
const mentions: Mention[] = []
beforeAll(async () => {
  world = createStoryWorld({ subscriptions: [subscription] })
  const run = world.start()
  await run()
  const random = createRandom(7)
  const pick = (...values: string[]) => values[Math.floor(random.next() * values.length)] ?? ''
  for (let id = 1; id <= many; id++) {
    const at = noon + minute + Math.floor((id * week) / many)
    const author = { ...{ audience: 1, url: '' }, name: pick('Kim', 'Lee', 'Acme PR', 'Ana') }
    const [language, title] = [pick('en', 'en', 'en', 'de'), pick('News', 'A job opening', 'Praise', 'Acme')]
    const sentiment = random.next() < 0.3 ? ('negative' as const) : ('neutral' as const)
    const reach = Math.floor(random.next() * 5000)
    const fields = { url: `https://news.example/${id}`, date: at, author, language, title, sentiment, reach }
    mentions.push(sampleMention({ id: String(id), ...fields }))
    world.add(id, fields, at)
  }
  world.clock.at = noon
  while (world.clock.at < noon + week + 24 * 60 * minute) {
    world.clock.at += 30 * minute
    await run()
  }
})

it('the preview of a generated week counts exactly the mentions that are posted when the week is polled', () => {
  const replayed = createReplay(decideFor(subscription), { now: noon + week })(mentions)
  const promised = replayed
    .filter(({ decision }) => decision.kind !== 'skip')
    .map(({ mention }) => mention.id)
  const posted = world.channel.ids()
  expect(posted).toHaveLength(promised.length)
  expect(posted.toSorted()).toEqual(promised.toSorted())
  expect(totalsOf(replayed).posted).toBe(posted.length)
  expect(promised.length).toBeGreaterThan(500)
})

describe('after a replayed week, /mentions why', () => {
  it('finds in the decision log the same outcome for every mention as an independent replay', async () => {
    const last = new Map(world.decisions.map((entry) => [entry.id, entry]))
    const posted = new Set(world.channel.ids())
    expect(last.size).toBe(many)
    for (const mention of mentions) {
      const entry = last.get(mention.id)
      expect([mention.id, entry?.reason]).toEqual([mention.id, expectedReason(mention)])
      expect(entry?.outcome === 'skipped').toBe(!posted.has(mention.id))
    }
  })

  it('answers from the decision log, by id and by address', async () => {
    const why = createExplainDecision({
      now: world.now,
      decisions: logOf(world),
      recompute: async () => [],
      checkpoint: world.deps().checkpoints.load,
      alerts: { find: async () => ({ kind: 'found', alert }) },
      mention: async () => sampleMention(),
      permalink: async ({ ts }) => `https://slack.example/${ts}`,
      findCard: async () => undefined,
      alertName: () => alert.name,
    })
    for (const entry of world.decisions.slice(0, 20)) {
      const byId = await why([subscription], { mention: { id: entry.id }, channel: 'C1' })
      const byAddress = await why([subscription], {
        mention: { url: `${entry.url.replace('https', 'http')}/` },
        channel: 'C1',
      })
      expect(byAddress).toEqual(byId)
      expect(whyAnswer(byId).text).toContain(
        entry.outcome === 'skipped' ? 'Not posted' : 'https://slack.example/',
      )
    }
  })
})

/** The rules once more, in the plainest words. */
function expectedReason({ language, reach, author, title }: Mention): string {
  if (language !== 'en') return 'only.language'
  if (reach < 100) return 'only.reach'
  if (author.name === 'Acme PR') return 'except.author'
  return title.includes('job opening') ? 'except.text' : 'passed'
}

it.each([
  ['https://a.example/x', 'http://www.a.example/x/', true],
  ['https://a.example/x', 'a.example/x#part', true],
  ['https://a.example/x', 'https://a.example/y', false],
])('the addresses %s and %s are of the same page: %s', (a, b, same) => expect(isSameAddress(a, b)).toBe(same))
