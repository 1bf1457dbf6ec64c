import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { postedCards } from '../src/cards/posted-cards.ts'
import type { PostedCard } from '../src/model/card.ts'
import { messageRows } from '../src/store/sql/messages.ts'
import { openDatabase } from '../src/store/sqlite/database.ts'
import { recordDatabase } from '../src/store/sqlite/records.ts'

/**
 * `node bench/kept-cards.ts [--kept 50000]`: the time to keep the card of a post if the channel and day have many cards already, compared with ten.
 * The two are measured in turns, so that a busy machine slows both.
 */

const { values } = parseArgs({ options: { kept: { type: 'string', default: '50000' } } })
const rounds = 3000
const start = 1_795_176_000

const cardAt = (number: number): PostedCard => ({
  channel: 'C1',
  ts: `${start}.${String(number).padStart(6, '0')}`,
  subscription: 'acme',
  alert: '7',
  actions: [],
  shows: {
    kind: 'card',
    style: 'full',
    mention: {
      id: String(number),
      date: start * 1000,
      reach: 1200,
      language: 'en',
      url: `https://news.example/${number}`,
      snippet: 'A few words around the matched term. '.repeat(8),
      title: 'Acme recalls kettles after fire reports in Europe',
      done: false,
      starred: false,
      tags: [],
      author: { name: 'Kim', audience: 10, url: 'https://news.example/kim' },
      source: 'news-blogs',
      highlights: [],
      flaws: [],
    },
  },
})

/** A folder with so many cards, and a way to add one more. Returns the time of an add in ms. */
async function filled(count: number): Promise<(number: number) => Promise<number>> {
  const folder = mkdtempSync(join(tmpdir(), 'overheard-cards-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'records.sqlite')
  const rows = recordDatabase(openDatabase(path), { path, mustHold: () => undefined })
  const cards = postedCards({ messages: messageRows(rows) })
  for (let number = 0; number < count; number++) await cards.add(cardAt(number), cardAt(number))
  return async (number) => {
    const card = cardAt(count + number)
    const begun = performance.now()
    await cards.add(card, card)
    return performance.now() - begun
  }
}

const median = (times: number[]) => times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0

const kept = Number(values.kept)
const [addToFew, addToMany] = [await filled(10), await filled(kept)]
const times: { few: number[]; many: number[] } = { few: [], many: [] }
for (let round = 0; round < rounds; round++) {
  times.few.push(await addToFew(round))
  times.many.push(await addToMany(round))
}
const [few, many] = [median(times.few), median(times.many)]
process.stdout.write(
  `keeping a card: ${few.toFixed(4)} ms beside 10 cards, ${many.toFixed(4)} ms beside ${kept}: ${(many / few).toFixed(2)} times\n`,
)
