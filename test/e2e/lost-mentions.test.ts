import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { onPostgres, type World } from '../tools/e2e/bot-world.ts'
import { serveJetstream } from '../tools/e2e/jetstream.ts'
import { newcomer, serveFeed } from '../tools/e2e/newcomer.ts'
import { runCommand } from '../tools/e2e/run-command.ts'

const subscription = `alert: Acme, channel: '#brand-watch', schedule: '* * * * * *', burstWithin: 0s`

function postedIn(bot: World, address: RegExp): number[] {
  const texts = bot.slack.control.messages('brand-watch').map(({ text }) => text)
  return texts
    .flatMap((text) => [...text.matchAll(address)].map(([, id]) => Number(id)))
    .sort((a, b) => a - b)
}

/** The bot starts the service, so there is none with DATABASE_URL. */
describe.skipIf(onPostgres)('with the mention service of the bot', () => {
  it('after the data folder was emptied, nothing of a feed is posted twice, and what is new is posted', async () => {
    const entries = [1, 2, 3].map((id) => ({ id, title: `Acme opens shop ${id}`, hoursAgo: 30 - id }))
    const feed = await serveFeed(entries)
    const bot = await newcomer(`doubtSeconds: 1
listen: { alerts: [{ name: Acme, query: acme }], feeds: ['${feed}'], allowPrivate: true }
subscriptions: [{ name: acme, ${subscription}, backfill: 2 }]
`)
    const posted = () => postedIn(bot, /blog\.example\/(\d+)/g)
    bot.start()
    await bot.until('the backfill', () => posted().length === 2)
    for (const id of [4, 5]) {
      await bot.end('SIGKILL')
      rmSync(bot.environment.DATA_DIR ?? '', { recursive: true })
      entries.push({ id, title: `Acme opens shop ${id}`, hoursAgo: 0 })
      bot.start()
      await bot.until(`the new entry ${id}`, () => posted().includes(id))
    }
    expect(posted()).toEqual([2, 3, 4, 5])
  })

  it('after a backup was restored, what was posted since is not posted again, and what is new is posted', async () => {
    const jetstream = await serveJetstream()
    const bot = await newcomer(`doubtSeconds: 1
listen: { alerts: [{ name: Acme, query: acme }], sources: { bluesky: { servers: ['${jetstream.url}'] } }, allowPrivate: true }
subscriptions: [{ name: acme, ${subscription} }]
`)
    // Nothing may be asked at the real servers: whoever wrote a post stays unknown.
    Object.assign(bot.environment, { HTTPS_PROXY: 'http://127.0.0.1:9', NO_PROXY: '127.0.0.1,localhost' })
    const posted = () => postedIn(bot, /\/post\/p(\d+)/g)
    const post = async (id: number) => {
      await bot.until('the service follows the stream', jetstream.isFollowed)
      jetstream.post(id)
      await bot.until(`post ${id}`, () => posted().includes(id))
    }
    bot.start()
    await bot.until('the first sync', () => bot.slack.control.messages('brand-watch').length > 0)
    await post(1)
    await post(2)
    const file = join(bot.folder, 'backup.gz')
    expect(await runCommand(bot, 'backup', file)).toMatchObject({ code: 0, complained: '' })
    await post(3)
    await post(4)
    await bot.end('SIGKILL')
    expect(await runCommand(bot, 'restore', file, '--replace')).toMatchObject({ code: 0, complained: '' })
    bot.start()
    await post(5)
    expect(posted()).toEqual([1, 2, 3, 4, 5])
  })
})
