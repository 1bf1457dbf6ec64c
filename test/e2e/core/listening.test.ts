import { expect, it } from 'vitest'
import { onPostgres, type World } from '../../tools/e2e/bot-world.ts'
import { newcomer, serveFeed } from '../../tools/e2e/newcomer.ts'

const titles = (bot: World) =>
  bot.slack.control
    .messages('brand-watch')
    .map(({ text }) => text)
    .filter((text) => !text.startsWith('Watching'))

/** With DATABASE_URL the bot does not start the service. */
it.skipIf(onPostgres)(
  'without an account, a new user gets a card for what a feed published lately, and none for what is older than a week',
  async () => {
    const feed = await serveFeed([
      { id: 1, title: 'Acme opens a shop', hoursAgo: 2 },
      { id: 2, title: 'Something else', hoursAgo: 1 },
      { id: 3, title: 'Acme was founded', hoursAgo: 24 * 30 },
    ])
    const bot = await newcomer(`listen:
  alerts: [{ name: Acme, query: acme }]
  feeds: ['${feed}']
  allowPrivate: true
subscriptions: [{ name: acme, alert: Acme, channel: '#brand-watch' }]
`)
    bot.start()
    await bot.until('the first card', () => titles(bot).length > 0)
    expect(titles(bot)).toEqual([expect.stringContaining('Acme opens a shop')])
  },
)
