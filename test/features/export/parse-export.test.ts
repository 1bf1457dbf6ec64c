import { describe, expect, it } from 'vitest'
import { exporting } from '../../../src/features/export/feature.ts'
import { type AskedExport, parseExport } from '../../../src/features/export/parse-export.ts'
import { speakIn } from '../../../src/messages/kit/locale.ts'
import { anyRooms } from '../../tools/anything.ts'
import { subscriptionOf } from '../../tools/story-world.ts'

/** What a test does not need is missing. */
const partly = (known: object): never => known as never

const known = { tables: [{ word: 'changes', mostDays: 365 }], mostDays: 90 }

it.each<[string, Omit<AskedExport, 'format'>]>([
  ['', { days: 30 }],
  ['2w', { days: 14 }],
  ['"Acme brand" for 7 days', { name: 'Acme brand', days: 7 }],
  ['"Agent 30d"', { name: 'Agent 30d', days: 30 }],
  ['<#C123|brand> 90d', { channel: 'C123', days: 90 }],
  ['"Acme brand" <#C123|brand> 7 days', { name: 'Acme brand', channel: 'C123', days: 7 }],
  ['acme for two weeks', { name: 'acme', days: 14 }],
  ['Area 51', { name: 'Area 51', days: 30 }],
  ['changes', { table: 'changes', days: 30 }],
  ['Changes 52w', { table: 'changes', days: 364 }],
  ['changes in law', { name: 'changes in law', days: 30 }],
  ['changes in <#C123|brand>', { name: 'changes', channel: 'C123', days: 30 }],
])('“/mentions export %s” is understood', (line, asked) =>
  expect(parseExport(line, known)).toEqual({ ...asked, format: 'csv' }),
)

it.each<[string, AskedExport]>([
  ['json', { days: 30, format: 'json' }],
  ['acme 7d as JSON', { name: 'acme', days: 7, format: 'json' }],
  ['changes 7d csv', { table: 'changes', days: 7, format: 'csv' }],
  ['"json"', { name: 'json', days: 30, format: 'csv' }],
])('“/mentions export %s” says the format at its end', (line, asked) =>
  expect(parseExport(line, known)).toEqual(asked),
)

it.each<[string, string, number, string[]]>([
  ['acme 2y', '2y', 90, ['export acme 30d', 'export acme 90d']],
  ['acme -1d', '-1d', 90, ['export acme 30d', 'export acme 90d']],
  ['acme until friday', 'until friday', 90, ['export acme 30d', 'export acme 90d']],
  ['91d', '91d', 90, ['export 30d', 'export 90d']],
  ['changes 366d', '366d', 365, ['export changes 30d', 'export changes 90d']],
])(
  '“/mentions export %s” names a time that cannot be exported, and suggests others',
  (line, words, mostDays, guesses) => expect(parseExport(line, known)).toEqual({ words, mostDays, guesses }),
)

describe('the name of a subscription or of its alert', () => {
  const subscriptions = ['28 Days', '28 Tage', '48 Hours', 'Acme json'].map((alert, at) => ({
    subscription: subscriptionOf({ name: `s${at}`, alert }),
  }))

  /** What `/mentions export` looks for. */
  async function askedBy(line: string) {
    const asked: AskedExport[] = []
    const rooms = anyRooms({
      settings: { keptMs: 90 * 86_400_000 },
      people: { access: partly({ readableSubscriptions: async (_: unknown, all: unknown) => all }) },
      subscriptions: {
        registry: partly({ all: () => subscriptions }),
        finder: partly({
          async find(one: AskedExport) {
            asked.push(one)
            return { kind: 'none', names: [] }
          },
        }),
      },
      features: partly({ tables: () => [] }),
    })
    const [command] = exporting.create(rooms, {})?.adds.subcommands ?? []
    await command?.answer({ user: 'U1', channel: 'C1', trigger: 't', responseUrl: '' }, line)
    return asked[0]
  }

  it.each<[string, AskedExport]>([
    ['28 days', { name: '28 days', days: 30, format: 'csv' }],
    ['28 Days 7d json', { name: '28 Days', days: 7, format: 'json' }],
    ['48 Hours', { name: '48 Hours', days: 30, format: 'csv' }],
    ['Acme json', { name: 'Acme json', days: 30, format: 'csv' }],
    ['29 days', { days: 29, format: 'csv' }],
  ])('is no time and no format: “/mentions export %s”', async (line, asked) =>
    expect(await askedBy(line)).toEqual(asked),
  )

  it('is no time in another language either', async () =>
    expect(await speakIn('de', () => askedBy('28 Tage'))).toMatchObject({ name: '28 Tage', days: 30 }))
})

it('a time that is longer than cards are kept is not exported, and the usual time is at most as long', () => {
  const short = { ...known, mostDays: 14 }
  expect(parseExport('acme', short)).toEqual({ name: 'acme', days: 14, format: 'csv' })
  expect(parseExport('acme 14d', short)).toMatchObject({ days: 14 })
  expect(parseExport('acme 15d', short)).toEqual({ words: '15d', mostDays: 14, guesses: ['export acme 14d'] })
  expect(parseExport('changes 90d', short)).toMatchObject({ table: 'changes', days: 90 })
})
