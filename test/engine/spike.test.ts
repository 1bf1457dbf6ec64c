import { beforeAll, describe, expect, it } from 'vitest'
import { decideFor } from '../../src/engine/rules/rules.ts'
import { pollAlert } from '../../src/engine/run/poll.ts'
import { keepStates } from '../../src/engine/run/result.ts'
import { newRunState } from '../../src/engine/subscription-run.ts'
import { checkpointSchema } from '../../src/model/checkpoint.ts'
import { live } from '../tools/live.ts'
import { alert, createStoryWorld, minute, type StoryWorld, subscriptionOf } from '../tools/story-world.ts'

const many = 600
const ana = 'U0000000ANA'
const notify = { users: [ana], groups: [], here: false, when: { reach: { from: 1e9 } } }

let world: StoryWorld
const inChannel = () => world.channel.messages().filter(({ thread }) => thread === undefined)
const said = () => inChannel().filter(({ content }) => !/watching/i.test(content.text))
const card = () => said()[0]
const shown = () => world.volume?.drawn.get(card()?.ts ?? '') ?? []

async function startStorm(changes: Parameters<typeof subscriptionOf>[0] = {}) {
  world = createStoryWorld({ subscriptions: [subscriptionOf({ notify, ...changes })], perDay: 24 })
  const run = world.start()
  await live(world, 5 * minute, run)
  const begin = world.clock.at
  for (let id = 1; id <= many; id++) {
    const at = begin + Math.floor((id * 60 * minute) / many)
    world.add(id, { date: at, reach: id }, at)
  }
  return run
}

describe('a spike of an hour with 600 mentions', () => {
  beforeAll(async () => {
    const run = await startStorm()
    await live(world, 62 * minute, run)
  })

  it('has one card in the channel, which notifies people', () => {
    expect(said()).toHaveLength(1)
    expect(card()?.content.text).toMatch(/^Spike in /)
    expect(said()[0]?.content.text).toContain(`<@${ana}>`)
  })

  it('has every mention once and in order in the thread of the card', () => {
    const thread = world.channel.messages().filter((message) => message.thread === card()?.ts)
    const told = thread.flatMap(({ receipt }) => receipt?.ids ?? [])
    expect(told).toEqual(Array.from({ length: many }, (_, index) => String(index + 1)))
    expect(world.channel.ids()).toEqual(told)
  })

  it('numbers all its mentions in one sequence', () => {
    const last = world.channel.messages().at(-1)
    expect(last?.content.text).toContain(`${many}. `)
  })

  it('has a card that shows the latest count', () => {
    expect(shown().length).toBeGreaterThan(25)
    expect(shown().at(-1)?.text).toContain('600 mentions in the last hour')
  })

  it('is stored in the checkpoint', () => {
    expect(world.checkpoint().spike?.state.kind).toBe('spike')
    expect(checkpointSchema.parse(world.checkpoint())).toEqual(world.checkpoint())
  })

  it('ends after half an hour of quiet, with the summary as the card', async () => {
    await live(world, 90 * minute)
    expect(said()).toHaveLength(1)
    expect(shown().at(-1)?.text).toMatch(/^Spike over: Acme brand, 600 mentions in 1\shr/)
    expect(world.checkpoint().spike).toMatchObject({ state: { kind: 'calm' }, ids: [] })
    expect(world.checkpoint().spike).not.toHaveProperty('over')
    const edits = shown().length
    await live(world, 20 * minute)
    expect(shown()).toHaveLength(edits)
  })

  it('is followed by mentions with cards in the channel again', async () => {
    world.add(many + 1, { date: world.now() })
    await live(world, 4 * minute)
    expect(said().at(-1)?.receipt?.ids).toEqual([String(many + 1)])
  })
})

