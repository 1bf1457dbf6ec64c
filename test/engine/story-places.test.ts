import type { Mention } from '@overheard/mention-client/mention'
import { describe, expect, it, vi } from 'vitest'
import type { Subscription } from '../../src/model/subscription.ts'
import type { Kept } from '../tools/fake-channel.ts'
import { live } from '../tools/live.ts'
import { cardsOf, createStoryWorld, minute, type StoryWorld, subscriptionOf } from '../tools/story-world.ts'

/** With `dedupe: coverage`, replies to the card of a story have the addresses of its places. killed.test.ts tests them with kills. */

const title = 'Acme recalls 4,000 Boil kettles after fire reports'
const day = 24 * 60 * minute
const upTo = (last: number, first = 1) =>
  Array.from({ length: last - first + 1 }, (_, index) => String(first + index))

async function looked(changes: Partial<Subscription> = {}, ...others: Subscription[]) {
  const subscriptions = [subscriptionOf({ dedupe: 'coverage', ...changes }), ...others]
  const world = createStoryWorld({ subscriptions })
  const run = world.start()
  await live(world, 3 * minute, run)
  return { world, run }
}

const add = (world: StoryWorld, id: number | string, changes: Partial<Mention> = {}) =>
  world.add(id, { title, url: `https://p${id}.example/recall`, reach: Number(id) * 10, ...changes })

const replies = ({ channel }: StoryWorld) => channel.messages().filter(({ thread }) => thread !== undefined)
const idsOf = (messages: Kept[]) => messages.map(({ receipt }) => receipt?.ids.join())
const firstCard = ({ channel }: StoryWorld) =>
  channel.messages().find(({ receipt, thread }) => thread === undefined && receipt?.ids.length)
const lineOf = (world: StoryWorld) => firstCard(world)?.content.text.split('\n').slice(3).join('\n')

/** How often each address is in the messages of the channel. */
function timesShown({ channel }: StoryWorld, ids: string[]): number[] {
  const shown = JSON.stringify(channel.messages().map(({ content }) => content.blocks))
  return ids.map((id) => shown.split(`"https://p${id}.example/recall"`).length - 1)
}

const once = (ids: string[]) => ids.map(() => 1)

