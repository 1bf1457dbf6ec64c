import { describe, expect, it } from 'vitest'
import { changesTable, createChanges, keptChangeSchema } from '../../../src/features/changes/changes.ts'
import { type AskedChanges, parseChanges } from '../../../src/features/changes/parse-changes.ts'
import type { ToldChange } from '../../../src/model/change.ts'
import { createAuthorEraser } from '../../../src/store/erase-author.ts'
import { messagesOfFeatures } from '../../../src/stored-kinds.ts'
import { createHandClock } from '../../tools/manual-clock.ts'
import { memoryStore } from '../../tools/memory-store.ts'

const day = 86_400_000
const start = Date.UTC(2026, 10, 20, 12)

/** The channel C1 gets the private alert Falcon, which only Ana may see. */
function world() {
  const clock = createHandClock(start)
  let ids = 0
  const asked: string[] = []
  const changes = createChanges({
    now: clock.now,
    keptMs: 90 * day,
    records: memoryStore().messages('changes', keptChangeSchema),
    access: {
      async refusal({ user }, operation, { channel = '', alerts = [] }) {
        asked.push(`${user} ${operation} ${channel} ${alerts.join()}`)
        return user !== 'ANA' && alerts.includes('Falcon') ? 'No.' : undefined
      },
    },
    finder: { alertsIn: async (channel) => (channel === 'C1' ? ['Acme', 'Falcon'] : ['Acme']) },
  })
  async function change(what: string, more: Partial<ToldChange> = {}): Promise<ToldChange> {
    ids += 1
    const told = { id: `id ${ids}`, at: clock.now(), channel: 'C1', user: 'BEN', by: 'Ben Okafor', what }
    const whole = { ...told, alerts: ['Acme'], ...more }
    await changes.keep(whole)
    clock.move(1000)
    return whole
  }
  const seenBy = async (user: string, channels = ['C1'], days = 30) => {
    const found = await changes.find({ user, channel: 'C1' }, { channels, days, most: 10 })
    return found.changes.map(({ what }) => what)
  }
  return { ...changes, change, seenBy, clock, asked }
}