describe('during a spike,', () => {
  it('the card does not count the backfill of the initial sync', async () => {
    world = createStoryWorld({ subscriptions: [subscriptionOf({ backfill: 3 })], perDay: 24 })
    for (let id = 1; id <= 5; id++) world.add(id, { reach: 1e6 })
    const run = world.start()
    await live(world, 5 * minute, run)
    expect(world.channel.ids()).toEqual(['3', '4', '5'])
    for (let id = 11; id <= 70; id++) world.add(id, { date: world.now() })
    await live(world, 5 * minute, run)
    const texts = inChannel().map(({ content }) => content.text)
    expect(texts.filter((text) => text.startsWith('Spike in '))).toEqual([
      expect.stringContaining('60 mentions in the last hour'),
    ])
  })

  it('the card shows how many mentions are claimed, and the summary shows how many were handled', async () => {
    const run = await startStorm()
    const claim = (mention: string, state: 'claimed' | 'done') => ({
      ...{ channel: 'C1', ts: world.channel.messages().at(-1)?.ts ?? '', subscription: 'acme', alert: '7' },
      ...{ mention, state, user: ana, by: 'Ana', at: world.now(), firstAt: world.now() },
    })
    await live(world, 10 * minute, run)
    world.volume?.cards.push(claim('5', 'claimed'), claim('6', 'claimed'), claim('7', 'done'))
    world.volume?.cards.push({ ...claim('8', 'claimed'), subscription: 'another' })
    world.volume?.cards.push(
      { ...claim('9', 'claimed'), channel: 'C2' },
      { ...claim('0', 'claimed'), ts: '1.0' },
    )
    await live(world, 10 * minute, run)
    expect(shown().at(-1)?.text).toContain('3 of 180 claimed')
    await live(world, 120 * minute, run)
    expect(shown().at(-1)?.text).toContain('1 of 600 done, 2 claimed, 597 unclaimed')
  })

  it('a Slack outage of twenty minutes does not lose or repeat a mention', async () => {
    const run = await startStorm()
    await live(world, 10 * minute, run)
    const down = { kind: 'deferred', afterMs: 30_000, extent: 'channel', reason: 'down' } as const
    world.channel.refuses = () => down
    await live(world, 20 * minute, run)
    world.channel.refuses = () => undefined
    await live(world, 60 * minute)
    expect(world.channel.ids()).toHaveLength(many)
    expect(new Set(world.channel.ids()).size).toBe(many)
    expect(said()).toHaveLength(1)
  })

  it('a deleted card is replaced by a new card, and the remaining mentions go into the thread of the new card', async () => {
    const run = await startStorm()
    await live(world, 10 * minute, run)
    const before = new Set(world.channel.ids())
    world.channel.delete(card()?.ts ?? '')
    await live(world, 60 * minute, run)
    const cards = said().filter(({ receipt }) => receipt?.ids.length === 0)
    expect(cards.map(({ content }) => content.text.slice(0, 5))).toEqual(['Spike'])
    expect(world.checkpoint().spike?.thread ?? cards[0]?.ts).toBe(cards[0]?.ts)
    expect(new Set([...before, ...world.channel.ids()]).size).toBe(many)
  })

  it('a card that Slack refuses in every form ends the spike, and each of its mentions is posted once without it', async () => {
    const run = await startStorm()
    const refused = { kind: 'rejected', extent: 'message', reason: 'invalid_blocks' } as const
    world.channel.refuses = ({ content }) => (content.text.startsWith('Spike in ') ? refused : undefined)
    await live(world, 10 * minute, run)
    expect(world.checkpoint().spike).toMatchObject({ state: { kind: 'calm' }, ids: [] })
    const ids = world.channel.ids().toSorted((one, other) => Number(one) - Number(other))
    expect(ids.length).toBeGreaterThan(50)
    expect(ids).toEqual(Array.from(ids, (_, index) => String(index + 1)))
  })

  it('the new card for a deleted one is drawn before replies follow, although the deleted one was drawn a moment ago', async () => {
    world = createStoryWorld({ perDay: 24 })
    const run = world.start()
    await live(world, 5 * minute, run)
    for (let id = 1; id <= 30; id++) world.add(id)
    await run()
    expect(shown()).not.toEqual([])
    world.channel.delete(card()?.ts ?? '')
    for (let id = 31; id <= 60; id++) world.add(id)
    const drawn: (number | undefined)[] = []
    const { post } = world.channel
    world.channel.post = (posting, pass) => {
      if (posting.thread !== undefined) drawn.push(world.volume?.drawn.get(posting.thread)?.length)
      return post(posting, pass)
    }
    await run()
    expect(card()?.content.text).toMatch(/^Spike in /)
    expect(drawn.slice(-2)).toEqual([1, 1])
  })

  it('a wiped store is rebuilt from the thread of the card', async () => {
    const run = await startStorm()
    await live(world, 11 * minute, run)
    const before = world.channel.ids()
    expect(before.length).toBeGreaterThan(80)
    world.saved.clear()
    world.volume?.kept.clear()
    await live(world, 2000)
    expect(world.channel.ids().slice(0, before.length)).toEqual(before)
    expect(new Set(world.channel.ids()).size).toBe(world.channel.ids().length)
  })

  it('a wiped store is rebuilt even if only the post before the card is in the channel', async () => {
    world = createStoryWorld({ perDay: 24 })
    await live(world, 5 * minute)
    for (const id of [1, 2, 3]) world.add(id, { date: world.now() })
    await live(world, 2 * minute)
    for (let id = 4; id <= 40; id++) world.add(id, { date: world.now() })
    await live(world, 4 * minute)
    world.saved.clear()
    world.volume?.kept.clear()
    await live(world, 4 * minute)
    expect(world.channel.ids()).toEqual(Array.from({ length: 40 }, (_, index) => String(index + 1)))
  })

  it('a subscription with spikes switched off gets no card of a spike', async () => {
    const run = await startStorm({ spike: 'off' })
    await live(world, 10 * minute, run)
    expect(said().filter(({ content }) => content.text.startsWith('Spike'))).toEqual([])
    expect(world.checkpoint()).not.toHaveProperty('spike')
  })

  it('of an alert whose subscriptions want no spikes, only the mentions are counted', async () => {
    const run = await startStorm({ spike: 'off' })
    await live(world, 10 * minute, run)
    const [stored = ''] = [...(world.volume?.kept.values() ?? [])]
    const { counts } = JSON.parse(stored)
    expect(counts).not.toHaveProperty('bursts')
    expect(counts).not.toHaveProperty('watched')
    expect(JSON.stringify(counts.hours)).not.toBe(JSON.stringify([]))
  })

  it('a spike ends in its card although spikes were switched off meanwhile', async () => {
    const run = await startStorm()
    await live(world, 10 * minute, run)
    expect(world.checkpoint()?.spike?.state.kind).toBe('spike')
    world.subscriptions[0] = subscriptionOf({ notify, spike: 'off' })
    await live(world, 180 * minute)
    expect(world.checkpoint()?.spike?.state.kind).toBe('calm')
    expect(world.checkpoint()?.spike).not.toHaveProperty('ended')
    expect(shown().at(-1)?.text).toMatch(/over|ended/i)
    expect(world.channel.ids()).toHaveLength(many)
    expect(new Set(world.channel.ids()).size).toBe(many)
  })

  it('no spike starts when the plan’s limit is reached', async () => {
    const run = await startStorm()
    world.mentions.limits = [{ name: 'monthly_mentions', reached: true }]
    await live(world, 10 * minute, run)
    expect(said().filter(({ content }) => content.text.startsWith('Spike'))).toEqual([])
  })
})

