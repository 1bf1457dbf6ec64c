import { describe, expect, it } from 'vitest'
import { live, surviveFor } from '../tools/live.ts'
import { createStoryWorld, minute, type StoryWorld, subscriptionOf } from '../tools/story-world.ts'

const everybody = { users: ['U1'], groups: [], here: false, when: {} }
const nightShift = { from: '11:00', to: '13:00', timezone: 'UTC' }

/** The texts of the messages of a channel that show mentions, without the first messages of subscriptions. */
function textsOf({ channel }: StoryWorld): string[] {
  const shown = channel.messages().filter(({ receipt }) => (receipt?.ids.length ?? 0) > 0)
  return shown.map(({ content }) => JSON.stringify(content))
}

async function worldOf(
  changes: Parameters<typeof subscriptionOf>[0],
  options: Parameters<typeof createStoryWorld>[0] = {},
) {
  const other = subscriptionOf({ name: 'complaints', ...changes })
  const world = createStoryWorld({ subscriptions: [subscriptionOf(), other], ...options })
  await live(world, 3 * minute)
  return world
}

describe('two subscriptions of an alert that share a channel', () => {
  it('post a mention once, and its card names the second subscription', async () => {
    const world = await worldOf({})
    world.add(1)
    await live(world, 3 * minute)
    expect(world.channel.ids()).toEqual(['1'])
    expect(textsOf(world)).toEqual([expect.stringContaining('Also matches the subscription “complaints”')])
    expect(world.channel.updates).toBe(0)
  })
  it('log the mention as posted for each of them, and tell features of it for each of them', async () => {
    const world = await worldOf({})
    world.add(1)
    await live(world, 3 * minute)
    const logged = world.decisions.map(({ subscription, outcome, reason, ts }) => ({
      ...{ subscription, outcome, reason, ts },
    }))
    const ts = world.channel.messages().at(-1)?.ts
    expect(logged.sort((a, b) => (a.subscription < b.subscription ? -1 : 1))).toEqual([
      { subscription: 'acme', outcome: 'posted', reason: 'passed', ts },
      { subscription: 'complaints', outcome: 'posted', reason: 'shared', ts },
    ])
    expect([...world.announced]).toEqual([`mention acme 1 ${ts}`, `mention complaints 1 ${ts}`])
  })
  it('keep their own filters', async () => {
    const world = await worldOf({ only: { sentiment: ['negative'] } })
    world.add(1, { sentiment: 'positive' })
    world.add(2, { sentiment: 'negative' })
    await live(world, 3 * minute)
    const [first, second] = textsOf(world)
    expect(first).not.toContain('Also in')
    expect(second).toContain('Also matches the subscription “complaints”')
  })
  it('call the people of both on the card', async () => {
    const world = await worldOf({ notify: { ...everybody, users: ['U2'] } })
    world.add(1)
    await live(world, 3 * minute)
    expect(textsOf(world)).toEqual([expect.stringContaining('<@U2>')])
  })
  it('show the card of the second in the appearance of the first, as soon as it is one of the first, too', async () => {
    const first = subscriptionOf({ quiet: nightShift, actions: ['done'] })
    const second = subscriptionOf({ name: 'complaints', style: 'compact' })
    const world = createStoryWorld({ subscriptions: [first, second] })
    await live(world, 3 * minute)
    world.add(1)
    await live(world, 3 * minute)
    expect(world.channel.ids('complaints')).toEqual(['1'])
    expect(textsOf(world)).toEqual([expect.not.stringContaining('Also in')])
    expect(textsOf(world)[0]).toContain('Claim')
    world.clock.at += 60 * minute
    await live(world, 3 * minute)
    expect(world.channel.ids()).toEqual(['1'])
    expect(textsOf(world)).toEqual([expect.stringContaining('Also matches the subscription “complaints”')])
    expect(textsOf(world)[0]).not.toContain('Claim')
  })
  it('call the people of the second in the thread if its quiet hours end after the card was posted', async () => {
    const world = await worldOf({ quiet: nightShift, notify: { ...everybody, users: ['U2'] } })
    world.add(1)
    await live(world, 3 * minute)
    const [card] = world.channel.messages().slice(-1)
    expect(textsOf(world)).toEqual([expect.not.stringContaining('<@U2>')])
    world.clock.at += 60 * minute
    await live(world, 3 * minute)
    const [named, line, ...others] = world.channel.messages().slice(-2)
    expect(others).toEqual([])
    expect(named).toMatchObject({ ts: card?.ts })
    expect(JSON.stringify(named?.content)).toContain('Also matches the subscription “complaints”')
    expect(line).toMatchObject({ thread: card?.ts })
    expect(line?.content.text).toContain('<@U2>')
    expect(world.decisions.filter(({ subscription }) => subscription === 'complaints').at(-1)).toMatchObject({
      outcome: 'posted',
      reason: 'shared',
      ts: card?.ts,
    })
  })
  it('post a mention once if one of them makes a burst of it', async () => {
    const world = await worldOf({ burst: 20 })
    for (let id = 1; id <= 30; id++) world.add(id)
    await live(world, 5 * minute)
    expect(world.channel.ids().sort()).toEqual(Array.from({ length: 30 }, (_, at) => String(at + 1)).sort())
    const counts = Map.groupBy(world.decisions, ({ subscription, id, outcome }) =>
      outcome === 'waiting' ? 'waiting' : `${subscription} ${id}`,
    )
    counts.delete('waiting')
    expect(counts.size).toBe(60)
  })
  it('wait for a post of the other whose answer was lost, and do not post it again', async () => {
    const world = await worldOf({ schedule: '* * * * *' })
    const run = world.start()
    await run()
    world.add(1)
    world.channel.faults = [{ kind: 'answer lost', readableAfter: 20_000 }]
    await run(['acme'])
    await run(['complaints'])
    expect(world.channel.posts).toBe(3)
    // The first is paused: nobody polls it.
    world.clock.at += minute
    await run(['complaints'])
    expect(world.channel.ids()).toEqual(['1'])
    expect(world.decisions.at(-1)).toMatchObject({ subscription: 'complaints', outcome: 'posted' })
  })
  it('post a mention whose post by the other has certainly not arrived', async () => {
    const world = await worldOf({})
    const run = world.start()
    await run()
    world.add(1)
    world.channel.faults = [{ kind: 'never stored' }]
    await run(['acme'])
    world.clock.at += minute
    await run(['complaints'])
    expect(world.channel.ids('complaints')).toEqual(['1'])
    await surviveFor(world, 5 * minute)
    expect(world.channel.ids()).toEqual(['1'])
  })
  it('recognise the posts of the other by its receipts if the store was wiped, also those of version 0.2', async () => {
    const world = await worldOf({ quiet: nightShift })
    for (let id = 1; id <= 9; id++) world.add(id)
    await live(world, 3 * minute)
    expect(world.channel.ids('acme').sort()).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9'])
    world.saved.clear()
    world.records.clear()
    world.clock.at += 60 * minute
    await surviveFor(world, 5 * minute)
    expect(world.channel.ids().sort()).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9'])
  })
  it('recognise a post of the other that is further back than the own receipts, if the store was wiped', async () => {
    const first = subscriptionOf({ except: { sentiment: ['negative'] } })
    const quiet = {
      from: '11:00',
      to: '13:00',
      timezone: 'UTC',
      urgent: { sentiment: ['negative' as const] },
    }
    const world = createStoryWorld({ subscriptions: [first, subscriptionOf({ name: 'complaints', quiet })] })
    await live(world, 3 * minute)
    world.add(5, { sentiment: 'positive' })
    await live(world, 3 * minute)
    world.add(3, { sentiment: 'negative' })
    await live(world, 20 * minute)
    world.add(6, { sentiment: 'negative' })
    await live(world, 3 * minute)
    expect(world.channel.ids()).toEqual(['5', '3', '6'])
    const last = world.channel.messages().at(-1)?.receipt
    expect(last).toMatchObject({ subscription: 'complaints', ids: ['6'], through: '3' })
    world.saved.clear()
    world.records.clear()
    world.clock.at += 60 * minute
    await surviveFor(world, 5 * minute)
    expect(world.channel.ids()).toEqual(['5', '3', '6'])
  })
  it('post nothing again for a new subscription with a backfill, also if the store was wiped', async () => {
    const world = createStoryWorld({ subscriptions: [subscriptionOf()] })
    await live(world, 3 * minute)
    for (const id of [1, 2, 3]) world.add(id)
    for (let id = 4; id <= 12; id++) world.add(id, {}, world.now() + 6 * minute)
    await live(world, 12 * minute)
    const ids = world.channel.ids()
    expect(ids).toHaveLength(12)
    world.saved.clear()
    world.records.clear()
    world.subscriptions.push(subscriptionOf({ name: 'complaints', backfill: 12 }))
    await surviveFor(world, 5 * minute)
    expect(world.channel.ids()).toEqual(ids)
  })
  it('do not redraw the cards that both had posted before they knew of each other', async () => {
    const world = await worldOf({})
    world.knowsSharing = false
    world.add(1)
    await live(world, 3 * minute)
    expect(world.channel.ids()).toEqual(['1', '1'])
    world.knowsSharing = true
    world.add(2)
    await live(world, 20 * minute)
    expect(world.channel.ids()).toEqual(['1', '1', '2'])
    expect(world.channel.updates).toBe(0)
  })
})

