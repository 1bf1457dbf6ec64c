import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { urlOf } from '../http-server.ts'
import { createWorld, type World } from './bot-world.ts'

const hour = 3_600_000

function feedOf(entries: { id: number; title: string; hoursAgo: number }[]): string {
  const items = entries.map(
    ({ id, title, hoursAgo }) =>
      `<item><guid>${id}</guid><title>${title}</title><link>https://blog.example/${id}</link><pubDate>${new Date(Date.now() - hoursAgo * hour).toUTCString()}</pubDate></item>`,
  )
  return `<rss version="2.0"><channel><title>The blog</title><link>https://blog.example/</link>${items.join('')}</channel></rss>`
}

/** Serves a feed until the end of the test, and returns its address. */
export async function serveFeed(entries: Parameters<typeof feedOf>[0]): Promise<string> {
  const server = createServer((_request, response) =>
    response.writeHead(200, { 'content-type': 'application/rss+xml' }).end(feedOf(entries)),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return `${urlOf(server)}/feed.xml`
}

/** The tokens of the embedded Slack, an empty data folder and these lines of YAML. */
export async function newcomer(yaml: string): Promise<World> {
  const created = await createWorld({
    configuration: {},
    environment: { MENTIONS_API_URL: '', MENTIONS_API_TOKEN: '' },
  })
  onTestFinished(created.close)
  writeFileSync(join(created.folder, 'overheard.yaml'), yaml)
  return created
}
