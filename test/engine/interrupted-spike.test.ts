import { beforeEach, describe, expect, it } from 'vitest'
import { live, surviveFor } from '../tools/live.ts'
import { createStoryWorld, minute, type StoryWorld, subscriptionOf } from '../tools/story-world.ts'

const many = 300
const upTo = (last: number) => Array.from({ length: last }, (_, index) => String(index + 1)).sort()
const notify = { users: ['U0000000ANA'], groups: [], here: false, when: { reach: { from: 1e9 } } }

let world: StoryWorld
let run: ReturnType<StoryWorld['start']>

/** The messages of the channel, without replies and without the first message of the subscription. */
const inChannel = () =>
  world.channel
    .messages()
    .filter(({ thread, content }) => thread === undefined && !/watching/i.test(content.text))
const spikeCard = () => inChannel()[0]
const headline = () => spikeCard()?.content.text.split('\n')[0]
const inThread = () =>
  world.channel
    .messages()
    .filter(({ thread }) => thread === spikeCard()?.ts)
    .flatMap(({ receipt }) => receipt?.ids ?? [])
const posted = () => world.channel.ids().toSorted()

function wipe(what: 'everything' | 'checkpoints' = 'everything'): void {
  world.saved.clear()
  if (what === 'everything') world.volume?.kept.clear()
}

/** A spike of half an hour, and the process that saw it start. */
beforeEach(async () => {
  world = createStoryWorld({ subscriptions: [subscriptionOf({ notify })], perDay: 24 })
  run = world.start()
  await live(world, 5 * minute, run)
  const begin = world.clock.at
  for (let id = 1; id <= many; id++) {
    const at = begin + Math.floor((id * 30 * minute) / many)
    world.add(id, { date: at, reach: id, sentiment: 'negative' }, at)
  }
})

describe('recovery from a store that is wiped during a spike', () => {
  it.each(['everything', 'checkpoints'] as const)(
    'turns the live card into "Spike no longer tracked" with one update after the loss of %s, and new mentions go into the channel',
    async (what) => {
      await live(world, 20 * minute, run)
      const before = inThread()
      expect(before.length).toBeGreaterThan(150)
      const drawings = world.volume?.drawn.get(spikeCard()?.ts ?? '')?.length ?? 0
      wipe(what)
      run = world.start()
      await live(world, 60 * minute, run)
      expect(headline()).toBe('Spike no longer tracked: Acme brand')
      expect(world.volume?.drawn.get(spikeCard()?.ts ?? '')).toHaveLength(drawings + 1)
      expect(inThread()).toEqual(before)
      expect(posted()).toEqual(upTo(many))
      const headlines = inChannel().map(({ content }) => content.text.split(':')[0])
      expect(headlines.filter((text) => text?.includes('Spike') || text?.includes('Spike'))).toHaveLength(1)
    },
  )

  it('does not lose or repeat a mention if the store is wiped again and again', async () => {
    for (let time = 0; time < 6; time++) {
      await live(world, 5 * minute, run)
      wipe()
      run = world.start()
    }
    await live(world, 70 * minute, run)
    expect(posted()).toEqual(upTo(many))
    expect(world.checkpoint().spike?.ended).toBeUndefined()
  })

  it('does not lose or repeat a mention if the store is wiped at any moment of the first messages', async () => {
    for (let moments = 0; moments < 40; moments++) {
      world = createStoryWorld({ subscriptions: [subscriptionOf({ notify })], perDay: 24 })
      await live(world, 5 * minute)
      for (let id = 1; id <= 30; id++) world.add(id, { date: world.now() })
      world.life.moments = moments
      await live(world, minute).catch(() => undefined)
      const hadCard = inChannel().length > 0
      wipe()
      world.life.moments = Number.POSITIVE_INFINITY
      await surviveFor(world, 10 * minute)
      if (hadCard) expect(headline(), `after ${moments} effects`).toBe('Spike no longer tracked: Acme brand')
      expect(posted(), `after ${moments} effects`).toEqual(upTo(30))
    }
  })

  it('repeats the update to "Spike no longer tracked" if Slack refuses it', async () => {
    await live(world, 20 * minute, run)
    wipe()
    if (world.volume) world.volume.around.refusals = 2
    run = world.start()
    await live(world, 30 * minute, run)
    expect(headline()).toBe('Spike no longer tracked: Acme brand')
    expect(world.checkpoint().spike?.ended).toBeUndefined()
  })
})

describe('recovery from a store that is wiped after a spike', () => {
  it('leaves the summary as it is, and later mentions get ordinary cards', async () => {
    await live(world, 90 * minute, run)
    const summary = spikeCard()?.content
    wipe()
    world.add(many + 1, { date: world.now() })
    await live(world, 10 * minute)
    expect(spikeCard()?.content).toEqual(summary)
    expect(inChannel().at(-1)?.receipt?.ids).toEqual([String(many + 1)])
    expect(world.checkpoint().spike?.state).toMatchObject({ kind: 'calm', before: { peak: many } })
  })
})

describe('recovery from an older copy of the store', () => {
  it.each([0, 8, 14])(
    'does not lose or repeat a mention if the copy lacks the last %i minutes of a spike',
    async (minutes) => {
      await live(world, (20 - minutes) * minute, run)
      const copy = new Map(world.saved)
      await live(world, minutes * minute, run)
      for (const [path, text] of copy) world.saved.set(path, text)
      await live(world, 80 * minute)
      expect(headline()).toMatch(minutes === 0 ? /^(Spike|Spike) over/ : /^Spike no longer tracked/)
      expect(posted()).toEqual(upTo(many))
    },
  )

  it('leaves the summary of a spike as it is if the copy is from before the end of the spike', async () => {
    await live(world, 20 * minute, run)
    const copy = new Map(world.saved)
    await live(world, 70 * minute, run)
    const summary = spikeCard()?.content
    for (const [path, text] of copy) world.saved.set(path, text)
    world.add(many + 1, { date: world.now() })
    await live(world, 10 * minute)
    expect(spikeCard()?.content).toEqual(summary)
    expect(inChannel().at(-1)?.receipt?.ids).toEqual([String(many + 1)])
    expect(posted()).toEqual(upTo(many + 1))
  })
})
