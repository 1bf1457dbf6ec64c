import { outcomeOf, type PostFailure } from '@overheard/post-once/errors'
import { WebAPIPlatformError } from '@slack/web-api'
import { describe, expect, it } from 'vitest'
import type { Mute } from '../../src/model/mute.ts'
import type { Subscription } from '../../src/model/subscription.ts'
import { live } from '../tools/live.ts'
import { createStoryWorld, minute, type StoryWorld, subscriptionOf } from '../tools/story-world.ts'

const unclear: PostFailure = { kind: 'rejected', extent: 'unclear', reason: 'something_new' }

const upTo = (last: number, first = 1) =>
  Array.from({ length: last - first + 1 }, (_, index) => String(first + index))

async function lookedAround(changes: Partial<Subscription> = {}, others: Subscription[] = []) {
  const subscriptions = [subscriptionOf({ burst: 100, ...changes }), ...others]
  const world = createStoryWorld({ subscriptions })
  const run = world.start()
  await live(world, 3 * minute, run)
  const add = (ids: string[]) => {
    for (const id of ids) world.add(id)
  }
  return { world, run, add }
}

const refuseAll = (world: StoryWorld) => {
  world.channel.refuses = () => unclear
}

const takeAll = (world: StoryWorld) => {
  world.channel.refuses = () => undefined
}

/** Refuses every message that holds one of these mentions. */
function poison(world: StoryWorld, ids: string[], refusal = unclear) {
  world.channel.refuses = (posting) =>
    ids.some((id) => `${posting.content.text} `.match(new RegExp(`example/${id}\\D`))) ? refusal : undefined
}

const rejected = ({ decisions }: StoryWorld) =>
  decisions.filter(({ outcome }) => outcome === 'rejected').map(({ id }) => id)

const raised = ({ told }: StoryWorld) => told.filter((what) => what.startsWith('raised'))

describe('while Slack refuses every post with an unknown code,', () => {
  it.each([1, 2, 3, 40])(
    'all %i mentions wait and are posted in order when Slack accepts them',
    async (count) => {
      const { world, run, add } = await lookedAround()
      refuseAll(world)
      add(upTo(count))
      const before = world.checkpoint()
      await live(world, 10 * 60 * minute, run)
      expect(world.channel.ids()).toEqual([])
      expect([world.checkpoint().watermark, world.checkpoint().done]).toEqual([before.watermark, before.done])
      expect(world.told).toEqual(['raised unclear acme'])
      takeAll(world)
      await live(world, 6 * minute, run)
      expect(world.channel.ids()).toEqual(upTo(count))
      expect([rejected(world), world.told]).toEqual([[], ['raised unclear acme', 'cleared unclear acme']])
    },
  )

  it('after five minutes the bot makes at most 24 posts in five minutes, although 40 mentions wait', async () => {
    const { world, run, add } = await lookedAround()
    refuseAll(world)
    add(upTo(40))
    const posts: number[] = []
    for (let span = 0; span < 12; span++) {
      const before = world.channel.posts
      await live(world, 5 * minute, run)
      posts.push(world.channel.posts - before)
    }
    const forms = 4
    expect(posts[0]).toBeGreaterThan(2 * 3 * forms)
    expect(Math.max(...posts.slice(1))).toBeLessThanOrEqual(2 * 3 * forms)
  })

  it('each of 31 subscriptions of one channel is reported as stopped, and retries only a few mentions in five minutes', async () => {
    const names = Array.from({ length: 30 }, (_, index) => `number ${index}`)
    const others = names.map((name) => subscriptionOf({ name, burst: 100 }))
    const { world, run, add } = await lookedAround({}, others)
    refuseAll(world)
    add(upTo(3))
    await live(world, 30 * minute, run)
    const stopped = new Set(raised(world))
    expect(stopped.size).toBe(31)
    const before = world.channel.posts
    await live(world, 5 * minute, run)
    expect(world.channel.posts - before).toBeLessThanOrEqual(2 * 31 * 3 * 4)
    takeAll(world)
    await live(world, 30 * minute, run)
    expect(world.channel.ids().sort()).toEqual(upTo(3))
    for (const name of ['acme', ...names]) {
      const posted = world.decisions.filter(
        ({ subscription, outcome }) => subscription === name && outcome === 'posted',
      )
      expect(posted.map(({ id }) => id).sort(), name).toEqual(upTo(3))
    }
  })

  it('a burst waits and is later posted as one burst', async () => {
    const { world, run, add } = await lookedAround({ burst: 5 })
    refuseAll(world)
    add(upTo(20))
    await live(world, 30 * minute, run)
    takeAll(world)
    await live(world, 10 * minute, run)
    expect(world.channel.ids().toSorted()).toEqual(upTo(20).toSorted())
    const cards = world.channel.messages().filter(({ thread }) => thread === undefined)
    expect(cards.map(({ receipt }) => receipt?.ids.length)).toEqual([0, 3])
  })

  it('the rest of a burst waits and gets at most one more first message', async () => {
    const { world, run, add } = await lookedAround({ burst: 5 })
    world.channel.refuses = ({ thread }) => {
      if (thread !== undefined) refuseAll(world)
      return thread === undefined ? undefined : unclear
    }
    add(upTo(40))
    await live(world, 60 * minute, run)
    expect(world.channel.ids()).toHaveLength(3)
    takeAll(world)
    await live(world, 10 * minute, run)
    expect(world.channel.ids().toSorted()).toEqual(upTo(40).toSorted())
    const cards = world.channel.messages().filter(({ thread }) => thread === undefined)
    expect(cards).toHaveLength(3)
  })

  it('no mention is given up, even if the bot is restarted several times', async () => {
    const { world, add } = await lookedAround()
    refuseAll(world)
    add(upTo(5))
    for (let life = 0; life < 5; life++) await live(world, 7 * minute)
    takeAll(world)
    await live(world, 6 * minute)
    expect(world.channel.ids()).toEqual(upTo(5))
    expect(rejected(world)).toEqual([])
  })

  it('a mention that is refused among others is not given up because Slack accepts one message now and then', async () => {
    const { world, run, add } = await lookedAround()
    add(upTo(30))
    let wait = 0
    world.channel.refuses = () => (wait-- > 0 ? unclear : undefined)
    for (let span = 0; span < 20; span++) {
      // Long enough that several different messages are refused, one after the other.
      wait = 100
      await live(world, 11 * minute, run)
    }
    wait = 0
    await live(world, 10 * minute, run)
    expect(world.channel.ids().toSorted()).toEqual(upTo(30).toSorted())
    expect(rejected(world)).toEqual([])
  })
})

