import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defined } from '@overheard/base/defined'
import { createInterface } from '@overheard/listen/api/routes'
import { openStore, type Store } from '@overheard/listen/store/store'
import { mentionRow } from '../packages/listen/src/fields/mention.ts'
import { createRandom } from '../sandbox/mention-service/generator/random.ts'
import { median } from './rounds.ts'
import type { Row } from './row.ts'

/** An alert with this many mentions of 400 days, in a file. `MENTIONS=5000000` tries more. */
const count = Number(process.env.MENTIONS ?? 1_000_000)
const days = 400
const dayMs = 24 * 60 * 60 * 1000
const now = Date.UTC(2026, 10, 23)
const rounds = 9
const free = { requests: 1e9, windowMs: 1 }

/** What the interface costs with many mentions: the targets of issue and docs/run/listen.md in ms. */
export async function storedMentionRows(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'overheard-mentions-'))
  try {
    const file = join(folder, 'mentions.sqlite')
    const filled = openStore(file)
    const added = timeOf(() => fill(filled))
    const counted = timeOf(() => filled.rollUps.catchUp())
    filled.close()
    let store = openStore(file)
    store.close()
    const opened = timeOf(() => {
      store = openStore(file)
    })
    const rows = [
      row(`start with ${count} mentions`, opened, 1000, ''),
      ...measured(store),
      row('store a mention', added / count, 0.2, 'in one transaction'),
      row('count a mention for insights', counted / count, 0.5, 'in one transaction'),
      {
        ...{ what: 'size of the file', figure: statSync(file).size / count / 1000, unit: 'kB a mention' },
        ...{ kept: 0.8, goal: 0.8, note: `${count} mentions, and what their insights need` },
      },
    ]
    store.close()
    return rows
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const row = (what: string, figure: number, most: number, note: string, goal?: number): Row => ({
  ...{ what, figure, unit: 'ms', most, note },
  ...defined({ goal }),
})

const pages: Record<string, string>[] = [
  {},
  { sort_by: 'id', sort_order: 'asc', since_id: String(count - 301) },
  { sort_by: 'id', sort_order: 'asc', since_id: '0' },
  { sort_by: 'reach' },
  { sort_by: 'date', since_id: String(count - 1000) },
  { sort_by: 'date', since_id: '10' },
  { sort_by: 'reach', date_from: String(now - 40 * dayMs) },
  { lang: 'fi' },
  { lang: 'xx', sort_by: 'reach' },
  { country: 'DE', source: 'reddit', sort_by: 'id' },
  { tag: 'rare' },
]
const month = { date_from: '2026-10-24', date_to: '2026-11-23' }
const whole = { date_from: '2025-01-01', date_to: '2026-12-31' }
const insights = [
  'total/mentions',
  'total/sentiment',
  'total/reach',
  'total/countries',
  'total/languages',
  'total/sources',
  'total/topic_cloud',
  'total/gender',
  'total/age',
  'time_series/mentions',
  'time_series/sentiment',
  'time_series/reach',
]

function measured(store: Store): Row[] {
  const answer = createInterface({
    store: () => store,
    now: () => now,
    steady: () => now,
    limits: { perToken: free, perAddress: free },
  })
  const ask = (path: string, parameters: Record<string, string>) =>
    medianOf(() => {
      const given = { ...parameters, access_token: 't' }
      const { status } = answer({
        method: 'GET',
        path: `/v1.0/alerts/1/${path}`,
        parameters: given,
        address: '',
      })
      if (status !== 200) throw new Error(`${path}: status ${status}`)
    })
  return [
    ...pages.map((parameters) =>
      row('page of 300', ask('mentions', parameters), 45, JSON.stringify(parameters), 30),
    ),
    ...insights.flatMap((path) => [
      row(path, ask(`insights/${path}`, month), 100, 'of 30 days', 100),
      row(path, ask(`insights/${path}`, whole), 100, 'of all days', 100),
      row(path, ask(`insights/${path}`, { ...whole, source: 'web,reddit' }), 100, 'of all days, two sources'),
    ]),
  ]
}

const medianOf = (run: () => void) => median(Array.from({ length: rounds }, () => timeOf(run)))

function timeOf(run: () => void): number {
  const begun = performance.now()
  run()
  return performance.now() - begun
}

function fill({ alerts, mentions, database }: Store): void {
  const random = createRandom(1)
  const alert = alerts.add({
    alert_id: '1',
    alert_type: 'mentions',
    alert_name: 'Acme',
    project_id: '1',
    project_name: 'Acme',
  })
  const words = Array.from({ length: 30_000 }, (_, index) => wordOf(index))
  // Zipf-like: the first words are common and the last rare, as in a language.
  const word = () => words[Math.floor(words.length ** random.next()) - 1] ?? 'acme'
  const text = (length: number) => Array.from({ length }, word).join(' ')
  database.transaction(() => {
    for (let index = 0; index < count; index++) {
      const id = String(index + 1)
      const date = now - days * dayMs + Math.floor((index / count) * days * dayMs) - random.whole(0, dayMs)
      const { tags, language } = sometimes(index)
      const country = random.pick(['unknown', 'unknown', 'US', 'DE', 'GB', 'FR', 'ES', 'IT'])
      const found = mentionRow(
        id,
        {
          content: {
            ...{ title: text(8), text: '', url: `https://example.com/posts/${id}`, links: [] },
            kind: random.pick(['web', 'web', 'reddit', 'news-blogs', 'youtube']),
            author: {
              ...{ name: 'Kim Lee', avatar: 'https://example.com/a.png', audience: 100 },
              url: 'https://example.com',
            },
            given: { tags, reach: Math.floor(10 ** (random.next() * 5)) },
            ...(country === 'unknown' ? {} : { location: { country } }),
          },
          date,
          language: language ?? random.pick(['en', 'en', 'en', 'de', 'fr', 'unknown', 'es']),
          reach: undefined,
        },
        {
          snippet: text(30),
          highlights: [{ text: 'acme', start_index: 0, end_index: 4 }],
          sentiment: random.pick(['positive', 'negative', 'neutral']),
        },
      )
      mentions.add(
        alert?.key ?? 0,
        { ...found, gender: random.pick(['female', 'male']), age: random.pick(['18-24', '25-34']) },
        date,
      )
    }
  })
}

/** A language and a tag that few mentions have, so that a page of them has to look at many. */
function sometimes(index: number): { tags: string[]; language?: string } {
  if (index % 1000 === 0) return { tags: ['rare'], language: 'fi' }
  return { tags: index % 10 === 0 ? ['vip'] : [] }
}

function wordOf(index: number): string {
  const letters = 'abcdefghijklmnopqrstuvwxyz'
  let word = ''
  for (let rest = index + 20_000; rest > 0; rest = Math.floor(rest / 26)) word += letters[rest % 26]
  return `w${word}`
}
