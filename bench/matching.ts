import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRandom } from '../sandbox/mention-service/generator/random.ts'
import { createIngest } from '../service/ingest.ts'
import type { Item } from '../service/source.ts'
import { openStore } from '../service/store/store.ts'
import { createPostTexts, queriesOf } from './post-texts.ts'
import { median } from './rounds.ts'
import type { Row } from './row.ts'

const alerts = 100
/** Posts a second of a busy stream, and how many seconds of it are measured. */
const rate = 200
const seconds = 40
const now = Date.UTC(2026, 10, 23)

/** The share of a core that a stream of posts takes: from its JSON to mentions on the disk, with a transaction a second. */
export async function matchingRows(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'overheard-stream-'))
  const store = openStore(join(folder, 'mentions.sqlite'))
  try {
    const random = createRandom(7)
    const textOf = createPostTexts(random)
    for (const [key, query] of queriesOf(alerts, random).entries())
      store.alerts.add({
        ...{ alert_type: 'mentions', alert_name: `Alert ${key}`, project_id: '1', project_name: 'Bench' },
        query,
      })
    const source = { name: 'stream', publishes: 'web' }
    const ingest = createIngest({ store, sourceNamed: () => source, now: () => now })
    const spent: number[] = []
    for (let second = -1; second < seconds; second++) {
      const lines = Array.from({ length: rate }, (_, post) => postOf(second * rate + post, textOf))
      const begun = process.cpuUsage()
      const items = lines.map((line): Item => JSON.parse(line))
      await ingest.store({ items }, { source, channel: 'all', keepsAll: false })
      const { user, system } = process.cpuUsage(begun)
      // The first second loads the detector of languages.
      if (second >= 0) spent.push((user + system) / 1e6)
    }
    const mentions = store.alerts.all().reduce((sum, alert) => sum + alert.mentions, 0)
    const note = `CPU; ${mentions} mentions of ${rate * seconds} posts`
    return [
      {
        what: `${alerts} alerts, ${rate} posts a second`,
        figure: 100 * median(spent),
        unit: '% of a core',
        most: 20,
        note,
      },
    ]
  } finally {
    store.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

function postOf(number: number, textOf: (number: number) => string): string {
  return JSON.stringify({
    id: `did:plc:abc/${number}`,
    url: `https://bsky.app/profile/did:plc:abc/post/${number}`,
    text: { plain: textOf(number) },
    author: { name: 'did:plc:abc', id: 'did:plc:abc' },
    publishedAt: now,
    language: 'en',
  })
}
