import { expect, it } from 'vitest'
import { createKeyedMutex } from '../../../src/async/keyed-mutex.ts'
import { createSpikeCards } from '../../../src/features/spikes/spike-cards.ts'
import type { Content } from '../../../src/model/message.ts'
import type { SpikeCardRecord } from '../../../src/model/spike-card.ts'

const at = Date.UTC(2026, 10, 20, 14, 0)
const place = { channel: 'C1', ts: '1.0' }
const spike = {
  alertName: 'Acme brand',
  summary: {
    startedAt: at,
    total: 60,
    rated: 60,
    negative: 60,
    reach: 1000,
    peak: 60,
    sources: [],
    countries: [],
    top: [],
  },
  signs: [],
  inLastHour: 60,
  hours: [60],
  claims: [],
  permalinks: {},
}
const shown = { kind: 'live' as const, spike }
const card = { subscription: 'acme', alert: '7', mark: 'overheard-mark', shown }

const clock = { now: at }
function world() {
  clock.now = at
  const kept = new Map<string, SpikeCardRecord>()
  const drawn: Content[] = []
  const keyOf = ({ channel, ts }: typeof place) => `${channel} ${ts}`
  const records: Parameters<typeof createSpikeCards>[0]['records'] = {
    find: async (message) => kept.get(keyOf(message)),
    async change(message, next) {
      const value = next(kept.get(keyOf(message)))
      if (value !== undefined) kept.set(keyOf(message), value)
      return value
    },
    async *since() {
      yield* kept.values()
    },
    changes: async () => ({ changed: [], mark: '' }),
  }
  const cards = createSpikeCards({
    now: () => clock.now,
    withLock: createKeyedMutex(),
    records,
    ledRecords: records,
    messages: {
      async update(_place, content) {
        drawn.push(content)
        return { kind: 'updated' }
      },
    },
  })
  return { cards, drawn }
}

it('a spike card shows at once who took the lead, and its later updates keep this person and the receipt', async () => {
  const { cards, drawn } = world()
  await cards.draw(place, card)
  const lead = { user: 'U1', by: 'Ana Lima', at }
  expect(await cards.setNote(place, (note) => ({ ...note, lead }))).toBe(true)
  await cards.draw(place, card)
  expect(drawn.map(({ text }) => /Lead: (.*?)(,|$)/m.exec(text)?.[1])).toEqual([
    'nobody yet',
    'Ana Lima',
    'Ana Lima',
  ])
  expect(drawn.map(({ blocks }) => blocks[0]?.block_id)).toEqual(Array(3).fill('overheard-mark'))
})

it('a press on an unknown spike card changes nothing', async () => {
  const { cards, drawn } = world()
  expect(await cards.setNote(place, (note) => note)).toBe(false)
  expect(drawn).toEqual([])
})

it('the list of running spikes contains each spike that is not over and whose card was updated in the last day', async () => {
  const { cards } = world()
  await cards.draw(place, card)
  expect(await cards.running()).toMatchObject([place])
  await cards.draw({ ...place, ts: '2.0' }, card)
  expect((await cards.running()).map(({ ts }) => ts)).toEqual(['2.0', '1.0'])
  const over = { kind: 'interrupted' as const, spike: { alertName: 'Acme brand', endedAt: at } }
  await cards.draw(place, { ...card, shown: over })
  expect((await cards.running()).map(({ ts }) => ts)).toEqual(['2.0'])
  clock.now = at + 25 * 3_600_000
  expect(await cards.running()).toEqual([])
})

it('the history of an alert counts the spikes of the last 30 days, those with a lead, and the false alarms that nobody took back', async () => {
  const { cards } = world()
  const key = { subscription: 'acme', alert: '7' }
  const posted = (daysAgo: number) => ({ channel: 'C1', ts: String(at / 1000 - daysAgo * 86_400) })
  const note = { user: 'U1', by: 'Ana Lima', at }
  for (const days of [0, 1, 2, 31]) {
    await cards.draw(posted(days), card)
    await cards.setNote(posted(days), (before) => ({ ...before, falseAlarm: note }))
  }
  await cards.setNote(posted(1), (before) => ({ ...before, lead: note }))
  await cards.draw({ channel: 'C2', ts: posted(1).ts }, { ...card, subscription: 'other' })
  expect(await cards.history(key)).toEqual({ spikes: 3, led: 1, falseAlarms: 3 })
  await cards.setNote(posted(2), ({ falseAlarm: _, ...before }) => before)
  expect(await cards.history(key)).toEqual({ spikes: 3, led: 1, falseAlarms: 2 })
  clock.now = at + 29.5 * 86_400_000
  expect(await cards.history(key)).toEqual({ spikes: 1, led: 0, falseAlarms: 1 })
})
