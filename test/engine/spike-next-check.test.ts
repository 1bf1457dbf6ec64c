import { beforeEach, describe, expect, it } from 'vitest'
import { withoutSpikeCard } from '../../src/engine/progress/spike-progress.ts'
import { nextSpikeCheckAt } from '../../src/engine/spikes/spike-card.ts'
import { createStoryWorld, minute, type StoryWorld } from '../tools/story-world.ts'

/** Spikes of subscriptions with a rare schedule: polls after the slot come only because the spike requested them. */

const many = 60
let world: StoryWorld
let run: ReturnType<StoryWorld['start']>

const card = () => world.channel.messages().find(({ content }) => content.text.startsWith('Spike'))
const shown = () => world.volume?.drawn.get(card()?.ts ?? '')?.map(({ text }) => text) ?? []

/** Runs the poll of a slot, and then only those that it and they ask for, until none is asked for or the time is over. */
async function slot(ms = 24 * 60 * minute): Promise<number> {
  const end = world.now() + ms
  for (let polls = 1; ; polls++) {
    const [part] = await run(['acme'])
    if (part?.retryAt === undefined || part.retryAt > end) return polls
    world.clock.at = Math.max(world.clock.at + 100, part.retryAt)
  }
}

function spike(count = many): void {
  for (let id = 1; id <= count; id++) world.add(id, { date: world.now() - minute, reach: id })
}

beforeEach(async () => {
  world = createStoryWorld({ perDay: 24 })
  run = world.start()
  await slot()
  world.clock.at += 24 * 60 * minute
})

describe('between two polls of a daily schedule,', () => {
  it('a spike ends on its card within 62 minutes, with fewer than ten polls', async () => {
    spike()
    const began = world.now()
    const polls = await slot()
    expect(shown().at(-1)).toMatch(/^Spike over: Acme brand, 60 mentions/)
    expect(world.now() - began).toBeLessThan(62 * minute)
    expect(polls).toBeLessThan(10)
    expect(world.checkpoint().spike).not.toHaveProperty('over')
  })

  it('the card of a spike soon shows mentions that were posted after its last update', async () => {
    spike(400)
    await slot(5 * minute)
    const drawn = world.volume?.drawn.get(card()?.ts ?? '')?.at(-1)
    expect(drawn?.text).toContain('400 mentions in the last hour')
  })

  it('the summary of a spike is retried until Slack accepts it', async () => {
    spike()
    await slot(20 * minute)
    if (world.volume !== undefined) world.volume.around.refusals = 3
    const polls = await slot()
    expect(shown().at(-1)).toMatch(/^Spike over: Acme brand, 60 mentions/)
    expect(polls).toBeLessThan(10)
  })

  it('a spike ends with fewer than ten polls if its subscription gets another channel', async () => {
    spike()
    await slot(5 * minute)
    world.find = async () => ({ kind: 'found', id: 'C2' })
    world.clock.at += minute
    expect(await slot()).toBeLessThan(10)
    expect(world.checkpoint().spike).toMatchObject({ state: { kind: 'calm' } })
  })

  it('no early poll is planned for a spike whose card was deleted', async () => {
    spike()
    await slot(5 * minute)
    const lastSpikeUpdate = { at: world.now() - minute, upTo: '1.0' }
    const checkpoint = withoutSpikeCard(world.checkpoint())
    const at = nextSpikeCheckAt(
      { checkpoint, state: { verified: true, behind: false, lastSpikeUpdate } },
      world.now(),
    )
    expect(at).toBeGreaterThan(world.now() + 20 * minute)
  })

  it('no early poll is planned if there is no spike', async () => {
    world.add(1)
    const [result] = await run(['acme'])
    expect(world.channel.ids()).toContain('1')
    expect(result).not.toHaveProperty('retryAt')
  })
})