describe('while Slack refuses every post except one message of another subscription,', () => {
  it.each([
    ['several mentions that were refused before are posted later', 3, []],
    ['a mention that was refused alone before is given up', 1, ['1']],
  ])('%s', async (_what, count, givenUp) => {
    const other = subscriptionOf({ name: 'other', only: { source: ['forum'] } })
    const { world, run } = await lookedAround({ only: { source: ['web'] } }, [other])
    refuseAll(world)
    for (const id of upTo(count)) world.add(id, { source: 'web' })
    await live(world, 3 * minute, run)
    world.add('9', { source: 'forum' })
    takeAll(world)
    await run(['other'])
    refuseAll(world)
    expect(world.channel.ids()).toEqual(['9'])
    await live(world, 20 * minute, run)
    expect(rejected(world)).toEqual(givenUp)
    takeAll(world)
    await live(world, 6 * minute, run)
    expect(world.channel.ids('acme')).toEqual(upTo(count).filter((id) => !givenUp.includes(id)))
  })
})

describe('a mention that Slack refuses with an unknown code', () => {
  it('waits while no other mention is posted, and is posted when Slack accepts it', async () => {
    const { world, run, add } = await lookedAround()
    poison(world, ['1'])
    add(['1'])
    await live(world, 48 * 60 * minute, run)
    expect([world.channel.ids(), rejected(world)]).toEqual([[], []])
    takeAll(world)
    await live(world, 6 * minute, run)
    expect(world.channel.ids()).toEqual(['1'])
  })

  it.each([
    ['only the first of ten mentions', ['1']],
    ['only the last of ten mentions', ['10']],
    ['most of ten mentions', ['1', '2', '3', '4', '6', '7', '9']],
    ['all but the last of ten mentions', upTo(9)],
  ])(
    'is given up, and the other mentions are posted, if the refused ones are %s',
    async (_which, poisoned) => {
      const { world, run, add } = await lookedAround()
      poison(world, poisoned)
      add(upTo(10))
      await live(world, 60 * minute, run)
      for (const id of upTo(20, 11)) {
        add([id])
        await live(world, 6 * minute, run)
      }
      const sound = upTo(20).filter((id) => !poisoned.includes(id))
      expect(world.channel.ids()).toEqual(sound)
      expect(rejected(world).toSorted()).toEqual(poisoned.toSorted())
      const [begun, over] = ['raised unclear acme', 'cleared unclear acme']
      expect(
        raised(world)
          .filter((what) => what !== begun)
          .toSorted(),
      ).toEqual(poisoned.map((id) => `raised rejected ${id}`).toSorted())
      expect(world.told.lastIndexOf(over)).toBeGreaterThanOrEqual(world.told.lastIndexOf(begun))
    },
  )

  it.each([
    ['one of the mentions with the greatest reach', '2'],
    ['one of the mentions in the thread', '17'],
  ])('is the only mention of its burst that is given up, if it is %s', async (_which, id) => {
    const { world, run, add } = await lookedAround({ burst: 5 })
    poison(world, [id])
    for (const each of upTo(30)) world.add(each, { reach: 1000 - Number(each) })
    await live(world, 20 * minute, run)
    expect(world.channel.ids().toSorted()).toEqual(
      upTo(30)
        .filter((each) => each !== id)
        .toSorted(),
    )
    expect(rejected(world)).toEqual([id])
    add(['31'])
    await live(world, 5 * minute, run)
    expect(world.channel.ids()).toContain('31')
  })

  it('is given up after another subscription’s post to the same channel, but not after one to another channel', async () => {
    const same = subscriptionOf({ name: 'same', only: { source: ['forum'] } })
    const elsewhere = subscriptionOf({ name: 'elsewhere', channel: 'C2', only: { source: ['blog'] } })
    const { world, run } = await lookedAround({ only: { source: ['web'] } }, [same, elsewhere])
    poison(world, ['1'])
    world.add('1', { source: 'web' })
    await live(world, 10 * minute, run)
    world.add('2', { source: 'blog' })
    await live(world, 20 * minute, run)
    expect([rejected(world), world.channel.ids('elsewhere')]).toEqual([[], ['2']])
    world.add('3', { source: 'forum' })
    await live(world, 5 * minute, run)
    expect(rejected(world)).toEqual(['1'])
    expect(world.told.slice(-1)).toEqual(['cleared unclear acme'])
  })

  it('is no longer a problem if a rule now skips it', async () => {
    const mutes: Mute[] = []
    const world = createStoryWorld({ mutes: () => mutes })
    const run = world.start()
    await live(world, 3 * minute, run)
    poison(world, ['1'])
    world.add('1', { source: 'forum' })
    await live(world, 10 * minute, run)
    mutes.push({ channel: 'C1', kind: 'source', name: 'forum', by: 'U1', at: world.now() })
    await live(world, 10 * minute, run)
    expect(world.told).toEqual(['raised unclear acme', 'cleared unclear acme'])
  })

  it('does not hold back mentions that join a card', async () => {
    const { world, run } = await lookedAround({ dedupe: 'url' })
    const title = 'Acme recalls all of its rocket skates today'
    world.add('1', { title })
    await live(world, 3 * minute, run)
    poison(world, ['2'])
    world.add('2', { title: 'Another story, which has nothing to do with it' })
    world.add('3', { title })
    await live(world, 10 * minute, run)
    expect(world.decisions.find(({ id, outcome }) => id === '3' && outcome === 'skipped')).toMatchObject({
      reason: 'duplicate.title',
    })
    expect([world.channel.ids(), rejected(world)]).toEqual([['1'], []])
  })
})