describe('with `dedupe`, a story in a channel that two subscriptions share', () => {
  const story = 'Acme buys the moon and everything that is on it'
  const shownIn = (world: StoryWorld) => textsOf(world).map((text) => /Also found once more/.test(text))

  it('is one card, whichever of them finds the copy', async () => {
    const negative = { sentiment: ['negative' as const] }
    const subscriptions = [
      subscriptionOf({ except: negative }),
      subscriptionOf({ name: 'complaints', only: negative, dedupe: 'url' }),
    ]
    const world = createStoryWorld({ subscriptions })
    await live(world, 3 * minute)
    world.add(1, { title: story, sentiment: 'positive' })
    await live(world, 3 * minute)
    world.add(2, { title: story, sentiment: 'negative', url: 'https://other.example/2' })
    await live(world, 3 * minute)
    expect(world.channel.ids()).toEqual(['1'])
    expect(shownIn(world)).toEqual([true])
    expect(textsOf(world)[0]).toContain('Also matches the subscription “complaints”')
    expect(world.decisions.at(-1)).toMatchObject({
      ...{ subscription: 'complaints', id: '2', outcome: 'skipped', reason: 'duplicate.title' },
    })
  })
  it('is one card if both find it in one poll', async () => {
    const negative = { sentiment: ['negative' as const] }
    const subscriptions = [
      subscriptionOf({ except: negative, dedupe: 'story' }),
      subscriptionOf({ name: 'complaints', only: negative, dedupe: 'story' }),
    ]
    const world = createStoryWorld({ subscriptions })
    await live(world, 3 * minute)
    world.add(1, { title: story, sentiment: 'positive' })
    world.add(2, { title: story, sentiment: 'negative', url: 'https://other.example/2' })
    await live(world, 3 * minute)
    expect(world.channel.ids()).toHaveLength(1)
    world.add(3, { title: story, sentiment: 'negative', url: 'https://third.example/3' })
    await live(world, 3 * minute)
    expect(world.channel.ids()).toHaveLength(1)
    expect(textsOf(world)[0]).toContain('Picked up by 3 sites')
  })
  it('is a card in each of two channels', async () => {
    const subscriptions = [
      subscriptionOf({ dedupe: 'url' }),
      subscriptionOf({ name: 'complaints', dedupe: 'url', channel: 'C2' }),
    ]
    const world = createStoryWorld({ subscriptions })
    await live(world, 3 * minute)
    world.add(1, { title: story })
    await live(world, 3 * minute)
    world.add(2, { title: story, url: 'https://other.example/2' })
    await live(world, 3 * minute)
    expect(world.channel.ids()).toEqual(['1', '1'])
    expect(shownIn(world)).toEqual([true, true])
  })
})
