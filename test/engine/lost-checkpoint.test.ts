import { describe, expect, it } from 'vitest'
import { live } from '../tools/live.ts'
import { cardsOf, createStoryWorld, minute, type StoryWorld, subscriptionOf } from '../tools/story-world.ts'

const upTo = (last: number, first = 1) =>
  Array.from({ length: last - first + 1 }, (_, index) => String(first + index))

/** A world with posts of several polls, and the contents of its store before each. */
async function history(changes = {}) {
  const world = createStoryWorld({ subscriptions: [subscriptionOf(changes)] })
  const run = world.start()
  const copies: Map<string, string>[] = []
  for (const step of [0, 1, 2, 3, 4]) {
    for (const id of upTo(step * 8, step * 8 - 7))
      world.add(id, { language: Number(id) % 3 === 0 ? 'de' : 'en' })
    await live(world, 6 * minute, run)
    copies.push(new Map(world.saved))
  }
  return {
    world,
    copies,
    expected: upTo(32).filter((id) => changes === undefined || Number(id) % 3 !== 0 || !('only' in changes)),
  }
}

/** Restores a copy of the store. */
function putBack(world: StoryWorld, copy: Map<string, string> | undefined): void {
  for (const [path, text] of copy ?? []) world.saved.set(path, text)
}

const kinds = [
  ['bursts', {}],
  ['cards', { burst: 100 }],
  ['cards behind a filter', { burst: 100, only: { language: ['en'] } }],
] as const

describe.each(kinds)('the recovery of a checkpoint from the receipts of %s', (_what, changes) => {
  it('does not lose or repeat a mention after the store was wiped', async () => {
    const { world, expected } = await history(changes)
    world.saved.clear()
    world.add('33')
    await live(world, 10 * minute)
    expect(world.channel.ids().toSorted()).toEqual([...expected, '33'].toSorted())
    expect(world.channel.messages().filter(({ content }) => /watching/i.test(content.text))).toHaveLength(1)
  })

  it('does not lose or repeat a mention if the store was wiped and the history lacks the numbers of replies', async () => {
    const { world, expected } = await history(changes)
    world.channel.hidesReplies = true
    world.saved.clear()
    world.add('33')
    await live(world, 10 * minute)
    expect(world.channel.ids().toSorted()).toEqual([...expected, '33'].toSorted())
  })

  it.each([0, 8, 16, 24])(
    'does not lose or repeat a mention if the store was replaced by a copy that knows only %i of 32 mentions',
    async (count) => {
      const { world, copies, expected } = await history(changes)
      for (const [path, text] of copies[count / 8] ?? []) world.saved.set(path, text)
      world.add('33')
      await live(world, 10 * minute)
      expect(world.channel.ids().toSorted()).toEqual([...expected, '33'].toSorted())
    },
  )

  it('stops and asks a person if the store was restored from an older copy and the history search is cut short', async () => {
    const { world, copies, expected } = await history(changes)
    for (const [path, text] of copies[3] ?? []) world.saved.set(path, text)
    world.channel.isTooLong = true
    world.add('33')
    await live(world, 10 * minute)
    expect(world.channel.ids().toSorted()).toEqual(expected.toSorted())
    expect(world.told).toContain('raised checkpoint acme')
  })

  it('does not lose or repeat a mention if the stored checkpoint is damaged', async () => {
    const { world, expected } = await history(changes)
    world.faults.damaged = 'damaged'
    world.add('33')
    await live(world, 10 * minute)
    expect(world.channel.ids().toSorted()).toEqual([...expected, '33'].toSorted())
  })
})

it('a damaged checkpoint that no receipt replaces stops the subscription with a problem instead of starting from now', async () => {
  const { world } = await history()
  for (const { ts } of world.channel.messages()) world.channel.delete(ts)
  world.faults.damaged = 'damaged'
  world.add('33')
  await live(world, 10 * minute)
  expect(world.channel.messages()).toEqual([])
  expect(world.told).toContain('raised checkpoint acme')
})

it('after the store is replaced by a copy from before the initial sync, the checkpoint is completed from the channel', async () => {
  const world = createStoryWorld()
  world.add('1')
  world.channel.refuses = () => ({ kind: 'rejected', extent: 'channel', reason: 'is_archived' })
  await live(world, minute)
  const copy = new Map(world.saved)
  world.channel.refuses = () => undefined
  const run = world.start()
  await live(world, 5 * minute, run)
  world.add('2')
  await live(world, 5 * minute, run)
  for (const [path, text] of copy) world.saved.set(path, text)
  world.add('3')
  await live(world, 5 * minute)
  expect(world.channel.messages().map(({ receipt }) => receipt?.ids)).toEqual([[], ['2'], ['3']])
})

