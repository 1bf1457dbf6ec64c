import { readFileSync } from 'node:fs'
import { readMention } from '@overheard/mention-client'
import { describe, expect, it } from 'vitest'
import { createReplay } from '../../../src/engine/rules/replay.ts'
import { type EngineWorld, item, sourceOf, startWorld, type WorldSettings } from './engine-world.ts'
import { day, startFeeds } from './sources/feeds/feed-world.ts'

/** What the service tells of a mention decides which mentions share a card in Slack. */

const modes = ['url', 'story', 'coverage'] as const

/** Returns what the mentions of the alerts say that get a card of their own. */
function cardsOf(
  { mentions }: Pick<EngineWorld, 'mentions'>,
  dedupe: (typeof modes)[number],
  alerts = ['1001'],
): string[] {
  const read = alerts.flatMap((alert) =>
    mentions(alert).map((one) => readMention(one, String(one.id), 0, true)),
  )
  const replay = createReplay(() => ({ kind: 'deliver', reason: 'passed' }), { now: 0, dedupe })
  return replay(read).flatMap(({ mention, decision }) => (decision.kind === 'skip' ? [] : [mention.snippet]))
}

const feed = (name: string) => () => ({
  headers: { 'content-type': 'application/rss+xml' },
  text: readFileSync(new URL(`sources/feeds/cases/${name}.xml`, import.meta.url), 'utf8'),
})

const world = (...items: ReturnType<typeof item>[]) => worldOf({}, ...items)

async function worldOf(settings: WorldSettings, ...items: ReturnType<typeof item>[]) {
  const source = sourceOf('network', [])
  const started = await startWorld({ sources: [source], settings })
  await started.ingest.store({ items }, { source, channel: 'a', keepsAll: true })
  return started
}

describe.each(modes)('with `dedupe: %s`', (dedupe) => {
  it('each review of an app has a card, although all have one address', async () => {
    const page = 'https://apps.apple.com/us/app/id284882215'
    const review = (id: number, title: string, text: string, name: string) =>
      item(id, {
        ...{ title, text: { plain: text }, author: { name }, type: 'review', links: [page] },
        url: 'https://itunes.apple.com/us/review?id=284882215&type=Purple%20Software',
        sharesAddress: true,
      })
    const started = await world(
      review(1, 'Great for notes', 'Acme has been with me since college', 'Kim'),
      review(2, 'Lost all my notes', 'Acme deleted everything last week, nobody answers', 'Jo'),
      review(3, 'Excellent customer service', 'Acme answered within an hour and fixed my order', 'Ana'),
      review(4, 'Excellent customer service', 'Shipping took weeks, but people at Acme refunded me', 'Ben'),
    )
    expect(cardsOf(started, dedupe)).toHaveLength(4)
  })

  it('a review that two alerts find has one card, although each alert cuts its text in another place', async () => {
    const alerts = ['Acme', 'recipes'].map((query) => ({ name: query, query }))
    const review = (id: number, title: string, end: string) =>
      item(id, {
        ...{ title, author: { name: 'Kim' }, type: 'review', sharesAddress: true },
        text: { plain: `Acme keeps ${'all that I write down '.repeat(25)}and my recipes ${end}` },
        url: 'https://itunes.apple.com/us/review?id=284882215',
      })
    const started = await worldOf({ alerts }, review(1, 'Great', 'sync well'))
    const [ofAcme, ofRecipes] = ['1001', '1002'].map((alert) => started.mentions(alert)[0])
    expect(ofAcme?.id).not.toBe(ofRecipes?.id)
    expect(ofAcme?.snippet).not.toBe(ofRecipes?.snippet)
    expect(cardsOf(started, dedupe, ['1001', '1002'])).toHaveLength(1)
  })

  it('each entry of a feed that gives all of them one address has a card', async () => {
    const url = 'https://status.example.net/feed.xml'
    const pages = { [url]: feed('one-link-no-guid-1') }
    const started = await startFeeds([url], pages)
    await started.time.advance(0)
    pages[url] = feed('one-link-no-guid-2')
    await started.time.advance(day)
    expect(cardsOf(started, dedupe)).toHaveLength(4)
  })

  it('each of two feeds that give one page with other titles has a card', async () => {
    const [url, other] = ['https://page-a.example/feed', 'https://page-b.example/feed']
    const pages = { [url]: feed('two-feeds-one-page-a'), [other]: feed('two-feeds-one-page-b') }
    const started = await startFeeds([url, other], pages)
    await started.time.advance(day)
    expect(cardsOf(started, dedupe)).toHaveLength(2)
  })

  it('two comments of a thread have a card each, although both are shown with its title', async () => {
    const comment = (id: number, plain: string, name: string) =>
      item(id, {
        ...{ type: 'comment', text: { plain }, author: { name } },
        title: '',
        threadTitle: 'Show HN: Acme, a note-taking app that works offline',
      })
    const texts = [
      'I use Acme daily, it is great',
      'Acme deleted all my notes last week, support does not answer',
    ] as const
    const started = await world(comment(1, texts[0], 'kim'), comment(2, texts[1], 'jo'))
    expect(cardsOf(started, dedupe)).toEqual(texts)
  })

  it('two copies of a post without a title share a card', async () => {
    const copy = (id: number) =>
      item(id, { title: '', text: { plain: 'Acme deleted all my notes last week' } })
    expect(cardsOf(await world(copy(1), copy(2)), dedupe)).toHaveLength(1)
  })
})
