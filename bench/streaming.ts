import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { withoutProxy } from '@overheard/base/http'
import { createRuntime } from '@overheard/base/runtime'
import { startEngine } from '@overheard/listen/engine'
import type { Send } from '@overheard/listen/fetch/send'
import { listenSettings } from '@overheard/listen/settings'
import { openStore } from '@overheard/listen/store/store'
import { createOpenSocket } from '../packages/listen/src/fetch/socket.ts'
import { createBluesky } from '../packages/listen/src/sources/bluesky.ts'
import { createRandom } from '../sandbox/mention-service/generator/random.ts'
import { rareQueriesOf } from './post-texts.ts'
import { startFarSide } from './processes.ts'
import type { Row } from './row.ts'

const alerts = 100
/**
 * Posts a second: a busy stream, ten times as much, and a backlog of ten hours with 50 posts a second that must be read within ten minutes.
 * `most`: the share of a core (%) that the source may take. `mostLate`: how many seconds its newest mention may be behind; a stream that is not
 * in a hurry waits up to three seconds for what is public about authors.
 */
const loads = [
  { rate: 200, most: 20, mostLate: 5 },
  { rate: 2000, most: 40, mostLate: 2 },
  { rate: 3000, most: 100, mostLate: 2 },
]
const warmUpMs = 5000
const measuredMs = 30_000
/** Of an answer about authors. */
const latencyMs = 300

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }

/** The share of a core that the source Bluesky takes at its real pace: from a websocket to mentions on the disk, with authors looked up. */
export async function streamingRows(): Promise<Row[]> {
  const rows: Row[] = []
  for (const load of loads) rows.push(...(await rowsAt(load)))
  return rows
}

async function rowsAt({ rate, most, mostLate }: (typeof loads)[number]): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'overheard-stream-'))
  const server = await startFarSide('bench/jetstream-server.ts', [String(rate)])
  const store = openStore(join(folder, 'mentions.sqlite'))
  const runtime = createRuntime()
  const queries = rareQueriesOf(alerts, createRandom(7))
  const engine = await startEngine({
    settings: listenSettings.parse({
      alerts: queries.map((query, key) => ({ name: `Alert ${key}`, query })),
      sources: { bluesky: { servers: [server.url] } },
    }),
    sources: [createBluesky()],
    store,
    userAgent: 'Overheard bench',
    send: answerAuthors,
    openSocket: (signal) =>
      createOpenSocket({
        ...runtime,
        userAgent: 'bench',
        proxy: withoutProxy,
        allowPrivate: true,
        signal,
        waits: store.hosts,
      }),
    log: silent,
    ...runtime,
    random: Math.random,
  })
  const mentions = () => store.alerts.all().reduce((sum, alert) => sum + alert.mentions, 0)
  try {
    await wait(warmUpMs)
    const [begunAt, before, begun] = [Date.now(), mentions(), process.cpuUsage()]
    await wait(measuredMs)
    const { user, system } = process.cpuUsage(begun)
    const seconds = (Date.now() - begunAt) / 1000
    const [status] = engine.runner.status()
    const { itemAt = 0, delayMs = 0 } = status ?? {}
    const lateMs = Date.now() - itemAt + delayMs
    const found = mentions() - before
    return [
      {
        what: `${alerts} alerts, Bluesky at ${rate} posts a second`,
        figure: (100 * (user + system)) / 1e6 / seconds,
        unit: '% of a core',
        most,
        note: `CPU; ${Math.round(found / seconds)} mentions a second`,
      },
      {
        what: `${alerts} alerts, Bluesky at ${rate} posts a second: delay`,
        figure: lateMs / 1000,
        unit: 's',
        most: mostLate,
        note: status?.error ?? 'from the time of the newest mention until now',
      },
    ]
  } finally {
    await engine.close()
    store.close()
    await server.end()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** What Bluesky's app answers, without a request. */
const answerAuthors: Send = async ({ url, signal }) => {
  await wait(latencyMs, undefined, { signal })
  const profiles = url.searchParams
    .getAll('actors')
    .map((did) => ({ did, handle: `${did.slice(-6)}.example`, followersCount: 12 }))
  return { status: 200, headers: {}, body: Buffer.from(JSON.stringify({ profiles })) }
}