it('after a wiped store, the bot posts nothing while the channel cannot be reached, and rebuilds the checkpoint afterwards', async () => {
  const { world, expected } = await history()
  world.saved.clear()
  world.channel.blind = { kind: 'unreachable', reason: 'HTTP 503', afterMs: 5000 }
  world.add('33')
  const run = world.start()
  await live(world, 10 * minute, run)
  expect(world.saved.size).toBe(0)
  world.channel.blind = undefined
  await live(world, 3 * minute, run)
  expect(world.channel.ids().toSorted()).toEqual([...expected, '33'].toSorted())
})

it('after the store is replaced by an older copy while the process runs, the checkpoint is completed from the channel', async () => {
  const world = createStoryWorld()
  const run = world.start()
  await live(world, 3 * minute, run)
  world.add('1')
  await live(world, 3 * minute, run)
  const copy = new Map(world.saved)
  world.add('2')
  await live(world, 3 * minute, run)
  for (const [path, text] of copy) world.saved.set(path, text)
  world.faults.damaged = 'unsure'
  world.add('3')
  await live(world, 3 * minute, run)
  expect(world.channel.ids()).toEqual(['1', '2', '3'])
})

it('a mention of a burst that is open in an old copy of the store does not join a card that was posted later', async () => {
  const world = createStoryWorld({ subscriptions: [subscriptionOf({ dedupe: 'url', burst: 1 })] })
  const run = world.start()
  await live(world, 3 * minute, run)
  const copy = new Map(world.saved)
  const same = { title: 'Acme recalls all of its rocket skates today' }
  world.add('1', same)
  world.add('2', { title: 'Another story, which has nothing to do with it' })
  await live(world, 3 * minute, run)
  world.add('3', same)
  await live(world, 3 * minute, run)
  for (const [path, text] of copy) world.saved.set(path, text)
  await live(world, 10 * minute)
  expect(world.channel.ids().toSorted()).toEqual(['1', '2', '3'])
  expect(cardsOf(world).flatMap(({ duplicates: also }) => also)).toEqual([])
})

describe('an incomplete history search', () => {
  const asked = ({ told }: StoryWorld) => told.includes('raised checkpoint acme')
  const lines = ({ channel }: StoryWorld) =>
    channel.messages().filter(({ content }) => /watching/i.test(content.text))

  describe.each(kinds)('with receipts of %s,', (_what, changes) => {
    it('either stops the subscription after the store was wiped, until a person decides, or loses and repeats no mention', async () => {
      const { world: whole, expected } = await history(changes)
      const ends = { asked: 0, went: 0 }
      for (let reads = 0; reads <= whole.channel.messages().length; reads++) {
        const { world } = await history(changes)
        world.saved.clear()
        world.channel.reads = reads
        world.add('33')
        await live(world, 10 * minute)
        const posted = world.channel.ids().toSorted()
        expect(posted, `${reads} read`).toEqual((asked(world) ? expected : [...expected, '33']).toSorted())
        expect(lines(world)).toHaveLength(1)
        ends[asked(world) ? 'asked' : 'went'] += 1
      }
      expect(Math.min(ends.asked, ends.went)).toBeGreaterThan(0)
    })

    it('either stops the subscription after the store was replaced by an old copy, or loses and repeats no mention', async () => {
      const { copies, expected } = await history(changes)
      for (let reads = 1; reads <= 8; reads++) {
        const { world } = await history(changes)
        putBack(world, copies[1])
        world.channel.reads = reads
        world.add('33')
        await live(world, 10 * minute)
        const posted = world.channel.ids().toSorted()
        expect(posted, `${reads} read`).toEqual((asked(world) ? expected : [...expected, '33']).toSorted())
      }
    })
  })

  it('is not repeated at every poll while a person is asked', async () => {
    const { world } = await history()
    world.saved.clear()
    world.channel.reads = 0
    const searches = world.channel.searches.length
    await live(world, 59 * minute)
    expect(world.channel.searches).toHaveLength(searches + 1)
  })

  it('does not delay posts after the lost checkpoint has been restored', async () => {
    const { world, copies } = await history()
    world.saved.clear()
    world.channel.reads = 0
    const run = world.start()
    await live(world, 10 * minute, run)
    expect(asked(world)).toBe(true)
    putBack(world, copies[4])
    world.channel.reads = Number.POSITIVE_INFINITY
    world.add('33')
    await live(world, 5 * minute, run)
    expect(world.channel.ids().toSorted()).toEqual(upTo(33).toSorted())
    expect(world.told.at(-1)).toBe('cleared checkpoint acme')
  })

  it('asks nobody while the subscription is new to the store, and asks a person once it has started', async () => {
    const { world } = await history()
    const another = subscriptionOf({ name: 'another' })
    world.subscriptions.push(another)
    world.channel.isTooLong = true
    const run = world.start()
    await live(world, 3 * minute, run)
    expect(world.told).toEqual([])
    expect(lines(world)).toHaveLength(2)
    world.saved.delete('another 7')
    await live(world, 3 * minute)
    expect(world.told).toEqual([])
    world.saved.delete('another 7')
    world.channel.reads = 0
    await live(world, 3 * minute)
    expect(world.told).toEqual(['raised checkpoint another'])
    expect(lines(world)).toHaveLength(2)
  })

  it('asks nobody if it reaches back to the moment when the bot joined the channel', async () => {
    const world = createStoryWorld()
    world.channel.search = async () => ({
      kind: 'seen',
      messages: [{ ts: '1.000001', replies: 0, joined: true }],
      bounded: true,
    })
    await live(world, 3 * minute)
    expect([world.told, lines(world).length]).toEqual([[], 1])
  })

  it.each([
    [
      'does not prove that a post is missing if it does not reach far enough back: the bot reports this and repeats the post',
      60,
      true,
    ],
    ['proves that a post is missing if it reaches far further back than the post', 3 * 24 * 60, false],
  ])('%s', async (_what, minutesAgo, isTold) => {
    const world = createStoryWorld()
    const run = world.start()
    await live(world, 3 * minute, run)
    world.channel.faults.push({ kind: 'never stored' })
    const search = world.channel.search
    world.channel.search = async (...asked) => {
      const seen = await search(...asked)
      const backTo = ((world.now() - minutesAgo * minute) / 1000).toFixed(6)
      return seen.kind === 'seen' ? { ...seen, bounded: true, backTo } : seen
    }
    world.add('1')
    await live(world, 5 * minute, run)
    expect(world.channel.ids()).toEqual(['1'])
    expect(world.told.includes('raised history C1')).toBe(isTold)
  })
})

