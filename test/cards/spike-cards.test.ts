import { createKeyedMutex } from '@overheard/base/serial'
import { describe, expect, it } from 'vitest'
import type { Undrawn } from '../../src/cards/posted-cards.ts'
import { createSpikeCards } from '../../src/cards/spike-cards.ts'
import type { Content } from '../../src/model/message.ts'
import type { SpikeCardRecord } from '../../src/model/spike-card.ts'
import { speakToAll } from '../../src/people/speak-to.ts'
import type { Updated } from '../../src/slack/posted-messages.ts'

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
function world(keptMs = 90 * 86_400_000) {
  clock.now = at
  const kept = new Map<string, SpikeCardRecord>()
  const drawn: Content[] = []
  const told: Undrawn[] = []
  const slack: { answer: Updated } = { answer: { kind: 'updated' } }
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
    keptMs,
    withLock: createKeyedMutex(),
    speakTo: speakToAll,
    records,
    ledRecords: records,
    messages: {
      async update(_place, content) {
        drawn.push(content)
        return slack.answer
      },
    },
    undrawn: async (undrawn) => told.push(undrawn),
  })
  return { cards, drawn, told, slack }
}

it('a spike card shows at once who took the lead, and its later updates keep this person and the receipt', async () => {
  const { cards, drawn } = world()
  await cards.draw(place, card)
  const lead = { user: 'U1', by: 'Ana Lima', at }
  expect(await cards.setNote(place, (note) => ({ ...note, lead }))).toBe(true)
  await cards.draw(place, card)
  expect(drawn.map(({ text }) => /^(.*) leads?\b/m.exec(text)?.[1])).toEqual([
    'Nobody',
    'Ana Lima',
    'Ana Lima',
  ])
  expect(drawn.map(({ blocks }) => blocks[0]?.block_id)).toEqual(Array(3).fill('overheard-mark'))
})

it('whoever sets something on a spike card that Slack does not let the bot change is told', async () => {
  const { cards, told, slack } = world()
  await cards.draw(place, card)
  slack.answer = { kind: 'gone', reason: 'edit_window_closed' }
  await cards.setNote(place, (note) => note, 'U1')
  await cards.setNote(place, (note) => note)
  expect(told).toEqual([{ ...place, user: 'U1', reason: 'edit_window_closed', isRetried: false }])
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

describe('after false alarms', () => {
  const key = { subscription: 'acme', alert: '7' }
  const days = 86_400_000
  const posted = (daysAgo: number) => ({ channel: 'C1', ts: String((at - daysAgo * days) / 1000) })
  const ana = { user: 'U1', by: 'Ana Lima' }

  it('the history counts the spikes of the last 30 days, those with a lead, and the false alarms that nobody took back', async () => {
    const { cards } = world()
    for (const daysAgo of [0, 1, 2, 31]) await cards.draw(posted(daysAgo), card)
    for (const daysAgo of [0, 1, 2]) await cards.judge(posted(daysAgo), ana)
    await cards.setNote(posted(1), (before) => ({ ...before, lead: { ...ana, at } }))
    await cards.draw({ channel: 'C2', ts: posted(1).ts }, { ...card, subscription: 'other' })
    const until = at + 30 * days
    const strict = { falseAlarms: 3, until }
    expect(await cards.history(key)).toEqual({ spikes: 3, led: 1, falseAlarms: 3, strict })
    const undone = { kind: 'judged', alert: '7', alertName: 'Acme brand', strict: { falseAlarms: 2, until } }
    expect(await cards.judge(posted(2), undefined)).toEqual(undone)
    expect(await cards.history(key)).toMatchObject({ spikes: 3, led: 1, falseAlarms: 2 })
    expect(await cards.history({ subscription: 'other', alert: '7' })).toEqual({
      ...{ spikes: 1, led: 0, falseAlarms: 0 },
    })
  })

  it('the alert is stricter for 30 days from the mark, also after a spike of 29 days ago', async () => {
    const { cards, drawn } = world()
    await cards.draw(posted(29), card)
    const strict = { falseAlarms: 1, until: at + 30 * days }
    expect(await cards.judge(posted(29), ana)).toMatchObject({ strict })
    expect(drawn.at(-1)?.text).toContain('False alarm: marked by Ana Lima')
    clock.now = at + 29 * days
    expect(await cards.history(key)).toEqual({ spikes: 0, led: 0, falseAlarms: 0, strict })
    clock.now = at + 30 * days
    expect(await cards.history(key)).toEqual({ spikes: 0, led: 0, falseAlarms: 0 })
  })

  it('the alert is stricter only as long as the record of the spike is kept', async () => {
    const { cards } = world(7 * days)
    await cards.draw(posted(2), card)
    expect(await cards.judge(posted(2), ana)).toMatchObject({ strict: { until: at + 5 * days } })
  })

  it('a spike of 30 days ago cannot be marked, and its mark can still be taken back', async () => {
    const { cards, drawn } = world()
    await cards.draw(posted(30), card)
    expect(await cards.judge(posted(30), ana)).toEqual({ kind: 'old' })
    expect(await cards.judge(posted(30), undefined)).toEqual({
      kind: 'judged',
      alert: '7',
      alertName: 'Acme brand',
    })
    expect(drawn.map(({ text }) => text).join()).not.toContain('False alarm')
  })

  it('a mark on an unknown card changes nothing', async () => {
    const { cards, drawn } = world()
    expect(await cards.judge(posted(1), ana)).toEqual({ kind: 'unknown' })
    expect(drawn).toEqual([])
  })
})
