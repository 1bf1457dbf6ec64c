import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { onPostgres } from '../../../tools/e2e/bot-world.ts'
import { serveJetstream } from '../../../tools/e2e/jetstream.ts'
import { newcomer } from '../../../tools/e2e/newcomer.ts'

/** With DATABASE_URL the bot does not start the service. */
it.skipIf(onPostgres)(
  'a post that is deleted at its source is marked on its card once, whenever the bot is killed, and a bot with an empty folder still knows the card',
  async () => {
    const jetstream = await serveJetstream()
    const bot = await newcomer(`doubtSeconds: 1
listen:
  alerts: [{ name: Acme, query: acme }]
  sources: { bluesky: { servers: ['${jetstream.url}'] } }
  allowPrivate: true
subscriptions: [{ name: acme, alert: Acme, channel: '#brand-watch', schedule: '* * * * * *', burstWithin: 0s }]
`)
    // Nothing may be asked at the real servers: whoever wrote a post stays unknown.
    Object.assign(bot.environment, { HTTPS_PROXY: 'http://127.0.0.1:9', NO_PROXY: '127.0.0.1,localhost' })
    const cards = () =>
      bot.slack.control
        .messages('brand-watch')
        .filter((message) => JSON.stringify(message).includes('/post/p'))
    const texts = () => cards().map(({ text }) => text)
    const isMarked = (text: string | undefined) => text?.includes('Deleted at the source') === true
    bot.start()
    await bot.until('the service follows the stream', jetstream.isFollowed)
    await bot.until('the first sync', () => bot.slack.control.messages('brand-watch').length > 0)
    for (const id of [1, 2, 3]) jetstream.post(id)
    await bot.until('the cards', () => cards().length === 3)
    const before = cards()

    jetstream.remove(1)
    await bot.until('the mark', () => isMarked(texts()[0]))
    await bot.end('SIGKILL')
    bot.start()
    await bot.until('the service follows the stream', jetstream.isFollowed)
    jetstream.remove(3)
    await bot.until('the next mark', () => isMarked(texts()[2]))
    expect(texts().map(isMarked)).toEqual([true, false, true])
    expect(JSON.stringify(cards())).not.toMatch(/Acme [13]/)
    expect(cards().map(({ ts, metadata }) => ({ ts, metadata }))).toEqual(
      before.map(({ ts, metadata }) => ({ ts, metadata })),
    )

    await bot.end('SIGKILL')
    for (const file of readdirSync(bot.dataDir))
      if (!file.startsWith('mentions.sqlite')) rmSync(join(bot.dataDir, file), { recursive: true })
    bot.start()
    jetstream.post(4)
    await bot.until('the next card', () => cards().length > 3)
    expect(cards()).toHaveLength(4)
  },
)