it('after a wiped store, the bot reports a problem and posts nothing while Slack refuses the history with an unknown code', async () => {
  const { world, expected } = await history()
  world.saved.clear()
  world.channel.blind = { kind: 'unreachable', reason: 'something_new', afterMs: 30_000, unclear: true }
  world.add('33')
  const run = world.start()
  await live(world, 60 * minute, run)
  expect(world.channel.ids().toSorted()).toEqual(expected.toSorted())
  expect(world.told).toEqual(['raised history C1'])
  world.channel.blind = undefined
  await live(world, 3 * minute, run)
  expect(world.channel.ids().toSorted()).toEqual([...expected, '33'].toSorted())
  expect(world.told.at(-1)).toBe('cleared history C1')
})

it('a store that was replaced by an older copy knows the newest message again, even if the one it knew was deleted', async () => {
  const world = createStoryWorld()
  const run = world.start()
  await live(world, 3 * minute, run)
  world.add('1')
  await live(world, 3 * minute, run)
  const copy = new Map(world.saved)
  const known = world.checkpoint().lastTs
  world.add('2')
  await live(world, 3 * minute, run)
  const newest = world.checkpoint().lastTs
  putBack(world, copy)
  world.channel.delete(known ?? '')
  await live(world, 10 * minute)
  expect(newest).not.toBe(known)
  expect(world.checkpoint().lastTs).toBe(newest)
  expect(world.channel.ids()).toEqual(['2'])
})

it('a store that is replaced by an older copy while the process runs does not cause a repeated post', async () => {
  const world = createStoryWorld()
  const run = world.start()
  await live(world, 3 * minute, run)
  world.add(1)
  await live(world, 2 * minute, run)
  const copy = new Map(world.saved)
  for (const id of [2, 3]) world.add(id)
  await live(world, 2 * minute, run)
  for (const [path, text] of copy) world.saved.set(path, text)
  await live(world, 4 * minute, run)
  world.add(4)
  await live(world, 2 * minute, run)
  expect(world.channel.ids()).toEqual(['1', '2', '3', '4'])
})

it('after a wiped store, a mention that was posted before a smaller id is not repeated, although one between them is held', async () => {
  const quiet = { from: '11:00', to: '23:00', timezone: 'UTC', urgent: { reach: { from: 50_000 } } }
  const urgent = { reach: 90_000 }
  const world = createStoryWorld({ subscriptions: [subscriptionOf({ quiet })] })
  const run = world.start()
  await live(world, 5 * minute, run)
  world.add('106', { reach: 10 })
  world.add('110', urgent)
  await live(world, 5 * minute, run)
  world.add('100', urgent)
  await live(world, 20 * minute, run)
  world.add('120', urgent)
  await live(world, 5 * minute, run)
  world.saved.clear()
  await live(world, 5 * minute)
  expect(world.channel.ids()).toEqual(['110', '100', '120'])
})
