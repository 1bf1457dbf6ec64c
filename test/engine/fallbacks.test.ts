import type { PostFailure } from '@overheard/post-once/errors'
import { describe, expect, it } from 'vitest'
import type { Sent } from '../tools/fake-channel.ts'
import { live } from '../tools/live.ts'
import { createStoryWorld, minute, type StoryWorld, subscriptionOf } from '../tools/story-world.ts'

const refused: PostFailure = { kind: 'rejected', extent: 'message', reason: 'invalid_blocks' }

async function lookedAround(burst: number) {
  const world = createStoryWorld({ subscriptions: [subscriptionOf({ burst })] })
  const run = world.start()
  await live(world, 3 * minute, run)
  return { world, run }
}

function addUpTo(world: StoryWorld, count: number): string[] {
  const ids = Array.from({ length: count }, (_, index) => String(index + 1))
  for (const id of ids) world.add(id, { reach: 1000 - Number(id) })
  return ids
}

const hasBlock =
  (type: string) =>
  ({ content }: Sent) =>
    content.blocks.some((block) => block.type === type)

const links = (world: StoryWorld) =>
  world.channel.messages().flatMap(({ content }) => content.text.match(/news\.example\/\d+/g) ?? [])

describe('a refused card', () => {
  it.each([
    [
      'without its newest block types if Slack refuses those',
      hasBlock('rich_text'),
      (text: string) => text.includes('news.example/1'),
    ],
    [
      'as text if Slack refuses all blocks',
      ({ content }: Sent) => content.blocks.length > 0,
      (text: string) => text.includes('Kim Lee'),
    ],
    [
      'as the bare address if Slack refuses its text',
      ({ content }: Sent) => content.text.includes('Kim Lee'),
      (text: string) => text === 'https://news.example/1',
    ],
  ])('is posted %s', async (_what, isRefused, isRight) => {
    const { world, run } = await lookedAround(5)
    world.channel.refuses = (posting) => (isRefused(posting) ? refused : undefined)
    addUpTo(world, 1)
    await live(world, 3 * minute, run)
    expect(world.channel.ids()).toEqual(['1'])
    expect(world.channel.messages()[1]?.content.text).toSatisfy(isRight)
  })

  it('is recorded as rejected and reported if Slack refuses every form, and later mentions are posted', async () => {
    const { world, run } = await lookedAround(5)
    world.channel.refuses = ({ content }) => (content.text.includes('news.example/2') ? refused : undefined)
    addUpTo(world, 3)
    await live(world, 10 * minute, run)
    expect(world.channel.ids()).toEqual(['1', '3'])
    expect(world.decisions.map(({ id, outcome, reason }) => [id, outcome, reason])).toEqual([
      ['1', 'posted', 'passed'],
      ['2', 'rejected', 'invalid_blocks'],
      ['3', 'posted', 'passed'],
    ])
    expect(world.told).toEqual(['raised rejected 2'])
  })
})

describe('a refused message of several mentions', () => {
  const poisons: [string, string[]][] = [
    ['one of the most important mentions', ['1']],
    ['one mention of the thread', ['9']],
    ['one mention of the thread and two of the most important ones', ['2', '3', '17']],
    ['all mentions of one message of the thread', ['4', '5', '6', '7', '8', '9', '10', '11', '12', '13']],
    ['every mention', Array.from({ length: 21 }, (_, index) => String(index + 1))],
  ]
  it.each(poisons)(
    'is replaced by one post for each mention that Slack accepts, if Slack refuses %s',
    async (_what, poison) => {
      const { world, run } = await lookedAround(5)
      const bad = new Set(poison)
      world.channel.refuses = ({ receipt }) => (receipt?.ids.some((id) => bad.has(id)) ? refused : undefined)
      const ids = addUpTo(world, 21)
      await live(world, 20 * minute, run)
      expect(world.channel.ids().toSorted()).toEqual(ids.filter((id) => !bad.has(id)).toSorted())
      expect(
        world.decisions
          .filter(({ outcome }) => outcome === 'rejected')
          .map(({ id }) => id)
          .toSorted(),
      ).toEqual(poison.toSorted())
    },
  )

  it('is replaced by posts in the order of ids if it belongs to the thread of a burst', async () => {
    const { world, run } = await lookedAround(5)
    world.channel.refuses = ({ receipt }) =>
      receipt && receipt.ids.length > 1 && receipt.ids.includes('9') ? refused : undefined
    addUpTo(world, 30)
    await live(world, 10 * minute, run)
    const inThread = world.channel.messages().filter(({ thread }) => thread !== undefined)
    const ids = inThread.flatMap(({ receipt }) => receipt?.ids ?? [])
    expect(ids).toEqual(ids.toSorted((a, b) => Number(a) - Number(b)))
    expect(links(world)).toHaveLength(30)
  })

  it('is replaced by cards if it is the first message of a burst', async () => {
    const { world, run } = await lookedAround(5)
    world.channel.refuses = ({ content, thread }) =>
      thread === undefined && content.text.includes('new mentions') ? refused : undefined
    const ids = addUpTo(world, 12)
    await live(world, 10 * minute, run)
    expect(world.channel.ids()).toEqual(ids)
  })
})

describe('a burst whose first message was deleted by a person', () => {
  it('gets a new first message, and each remaining mention is posted once', async () => {
    const { world, run } = await lookedAround(5)
    const ids = addUpTo(world, 30)
    const post = world.channel.post
    let deleted: string[] = []
    world.channel.post = async (posting, pass) => {
      const parent = world.channel.messages()[1]
      if (posting.thread !== undefined && deleted.length === 0 && parent) {
        deleted = parent.receipt?.ids ?? []
        world.channel.delete(parent.ts)
      }
      return post(posting, pass)
    }
    await live(world, 6 * minute, run)
    expect([...world.channel.ids(), ...deleted].toSorted()).toEqual(ids.toSorted())
    expect(deleted).toHaveLength(3)
  })
})
