import { expect, it } from 'vitest'
import { correctionKind, createCorrections } from '../../../src/features/correct/corrections.ts'
import type { PostedCard } from '../../../src/model/card.ts'
import { openCollection } from '../../../src/model/collection.ts'
import { memoryStore } from '../../tools/memory-store.ts'
import { sampleMention } from '../../tools/sample-mention.ts'

const noon = Date.UTC(2026, 10, 20, 12)
const correction = { mention: '1', to: 'negative' as const, user: 'U1', by: 'Ana', at: noon }

function worldOf() {
  const clock = { at: noon }
  const stored = openCollection(memoryStore(), correctionKind)
  const posted: PostedCard[] = []
  const given: string[] = []
  const start = () =>
    createCorrections({
      now: () => clock.at,
      stored,
      led: stored,
      cards: {
        async *postedSince(since) {
          yield* posted.filter(({ ts }) => Number(ts) * 1000 >= since)
        },
        spreadCorrection: async ({ ts }) => void given.push(ts),
      },
      service: { correct: async () => undefined, movedWords: async () => [] },
    })
  function post(channel: string, at: number, id = '1'): PostedCard {
    const shows = { kind: 'card' as const, mention: sampleMention({ id }), style: 'full' as const }
    const card = {
      channel,
      ts: (at / 1000).toFixed(6),
      subscription: channel,
      alert: '7',
      actions: [],
      shows,
    }
    posted.push(card)
    return card
  }
  return { clock, given, start, post }
}

async function corrected(world: ReturnType<typeof worldOf>) {
  const corrections = world.start()
  const first = world.post('C1', noon - 1000)
  await corrections.noteAll({ ...first, corrections: [correction] }, ['1'])
  for (const at of [noon, noon + 40_000]) {
    world.clock.at = at
    await corrections.spread()
  }
  return corrections
}

it('a message that is posted after a correction gets it once', async () => {
  const world = worldOf()
  const corrections = await corrected(world)
  world.given.length = 0
  const later = world.post('C2', noon + 60_000)
  world.post('C2', noon + 61_000, '2')
  world.clock.at = noon + 65_000
  await corrections.spread()
  expect(world.given).toContain(later.ts)
  world.given.length = 0
  await corrections.spread()
  expect(world.given).toEqual([])
})

it('a message that is posted with a correction, and recorded later, gets it', async () => {
  const world = worldOf()
  const corrections = await corrected(world)
  world.given.length = 0
  const sameTime = world.post('C2', noon)
  world.clock.at = noon + 45_000
  await corrections.spread()
  expect(world.given).toContain(sameTime.ts)
})

it('a process that begins to lead gives corrections to messages that the one before has posted', async () => {
  const world = worldOf()
  await corrected(world)
  const last = world.post('C2', noon + 60_000)
  world.given.length = 0
  world.clock.at = noon + 86_400_000
  await world.start().spread()
  expect(world.given).toContain(last.ts)
})

it('a message that is posted after our clock was an hour ahead gets a correction', async () => {
  const world = worldOf()
  const corrections = await corrected(world)
  world.clock.at = noon + 3_600_000
  await corrections.spread()
  world.given.length = 0
  const later = world.post('C2', noon + 60_000)
  world.clock.at = noon + 65_000
  await corrections.spread()
  expect(world.given).toContain(later.ts)
})
