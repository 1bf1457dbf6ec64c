import { createRandom } from '../sandbox/mention-service/generator/random.ts'
import { createMatcher } from '../service/query/matcher.ts'
import { parseQuery } from '../service/query/parse-query.ts'
import { median } from './rounds.ts'
import type { Row } from './row.ts'

const alerts = 100
const posts = 2000
/** Posts a second of a busy stream. */
const rate = 200

/** The share of a core that a stream of posts takes: from its JSON to the alerts that match. */
export async function matchingRows(): Promise<Row[]> {
  const random = createRandom(7)
  const words = Array.from(
    { length: 20_000 },
    (_, index) => `${'bcdfghklmnprst'[index % 14]}${index.toString(36)}a`,
  )
  const word = () => words[Math.floor(words.length ** random.next()) - 1] ?? 'acme'
  const queries = Array.from({ length: alerts }, (_, key) => {
    // A third of the brands are common words, as some names are.
    const brand = key % 3 === 0 ? words[key % 50] : `brand${key}`
    return {
      key,
      query: parseQuery(
        `(${brand} OR "${word()} ${word()}" OR #brand${key} OR ${word()}app* OR 商標${key}) -"${word()} ${word()}" -jobs`,
      ),
    }
  })
  const match = createMatcher(queries)
  const lines = Array.from({ length: posts }, (_, index) => {
    const text = Array.from({ length: random.whole(5, 45) }, word).join(' ')
    const said = index % 4 === 0 ? `${text} naïve — 東京で 👍🏽 #brand${index % alerts}` : text
    return JSON.stringify({
      did: 'did:plc:abc',
      commit: { record: { text: said, langs: ['en'], createdAt: '2026-11-23' } },
    })
  })
  let matches = 0
  const times = Array.from({ length: 15 }, () => {
    const begun = performance.now()
    for (const line of lines) {
      const { text } = JSON.parse(line).commit.record
      matches += match({
        ...{ title: '', text, url: 'https://bsky.app/profile/x/post/y', links: [], author: { name: '' } },
        ...{ language: () => 'en', sources: ['bluesky'] },
      }).length
    }
    return performance.now() - begun
  })
  const perPost = median(times) / posts
  const share = (perPost * rate) / 10
  const note = `${(perPost * 1000).toFixed(0)} µs a post, ${Math.round(matches / times.length)} matches in ${posts} posts`
  return [
    { what: `${alerts} alerts, ${rate} posts a second`, figure: share, unit: '% of a core', most: 20, note },
  ]
}