describe('the places of a story', () => {
  it('are read once each, although a place is compared, decided and stored', async () => {
    const { world, run } = await looked()
    add(world, 1)
    await live(world, 3 * minute, run)
    const segment = vi.spyOn(Intl.Segmenter.prototype, 'segment')
    add(world, 2)
    await live(world, 3 * minute, run)
    const reads = segment.mock.calls.filter(([text]) => text === title.replace('4,000', '4000'))
    segment.mockRestore()
    expect(idsOf(replies(world))).toEqual(['2'])
    expect(reads).toHaveLength(1)
  })

  it('are counted on its card, which names the two with the widest reach, and each address is in one reply', async () => {
    const { world, run } = await looked()
    add(world, 1)
    await live(world, 3 * minute, run)
    for (const id of upTo(14, 2)) add(world, id)
    await live(world, 6 * minute, run)
    expect(lineOf(world)).toMatch(
      /Same story at 14 places · 1\.1k combined reach · widest reach: p14\.example \(140\), p13\.example \(130\)$/,
    )
    expect(idsOf(replies(world))).toEqual([upTo(11, 2).join(), upTo(14, 12).join()])
    expect(replies(world).map(({ content }) => content.text.split('\n')[0])).toEqual([
      '10 more places',
      '3 more places',
    ])
    expect(timesShown(world, upTo(14))).toEqual(once(upTo(14)))
    expect(
      world.decisions.filter(({ outcome }) => outcome === 'skipped').map(({ id, reason }) => [id, reason]),
    ).toEqual(upTo(14, 2).map((id) => [id, 'duplicate.title']))
  })

  it.each([
    ['at once', 1],
    ['after the first one', 2],
  ])(
    'of twelve papers, with their names behind the title, have one card if they come %s',
    async (_when, from) => {
      const { world, run } = await looked()
      const headline = 'Acme lets 671 companies keep all their notes on machines of their own'
      const snippet =
        '…nothing leaves the building unless somebody wants it to, says Acme, and the app stays the same…'
      const names = [
        'Ledger',
        'TechNews',
        'Herald',
        'Netzblick',
        'City Courier',
        'Almanac',
        'Gazette',
        'The Observer',
      ]
      const titles = [...names, 'Evening Post', 'Tribune', 'The Chronicle', 'Wire Report'].map(
        (name, place) => [headline, `${headline} | ${name}`, `Breaking: ${headline}`][place % 3] ?? headline,
      )
      const addPaper = (id: number) => add(world, id, { title: titles[id - 1] ?? headline, snippet })
      for (let id = 1; id < from; id++) addPaper(id)
      await live(world, 3 * minute, run)
      for (let id = from; id <= 12; id++) addPaper(id)
      await live(world, 6 * minute, run)
      expect(lineOf(world)).toMatch(/^Same story at 12 places/)
      expect(
        world.channel.messages().filter(({ thread, receipt }) => !thread && receipt?.ids.length),
      ).toHaveLength(1)
    },
  )

  it('have a line each if one page has several of them, and a card each if they say something else', async () => {
    const { world, run } = await looked()
    const url = 'https://itunes.example/us/review?id=1'
    const review = (id: number, changes: Partial<Mention>) =>
      world.add(id, { url, sharesAddress: true, ...changes })
    review(1, {
      title: 'Sync broke my kettle notes',
      snippet: 'The update of Tuesday deleted my kettle notes',
    })
    await live(world, 3 * minute, run)
    review(2, { title: 'Kettle notes', snippet: 'Sync broke, update of Tuesday deleted my kettle notes' })
    review(3, { title: 'Great for recipes', snippet: 'I cook with it each day and love the colors' })
    await live(world, 6 * minute, run)
    expect(idsOf(replies(world))).toEqual(['2'])
    expect(lineOf(world)).toMatch(/^Same story at 2 places/)
    expect(world.channel.ids().toSorted()).toEqual(['1', '2', '3'])
  })

  it('are one place if they are one review that two alerts have found', async () => {
    const { world, run } = await looked()
    const review = (id: number, item: string, snippet: string) =>
      world.add(id, {
        ...{ url: 'https://itunes.example/us/review?id=1', sharesAddress: true, reach: 600 },
        ...{ title: 'Kettle notes', snippet, identities: [`3:${item}${'-'.repeat(20)}s------`] },
      })
    const [first, second] = ['review1-page1234', 'review2-page1234']
    const said = 'The update of Tuesday deleted my kettle notes'
    review(1, first, `Sync broke, and ${said}`)
    await live(world, 3 * minute, run)
    review(2, first, `${said} and all recipes of a year`)
    await live(world, 6 * minute, run)
    expect(replies(world)).toEqual([])
    expect(cardsOf(world)[0]?.duplicates.map(({ id }) => id)).toEqual(['2'])
    expect(world.decisions.find(({ id }) => id === '2')?.reason).toBe('duplicate.address')
    expect(lineOf(world)).not.toMatch(/2 places/)
    review(3, second, `Sync broke, and ${said}`)
    await live(world, 6 * minute, run)
    expect(idsOf(replies(world))).toEqual(['3'])
    expect(lineOf(world)).toMatch(/^Same story at 2 places · 1\.2k combined reach/)
  })

  it('that come within two minutes share a reply', async () => {
    const { world, run } = await looked({ schedule: '* * * * *' })
    const polls = (ms: number) => live(world, ms, run, 20_000)
    add(world, 1)
    await polls(minute)
    for (const id of upTo(4, 2)) {
      add(world, id)
      await polls(30_000)
    }
    await polls(3 * minute)
    expect(idsOf(replies(world))).toEqual(['2', '3,4'])
    expect(replies(world).at(-1)?.content.text).toMatch(/^2 more places/)
    expect(world.decisions.find(({ id, outcome }) => id === '3' && outcome === 'waiting')?.reason).toBe(
      'burst',
    )
  })

  it('do not become too old while they wait for a shared reply', async () => {
    const { world, run } = await looked({ maxAge: 3 * minute })
    const polls = (ms: number) => live(world, ms, run, 20_000)
    for (const id of [1, 2]) add(world, id, { date: world.now() })
    await polls(minute)
    add(world, 3, { date: world.now() - 2.5 * minute })
    await polls(3 * minute)
    expect(idsOf(replies(world))).toEqual(['2', '3'])
  })

  it('that say something new are named so in their reply and on the card', async () => {
    const { world, run } = await looked()
    const place = (id: number, said: string) => add(world, id, { title: said, language: 'en' })
    place(1, 'Acme recalls 4,000 Boil kettles after 9 people were injured')
    await live(world, 3 * minute, run)
    place(2, 'Acme recalls 4,000 Boil kettles after 12 people were injured')
    place(3, 'Acme recalls 4,000 Boil kettles, and 12 people were injured')
    await live(world, 3 * minute, run)
    expect(lineOf(world)).toMatch(/^Same story at 3 places · .*\nNewer reports: 12 people \(9 at first\)$/)
    place(4, 'Acme denies that its recalled Boil kettles injured 12 people')
    await live(world, 3 * minute, run)
    const texts = replies(world).map(({ content }) =>
      content.text.split('\n').map((line) => line.slice(0, 60)),
    )
    expect(texts).toEqual([
      [
        '2 more places',
        '• New: 12 people (9 at first) · Acme recalls 4,000 Boil kett',
        '• Acme recalls 4,000 Boil kettles, and 12 people were injure',
      ],
      ['1 more place', '• New: it is denied · Acme denies that its recalled Boil ket'],
    ])
    expect(lineOf(world)).toMatch(/^Same story at 4 places · .*\nNewer reports: it is denied$/)
  })

  it('have receipts that do not let the watermark pass a mention that waits', async () => {
    const { world, run } = await looked({ only: { language: ['en'] } })
    add(world, 1)
    await live(world, 3 * minute, run)
    add(world, 5)
    world.add(9, { title: 'Acme opens a factory in Lisbon' })
    await live(world, 3 * minute, run)
    const { receipt } = replies(world).at(-1) ?? {}
    expect([receipt?.ids, receipt?.late]).toEqual([['5'], true])
    world.add(3, { title: 'Acme names a new chief executive' })
    world.saved.clear()
    world.records.clear()
    await live(world, 6 * minute)
    expect(world.channel.ids().toSorted()).toEqual(['1', '3', '5', '9'])
  })

  it.each([
    ['a wiped disk', true],
    ['a wiped checkpoint', false],
  ])('are found after %s, in the thread of a card of six days before', async (_what, losesRecords) => {
    const { world, run } = await looked()
    add(world, 1)
    await live(world, 3 * minute, run)
    for (const id of upTo(7, 2)) {
      world.add(id, { title: `Acme appoints person ${id} to board number ${id}` })
      world.clock.at += day - 10 * minute
      await live(world, 10 * minute, run)
    }
    add(world, 8)
    await live(world, 3 * minute, run)
    expect(idsOf(replies(world))).toEqual(['8'])
    world.channel.pageSize = 2
    world.saved.clear()
    if (losesRecords) world.records.clear()
    world.add(9, { title: 'Acme opens a factory in Lisbon' })
    await live(world, 6 * minute)
    expect(world.channel.ids()).toEqual(upTo(9))
  })

  it('are found if the store is replaced by an older copy, in the thread of a card of six days before', async () => {
    const { world, run } = await looked()
    add(world, 1)
    await live(world, 3 * minute, run)
    world.clock.at += 6 * day
    world.add(2, { title: 'Acme opens a factory in Lisbon' })
    await live(world, 3 * minute, run)
    const [saved, records] = [new Map(world.saved), new Map(world.records)]
    add(world, 3)
    await live(world, 3 * minute, run)
    for (const [kept, copy] of [
      [world.saved, saved],
      [world.records, records],
    ] as const) {
      kept.clear()
      for (const [path, text] of copy) kept.set(path, text)
    }
    await live(world, 6 * minute)
    expect(world.channel.ids()).toEqual(upTo(3))
  })

  it('are on the card if the channel has no threads', async () => {
    const { world, run } = await looked()
    const reason = 'restricted_action_non_threadable_channel'
    world.channel.refuses = ({ thread }) =>
      thread === undefined ? undefined : { kind: 'rejected', extent: 'thread', reason }
    for (const id of upTo(4)) add(world, id)
    await live(world, 3 * minute, run)
    expect(world.channel.ids()).toEqual(['1'])
    expect(timesShown(world, upTo(4))).toEqual(once(upTo(4)))
    expect(lineOf(world)).toContain(
      'Same story at 4 places · 100 combined reach · widest reach: p4.example (40), p3.example (30): https://p2',
    )
    const log = world.decisions.filter(({ outcome }) => outcome === 'skipped')
    expect(log.map(({ id }) => id)).toEqual(['2', '3', '4'])
  })

  it('are on the card if Slack refuses the reply, also with an unknown code', async () => {
    const { world, run } = await looked()
    world.channel.refuses = ({ thread }) =>
      thread === undefined ? undefined : { kind: 'rejected', extent: 'unclear', reason: 'something_new' }
    for (const id of upTo(3)) add(world, id)
    await live(world, 3 * minute, run)
    expect(world.channel.ids()).toEqual(['1'])
    expect(timesShown(world, upTo(3))).toEqual(once(upTo(3)))
  })

  it('start a new card if somebody has deleted the first one', async () => {
    const { world, run } = await looked()
    add(world, 1)
    await live(world, 3 * minute, run)
    world.channel.delete(firstCard(world)?.ts ?? '')
    for (const id of upTo(3, 2)) add(world, id)
    await live(world, 3 * minute, run)
    expect(
      world.channel
        .messages()
        .slice(1)
        .map(({ receipt, thread }) => [receipt?.ids.join(), thread !== undefined]),
    ).toEqual([
      ['2', false],
      ['3', true],
    ])
  })

  it('wait while nothing may be posted after refusals, and are then in one reply', async () => {
    const { world, run } = await looked()
    add(world, 1)
    await live(world, 3 * minute, run)
    world.channel.refuses = () => ({ kind: 'rejected', extent: 'channel', reason: 'is_archived' })
    for (const id of upTo(4, 2)) add(world, id)
    await live(world, 5 * minute, run)
    world.channel.refuses = () => undefined
    await live(world, 5 * minute, run)
    expect(idsOf(replies(world))).toEqual(['2,3,4'])
    expect(timesShown(world, upTo(4))).toEqual(once(upTo(4)))
  })

  it('with the same page have one reply', async () => {
    const { world, run } = await looked()
    const url = 'https://p2.example/recall'
    add(world, 1)
    for (const id of [2, 3, 4]) add(world, id, { url: id === 4 ? `${url}?utm_source=x` : url })
    await live(world, 6 * minute, run)
    expect(idsOf(replies(world))).toEqual(['2'])
    expect(lineOf(world)).toMatch(/2 places/)
    expect(timesShown(world, ['1', '2'])).toEqual([1, 1])
  })

  it('go to the new card if the story comes up again', async () => {
    const { world, run } = await looked()
    add(world, 1, { reach: 1500 })
    add(world, 2, { reach: 500 })
    await live(world, 3 * minute, run)
    add(world, 3, { reach: 20_000 })
    await live(world, 3 * minute, run)
    add(world, 4)
    await live(world, 3 * minute, run)
    const [first, second] = world.channel
      .messages()
      .filter(({ thread, receipt }) => !thread && receipt?.ids.length)
    expect(idsOf(replies(world))).toEqual(['2', '4'])
    expect(replies(world).map(({ thread }) => thread)).toEqual([first?.ts, second?.ts])
    expect(second?.content.text).toContain('Still spreading: now in 4 places')
    expect(second?.content.text).toContain(
      '22k combined reach · widest reach: p3.example (20k), p1.example (1.5k)',
    )
    expect(timesShown(world, upTo(4))).toEqual(once(upTo(4)))
  })
})