describe.each([
  'slack_connect_file_link_sharing_blocked',
  'slack_connect_canvas_sharing_blocked',
  'slack_connect_lists_sharing_blocked',
])('after the code %s', (code) => {
  const refusal = outcomeOf(new WebAPIPlatformError({ ok: false, error: code }), false)

  it('only the mention is given up whose content Slack refuses, and the others are posted', async () => {
    const { world, run, add } = await lookedAround()
    poison(world, ['4'], refusal)
    for (const id of upTo(8)) {
      add([id])
      await live(world, 6 * minute, run)
    }
    expect(world.channel.ids()).toEqual(upTo(8).filter((id) => id !== '4'))
    expect(rejected(world)).toEqual(['4'])
    expect(world.told).toEqual(['raised unclear acme', 'cleared unclear acme', 'raised rejected 4'])
  })

  it('no mention is given up, and each is posted when Slack accepts it, if the channel is the cause', async () => {
    const { world, run, add } = await lookedAround()
    world.channel.refuses = () => refusal
    for (const id of upTo(8)) {
      add([id])
      await live(world, 6 * minute, run)
    }
    expect([world.channel.ids(), rejected(world), world.told]).toEqual([[], [], ['raised unclear acme']])
    takeAll(world)
    await live(world, 6 * minute, run)
    expect([world.channel.ids(), rejected(world)]).toEqual([upTo(8), []])
    expect(world.told.at(-1)).toBe('cleared unclear acme')
  })
})