describe('changes from Slack', () => {
  it('are shown newest first, of the asked channels and days', async () => {
    const { change, seenBy, clock } = world()
    await change('paused acme')
    clock.move(5 * day)
    await change('resumed acme')
    await change('muted the word sale', { channel: 'C2' })
    expect(await seenBy('BEN')).toEqual(['resumed acme', 'paused acme'])
    expect(await seenBy('BEN', ['C1'], 3)).toEqual(['resumed acme'])
    expect(await seenBy('BEN', ['C1', 'C2'], 3)).toEqual(['muted the word sale', 'resumed acme'])
  })

  it('of a private alert are shown only to people who may see it, also if only one of their alerts is private', async () => {
    const { change, seenBy } = world()
    await change('paused falcon', { alerts: ['Falcon'] })
    await change('changed acme: Alert', { alerts: ['Acme', 'Falcon'] })
    expect(await seenBy('BEN')).toEqual([])
    expect(await seenBy('ANA')).toEqual(['changed acme: Alert', 'paused falcon'])
  })

  it('of a whole channel, such as a mute, are shown only to people who may see all alerts of the channel', async () => {
    const { change, seenBy } = world()
    await change('muted the author Kim Lee', { alerts: [] })
    await change('muted the word sale', { alerts: [], channel: 'C2' })
    expect(await seenBy('BEN', ['C1', 'C2'])).toEqual(['muted the word sale'])
    expect(await seenBy('ANA', ['C1', 'C2'])).toEqual(['muted the word sale', 'muted the author Kim Lee'])
  })

  it('are checked once for each subject, however many there are', async () => {
    const { change, seenBy, asked } = world()
    for (let index = 0; index < 25; index++) await change(`paused acme-${index}`)
    const seen = await seenBy('BEN')
    expect(seen).toHaveLength(10)
    expect(seen[0]).toBe('paused acme-24')
    expect(asked).toEqual(['BEN read C1 Acme'])
  })

  it('that are told again are stored once', async () => {
    const { change, keep, seenBy } = world()
    await keep(await change('paused acme'))
    expect(await seenBy('BEN')).toEqual(['paused acme'])
  })

  it('are removed when they are older than the time for which they are kept, by UTC days', async () => {
    const { change, seenBy, prune, clock } = world()
    await change('paused acme')
    clock.move(89 * day)
    await change('resumed acme')
    await prune(clock.now())
    expect(await seenBy('BEN', ['C1'], 365)).toEqual(['resumed acme', 'paused acme'])
    clock.move(day)
    await prune(clock.now())
    expect(await seenBy('BEN', ['C1'], 365)).toEqual(['resumed acme'])
  })

  it('are a table of the export, oldest first, with names of channels and alerts', async () => {
    const { change, find } = world()
    await change('paused acme', { alerts: ['7'] })
    await change('muted the word sale', { alerts: [], channel: 'C2' })
    await change('paused falcon', { alerts: ['Falcon'] })
    const table = changesTable({ find }, 90)
    const names = {
      channels: async (ids: string[]) => new Map(ids.map((id) => [id, `#${id.toLowerCase()}`])),
      alert: (written: string) => (written === '7' ? 'Acme brand' : written),
    }
    const wanted = { channels: new Set(['C1', 'C2']), days: 30, most: 10, names }
    const { rows, total } = await table.rows({ user: 'BEN', channel: 'C1' }, wanted)
    const by = { person: 'Ben Okafor', 'member id': 'BEN' }
    expect(total).toBe(2)
    expect(rows).toEqual([
      {
        ...{ 'changed (UTC)': '2026-11-20T12:00:00Z', channel: '#c1', ...by },
        ...{ change: 'paused acme', alerts: 'Acme brand' },
      },
      {
        ...{ 'changed (UTC)': '2026-11-20T12:00:01Z', channel: '#c2', ...by },
        ...{ change: 'muted the word sale', alerts: '' },
      },
    ])
  })

  it('lose the name of an author who is removed, and are no messages in Slack', () => {
    const place = { channel: 'C1', ts: '1795262400.000123' }
    const told = { id: '1', at: start, channel: 'C1', user: 'BEN', by: 'Ben Okafor', alerts: [] }
    const value = { ...told, ts: place.ts, what: 'muted the author Jane Doe for 7 days' }
    const queues = messagesOfFeatures.flatMap(({ name, isQueue }) => (isQueue ? [name] : []))
    const eraser = createAuthorEraser('Jane Doe', new Set(queues))
    const stored = { kind: 'changes', value: { ts: place.ts, value }, place }
    eraser.learn(stored)
    const after = JSON.stringify(eraser.erase(stored))
    expect(after).toContain('muted the author [removed] for 7 days')
    expect(eraser.messages()).toEqual([])
  })
})

it.each<[string, AskedChanges]>([
  ['', { isOfAll: false, days: 30 }],
  ['7d', { isOfAll: false, days: 7 }],
  ['all', { isOfAll: true, days: 30 }],
  ['the last 7 days', { isOfAll: false, days: 7 }],
  ['two weeks', { isOfAll: false, days: 14 }],
  ['ALL for 2 weeks', { isOfAll: true, days: 14 }],
])('“/mentions changes %s” is understood', (line, asked) => expect(parseChanges(line, 90)).toEqual(asked))

it.each(['91d', '0d', '-1d', '99999d', '7d 7x', 'all 7d acme', 'acme', 'all of it', 'alles'])(
  '“/mentions changes %s” is not understood',
  (line) => expect(parseChanges(line, 90)).toEqual({ words: line }),
)

it('without a time, at most the days are asked for which changes are kept', () =>
  expect(parseChanges('', 7)).toEqual({ isOfAll: false, days: 7 }))
