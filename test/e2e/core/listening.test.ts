import { createServer, type RequestListener } from 'node:http'
import { expect, it, onTestFinished } from 'vitest'
import { onPostgres, type World } from '../../tools/e2e/bot-world.ts'
import { newcomer, serveFeed } from '../../tools/e2e/newcomer.ts'
import { urlOf } from '../../tools/http-server.ts'

const titles = (bot: World) =>
  bot.slack.control
    .messages('brand-watch')
    .map(({ text }) => text)
    .filter((text) => !text.startsWith('Watching'))

/** Requests to one host wait for each other, so each has its own. */
async function serve(host: string, answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return `${urlOf(server).replace('127.0.0.1', host)}/feed.xml`
}

/** With DATABASE_URL the bot does not start the service. */
it.skipIf(onPostgres)(
  'without an account, a new user gets a card for what a feed published lately, and none for what is older than a week, although three other feeds hang and one fails',
  async () => {
    const feed = await serveFeed([
      { id: 1, title: 'Acme opens a shop', hoursAgo: 2 },
      { id: 2, title: 'Something else', hoursAgo: 1 },
      { id: 3, title: 'Acme was founded', hoursAgo: 24 * 30 },
    ])
    const hanging = await Promise.all(
      ['127.0.0.2', '127.0.0.3', '127.0.0.4'].map((host) => serve(host, () => undefined)),
    )
    const failing = await serve('127.0.0.5', (_request, response) => response.writeHead(500).end())
    const bot = await newcomer(`listen:
  alerts: [{ name: Acme, query: acme }]
  feeds: [${[...hanging, failing, feed].join(', ')}]
  allowPrivate: true
subscriptions: [{ name: acme, alert: Acme, channel: '#brand-watch' }]
`)
    bot.start()
    await bot.until('the first card', () => titles(bot).length > 0)
    expect(titles(bot)).toEqual([expect.stringContaining('Acme opens a shop')])
  },
)
