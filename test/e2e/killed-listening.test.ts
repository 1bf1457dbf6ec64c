import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createRandom } from '../../sandbox/mention-service/generator/random.ts'
import { onPostgres } from '../tools/e2e/bot-world.ts'
import { childrenOf } from '../tools/e2e/children.ts'
import { serveJetstream } from '../tools/e2e/jetstream.ts'
import { newcomer } from '../tools/e2e/newcomer.ts'

const kills = 12

/** The bot starts the service, so there is none with DATABASE_URL. */
it.skipIf(onPostgres)(
  'each post of a stream is posted once in Slack, whenever the bot or its mention service is killed',
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
    const posted = () =>
      bot.slack.control
        .messages('brand-watch')
        .flatMap(({ text }) => [...text.matchAll(/\/post\/p(\d+)/g)].map(([, id]) => Number(id)))
    let started = bot.start()
    await bot.until('the service follows the stream', jetstream.isFollowed)
    await bot.until('the first sync', () => bot.slack.control.messages('brand-watch').length > 0)
    let made = 0
    jetstream.post(++made)
    await bot.until('the first post', () => posted().length > 0)

    const random = createRandom(7)
    for (let kill = 0; kill < kills; kill++) {
      for (let left = random.whole(3, 12); left > 0; left--) {
        jetstream.post(++made)
        await wait(random.whole(20, 250))
      }
      const [service] = childrenOf(started.pid)
      if (kill % 2 === 0 && service !== undefined) process.kill(service, 'SIGKILL')
      else {
        await bot.end('SIGKILL')
        started = bot.start()
      }
      // Some kills come while the service is still starting.
      if (random.next() < 0.6) await bot.until('the service follows the stream', jetstream.isFollowed)
    }
    await bot.until('the last post', () => posted().includes(made))
    expect(posted().toSorted((a, b) => a - b)).toEqual(Array.from({ length: made }, (_, index) => index + 1))
  },
)