describe('the places of a story in a channel of several subscriptions', () => {
  const other = (changes: Partial<Subscription> = {}) => subscriptionOf({ name: 'other', ...changes })

  it.each([
    ['joins them, too', other({ dedupe: 'coverage' })],
    ['posts duplicates', other()],
  ])('come once if the other one %s', async (_how, second) => {
    const { world, run } = await looked({}, second)
    for (const id of upTo(4)) add(world, id)
    await live(world, 6 * minute, run)
    expect(world.channel.ids().toSorted()).toEqual(upTo(4))
    expect(timesShown(world, upTo(4))).toEqual(once(upTo(4)))
    const ends = world.decisions.filter(({ outcome }) => outcome !== 'waiting')
    expect(ends.map(({ subscription, id }) => `${subscription} ${id}`).toSorted()).toEqual(
      ['acme', 'other'].flatMap((name) => upTo(4).map((id) => `${name} ${id}`)),
    )
  })

  it('come once if the answer to any post is lost', async () => {
    for (let post = 0; ; post++) {
      const { world, run } = await looked({}, other({ dedupe: 'coverage', schedule: '*/7 * * * *' }))
      const { post: real } = world.channel
      const before = world.channel.posts
      world.channel.post = (posting, pass) => {
        if (world.channel.posts === before + post)
          world.channel.faults = [{ kind: 'answer lost', readableAfter: 20_000 }]
        return real(posting, pass)
      }
      for (const id of upTo(3)) add(world, id)
      await live(world, 12 * minute, run)
      expect(world.channel.ids().toSorted(), `post ${post}`).toEqual(upTo(3))
      expect(timesShown(world, upTo(3)), `post ${post}`).toEqual(once(upTo(3)))
      expect(cardsOf(world)[0]?.duplicates.map(({ id }) => id)).toEqual(['2', '3'])
      if (world.channel.posts <= before + post) return
    }
  })
})