it('a spike is part of the state of its subscription, because the alert is then polled more often', async () => {
  world = createStoryWorld({ perDay: 24 })
  const deps = world.deps()
  const due = { subscription: subscriptionOf(), decide: decideFor(subscriptionOf()), state: newRunState }
  const poll = async () => {
    world.clock.at += 2 * minute
    keepStates([due], await pollAlert(deps, alert, [due]))
    return due.state.inSpike
  }
  expect(await poll()).toBe(false)
  for (let id = 1; id <= 60; id++) world.add(id, { date: world.now() })
  expect(await poll()).toBe(true)
})

it.each([
  [0, 1],
  [3, 0],
])(
  'a burst of 24 mentions in 25 minutes after %i false alarms of the alert starts %i spikes',
  async (falseAlarms, spikes) => {
    world = createStoryWorld({ subscriptions: [subscriptionOf({ notify })], perDay: 24 })
    const run = world.start()
    await live(world, 5 * minute, run)
    if (world.volume !== undefined) world.volume.around.falseAlarms = falseAlarms
    const begin = world.clock.at
    for (let id = 1; id <= 24; id++) world.add(id, { date: begin + id * minute }, begin + id * minute)
    await live(world, 30 * minute, run)
    expect(said().filter(({ content }) => content.text.startsWith('Spike in '))).toHaveLength(spikes)
  },
)

it('a mention that notifies people is posted at once in the thread of a spike, while other mentions wait for the next reply', async () => {
  const run = await startStorm()
  await live(world, 21 * minute, run, 5000)
  const ids = () => world.channel.ids().length
  const before = ids()
  world.clock.at += 10_000
  await run()
  expect(ids()).toBe(before)
  world.add(1000, { date: world.clock.at, reach: 2e9 })
  await run()
  expect(world.channel.ids().at(-1)).toBe('1000')
})