describe('the update of a card that Slack refuses with an unknown code', () => {
  it.each([
    ['retried until Slack accepts it', 20, ['1']],
    ['given up after half an hour, and later duplicates get cards of their own', 120, ['1', '2']],
  ])('is %s', async (_what, minutes, cards) => {
    const { world, run } = await lookedAround({ dedupe: 'url' })
    const title = 'Acme recalls all of its rocket skates today'
    world.add('1', { title })
    await live(world, 3 * minute, run)
    world.channel.refuses = ({ receipt }) => (receipt?.ids.includes('1') ? unclear : undefined)
    world.add('2', { title })
    await live(world, minutes * minute, run)
    takeAll(world)
    await live(world, 3 * minute, run)
    expect(world.channel.ids()).toEqual(cards)
    expect(rejected(world)).toEqual([])
    expect(world.channel.updates).toBe(2 - cards.length)
  })
})

describe('the first message of a subscription, refused with an unknown code,', () => {
  it('does not delay mentions, and is given up when Slack accepts mentions', async () => {
    const world = createStoryWorld()
    world.channel.refuses = ({ content }) => (/watching/i.test(content.text) ? unclear : undefined)
    const run = world.start()
    await live(world, 10 * minute, run)
    expect(world.checkpoint().unannounced).toBe(true)
    world.add('1')
    await live(world, 10 * minute, run)
    world.add('2')
    await live(world, 10 * minute, run)
    expect(world.channel.ids()).toEqual(['1', '2'])
    expect(world.checkpoint().unannounced).toBeUndefined()
    expect(world.told.at(-1)).toBe('cleared unclear acme')
  })

  it('is posted when Slack accepts it, if nothing else is to be posted', async () => {
    const world = createStoryWorld()
    refuseAll(world)
    const run = world.start()
    await live(world, 60 * minute, run)
    expect(world.told).toEqual(['raised unclear acme'])
    takeAll(world)
    await live(world, 6 * minute, run)
    expect(world.channel.messages()).toHaveLength(1)
    expect(world.told).toEqual(['raised unclear acme', 'cleared unclear acme'])
  })
})

describe('a thread that refuses every reply with an unknown code', () => {
  it('is abandoned: each mention is posted once, and none is given up', async () => {
    const { world, run, add } = await lookedAround({ burst: 5 })
    world.channel.refuses = ({ thread }) => (thread === undefined ? undefined : unclear)
    add(upTo(40))
    await live(world, 30 * minute, run)
    expect(world.channel.ids().toSorted()).toEqual(upTo(40).toSorted())
    expect(rejected(world)).toEqual([])
    expect(world.channel.messages().filter(({ receipt }) => receipt?.ids.length === 3)).toHaveLength(2)
  })

  it('is abandoned for the last mention of a burst, too, if another subscription has posted to the channel', async () => {
    const other = subscriptionOf({ name: 'other', only: { source: ['forum'] } })
    const { world, run } = await lookedAround({ burst: 1, only: { source: ['web'] } }, [other])
    world.channel.refuses = ({ thread }) => (thread === undefined ? undefined : unclear)
    for (const id of upTo(4)) world.add(id, { source: 'web' })
    await live(world, 10_000, run)
    expect(world.channel.ids()).toHaveLength(3)
    world.add('9', { source: 'forum' })
    await live(world, 10 * minute, run)
    expect(world.channel.ids('acme').toSorted()).toEqual(upTo(4))
    expect(rejected(world)).toEqual([])
  })

  it('is abandoned even if another subscription posts to the channel all the time', async () => {
    const busy = subscriptionOf({ name: 'busy', burst: 1000, only: { source: ['forum'] } })
    const { world, run } = await lookedAround({ burst: 5, only: { source: ['web'] } }, [busy])
    world.channel.refuses = ({ thread }) => (thread === undefined ? undefined : unclear)
    for (const id of upTo(40)) world.add(id, { source: 'web' })
    for (let id = 41; id < 100; id++) {
      world.add(String(id), { source: 'forum' })
      await live(world, 20_000, run)
    }
    await live(world, 10 * minute, run)
    expect(world.channel.ids('acme').toSorted()).toEqual(upTo(40).toSorted())
    expect(rejected(world)).toEqual([])
  })
})
