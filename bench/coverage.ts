import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createRandom, type Random } from '../sandbox/mention-service/generator/random.ts'
import { createOriginalIndex, fingerprintOf } from '../src/engine/dedupe/original-index.ts'
import { acceptsDuplicates, originalCardOf, withDuplicate, wordsOf } from '../src/engine/dedupe/story.ts'
import type { OriginalCard } from '../src/model/card.ts'
import type { Row } from './row.ts'

const days = 30
const perDay = 5000
const dayMs = 86_400_000
const start = Date.UTC(2026, 10, 1)
/** The stories of a day; each goes on for two days. */
const storiesOfDay = 400
const vocabulary = 20_000

/** What `dedupe: coverage` costs a mention: reading its words, finding its story, and adding it. The memory is that of seven days, whatever came before. */
export async function coverageRows(): Promise<Row[]> {
  setFlagsFromString('--expose-gc')
  // Without it, the heap has what was thrown away.
  const collectGarbage: () => void = runInNewContext('gc')
  const random = createRandom(11)
  const index = createOriginalIndex<OriginalCard>()
  const micros: number[] = []
  const heaps: number[] = []
  let cards = 0
  for (let day = 0; day < days; day++) {
    const at = start + day * dayMs
    const mentions = Array.from({ length: perDay }, (_, number) => mentionOf(day, number, random))
    const begun = process.cpuUsage()
    for (const mention of mentions) cards += take(index, mention, at) ? 1 : 0
    index.dropOld(at)
    const { user, system } = process.cpuUsage(begun)
    micros.push((user + system) / perDay)
    collectGarbage()
    heaps.push(process.memoryUsage().heapUsed / 2 ** 20)
  }
  const later = micros.slice(8)
  const mean = later.reduce((sum, one) => sum + one, 0) / later.length
  const [tenth = 0, last = 0] = [heaps[9], heaps.at(-1)]
  return [
    {
      what: `stories, ${days} days of ${perDay} mentions`,
      figure: mean,
      unit: 'µs a mention',
      most: 300,
      note: `CPU; ${Math.round((100 * cards) / (days * perDay))} % became cards`,
    },
    {
      what: 'stories, memory after 30 days to that after 10',
      figure: last / tenth,
      unit: '×',
      most: 1.25,
      note: `heap ${Math.round(tenth)} MB, then ${Math.round(last)} MB`,
    },
  ]
}

/** Returns true if the mention gets a card. */
function take(
  index: ReturnType<typeof createOriginalIndex<OriginalCard>>,
  mention: ReturnType<typeof mentionOf>,
  at: number,
): boolean {
  const fingerprint = fingerprintOf(mention, 'coverage')
  const found = index.find(fingerprint, at)
  const joins = found !== undefined && acceptsDuplicates(found.original)
  const place = { subscription: 'acme', alert: '7', mention: mention.id, channel: 'C1', ts: mention.id, at }
  const { id, url, reach } = mention
  const card = joins
    ? withDuplicate(found.original, { id, url, reach }, fingerprint)
    : originalCardOf(place, fingerprint)
  index.add(card, { keys: card.keys, ...wordsOf(card) })
  return !joins
}

function mentionOf(day: number, number: number, random: Random) {
  const story = Math.max(0, day - random.whole(0, 1)) * storiesOfDay + random.whole(0, storiesOfDay - 1)
  // The common words of a language are in many headlines, as in Zipf's law.
  const common = () => `w${lettersOf(Math.floor(vocabulary ** random.next()) % vocabulary)}`
  const ofStory = (place: number) => `a${lettersOf((story * 7919 + place * 104_729) % vocabulary)}`
  const words = [0, 1, 2, 3, 4, 5].filter(() => random.chance(0.7)).map(ofStory)
  const title = ['Acme', ...words, common(), common(), common(), common()].join(' ')
  const id = String(day * perDay + number + 1)
  const snippet = Array.from({ length: 25 }, common).join(' ')
  return { id, url: `https://p${number}.example/${id}`, title, snippet, language: 'en', reach: 100 }
}

/** Words without digits, because numbers are figures. */
const lettersOf = (number: number) => [...String(number)].map((digit) => 'abcdefghij'[Number(digit)]).join('')
