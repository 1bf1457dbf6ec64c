import { beforeEach, describe, expect, it } from 'vitest'
import { live } from '../tools/live.ts'
import { createStoryWorld, minute, type StoryWorld, subscriptionOf } from '../tools/story-world.ts'

/** Ids as large as those of real services, because an id far above the others counts as implausible. */
const idOf = (number: number) => String(9_000_000_000_000 + number)
const idsOf = (...numbers: number[]) => numbers.map(idOf)

/** Posts a mention that was skipped, as a feature does for a person: the receipt tells its id, but no watermark. */
const bringBack = ({ channel }: StoryWorld, number: number) =>
  channel.post(
    {
      channel: 'C1',
      content: { text: `mention ${number}`, blocks: [] },
      receipt: { subscription: 'acme', alert: '7', through: '0', ids: [idOf(number)], late: true },
    },
    () => undefined,
  )

const german = { language: 'de' }

describe.each([1, 5])('mentions that a person brought back, with bursts from %i mentions on', (burst) => {
  let world: StoryWorld
  let copy: Map<string, string>

  beforeEach(async () => {
    world = createStoryWorld({ subscriptions: [subscriptionOf({ burst, only: { language: ['en'] } })] })
    const run = world.start()
    world.add(idOf(1))
    await live(world, 6 * minute, run)
    for (const id of idsOf(11, 13, 15)) world.add(id)
    for (const id of idsOf(12, 14)) world.add(id, german)
    await live(world, 30 * minute, run)
    copy = new Map(world.saved)
    world.add(idOf(17))
    world.add(idOf(21), german)
    await live(world, 30 * minute, run)
    expect(world.channel.messages().at(-1)?.receipt).toMatchObject({ through: idOf(15), ids: [idOf(17)] })
  })

  it.each([
    ['below the newest receipt', [12]],
    ['above the newest receipt', [21]],
    ['above and below it', [21, 12, 14]],
  ])('%s: after the store was wiped, nothing is lost or repeated', async (_where, back) => {
    for (const number of back) await bringBack(world, number)
    world.saved.clear()
    for (const one of world.subscriptions) one.only = {}
    world.add(idOf(22))
    await live(world, 30 * minute)
    const decidedAgain = back.includes(21) ? [] : [21]
    expect(world.channel.ids().toSorted()).toEqual(
      idsOf(11, 13, 15, 17, ...back, ...decidedAgain, 22).toSorted(),
    )
    expect(world.channel.messages().filter(({ content }) => /watching/i.test(content.text))).toHaveLength(1)
  })

  it('do not let the search of a long history go further back than without them', async () => {
    await bringBack(world, 12)
    world.channel.reads = world.channel.messages().length - 1
    world.saved.clear()
    world.add(idOf(22))
    await live(world, 30 * minute)
    expect(world.channel.ids()).toEqual(idsOf(11, 13, 15, 17, 12, 22))
  })

  it('do not hide the posts that an old copy of the store does not know', async () => {
    await bringBack(world, 12)
    world.saved.clear()
    for (const [path, text] of copy) world.saved.set(path, text)
    world.add(idOf(22))
    await live(world, 30 * minute)
    expect(world.channel.ids()).toEqual(idsOf(11, 13, 15, 17, 12, 22))
  })

  it('stand alone in a channel without other receipts: what is older than they are stays old, and they are not repeated', async () => {
    await bringBack(world, 14)
    for (const { ts, receipt } of world.channel.messages())
      if (receipt?.through !== '0') world.channel.delete(ts)
    world.saved.clear()
    world.add(idOf(22))
    await live(world, 30 * minute)
    expect(world.channel.ids()).toEqual(idsOf(14, 15, 17, 22))
  })
})
