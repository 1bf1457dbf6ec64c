import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answerOfScript } from './processes.ts'
import type { Row } from './row.ts'

const megabyte = 1_000_000
const entries = 5000
const sentence = 'The museum of the harbour, the bakery and Acme open a market in the court. '
const begun = Date.UTC(2026, 0, 1)

const formats: Record<string, (bytes: number) => string> = {
  RSS: (bytes) =>
    `<rss version="2.0"><channel><title>A</title>${Array.from({ length: entries }, (_, place) => `<item><guid isPermaLink="false">${place}</guid><link>https://a.example/${place}</link><title>Acme ${place}</title><pubDate>${new Date(begun - place * 60_000).toUTCString()}</pubDate><description>${textOf(bytes)}</description></item>`).join('')}</channel></rss>`,
  'JSON Feed': (bytes) =>
    JSON.stringify({
      ...{ version: 'https://jsonfeed.org/version/1.1', title: 'A' },
      items: Array.from({ length: entries }, (_, place) => ({
        ...{ id: `${place}`, url: `https://a.example/${place}`, title: `Acme ${place}` },
        ...{ date_published: new Date(begun - place * 60_000).toISOString(), content_text: textOf(bytes) },
      })),
    }),
}
const textOf = (bytes: number) => sentence.repeat(Math.max(1, Math.round(bytes / entries / sentence.length)))

/** The largest memory of a process that asks four times for a feed and stores it: a feed of 30 MB beside one of 3 MB. */
export async function largeFeedRows(): Promise<Row[]> {
  const rows: Row[] = []
  for (const [format, documentOf] of Object.entries(formats)) {
    const [small, large] = [
      await peakOf(Buffer.from(documentOf(3 * megabyte))),
      await peakOf(Buffer.from(documentOf(30 * megabyte))),
    ]
    rows.push({
      what: `Largest memory with a feed of 30 MB: ${format}`,
      figure: large / small,
      unit: '× 3 MB',
      goal: 1.25,
      note: `${Math.round(large / megabyte)} MB beside ${Math.round(small / megabyte)} MB`,
    })
  }
  return rows
}

/** In bytes. */
async function peakOf(body: Buffer): Promise<number> {
  const server = createServer((_request, response) =>
    response.writeHead(200, { connection: 'close' }).end(body),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    const { port } = server.address() as AddressInfo
    return Number(
      await answerOfScript('bench/large-feed-process.ts', { url: `http://127.0.0.1:${port}/feed` }),
    )
  } finally {
    server.closeAllConnections()
    server.close()
  }
}
