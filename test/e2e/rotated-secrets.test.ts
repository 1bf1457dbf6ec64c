import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { onPostgres } from '../tools/e2e/bot-world.ts'
import { childrenOf } from '../tools/e2e/children.ts'
import { newcomer } from '../tools/e2e/newcomer.ts'
import { freePort } from '../tools/free-port.ts'

/** With DATABASE_URL the bot does not start the service. */
it.skipIf(onPostgres)(
  'SIGHUP gives the mention service of the bot new secrets at once and for its next start, and it keeps those that it has if one is missing',
  async () => {
    const port = await freePort()
    const bot = await newcomer(`listen:
  alerts: [{ name: Acme, query: acme }]
  port: ${port}
  sources: { intake: { senders: { shop: { tokenEnv: SHOP_TOKEN } } } }
subscriptions: [{ name: acme, alert: Acme, channel: '#brand-watch' }]
`)
    const file = join(bot.folder, 'shop-token')
    bot.environment.SHOP_TOKEN_FILE = file
    const [first, second] = ['a-token-of-24-characters-', 'another-of-24-characters-']
    const answerTo = async (secret: string) => {
      const headers = { authorization: `Bearer ${secret}` }
      const sent = fetch(`http://127.0.0.1:${port}/v1.0/intake`, { method: 'POST', headers, body: '[]' })
      return (await sent.catch(() => undefined))?.status
    }
    const accepts = (secret: string) => expect.poll(() => answerTo(secret), { timeout: 100_000 }).toBe(202)

    writeFileSync(file, first)
    const { pid } = bot.start()
    await accepts(first)
    await bot.until('the start', () => bot.output().includes('Overheard is running'))
    writeFileSync(file, second)
    process.kill(pid ?? 0, 'SIGHUP')
    await accepts(second)
    expect(await answerTo(first)).toBe(401)

    rmSync(file)
    process.kill(pid ?? 0, 'SIGHUP')
    await bot.until('the refusal', () => /goes on with (its settings|those before)/.test(bot.output()))
    await accepts(second)

    const [service] = childrenOf(pid)
    process.kill(service ?? 0, 'SIGKILL')
    await bot.until('the end of the service', () => bot.output().includes('is started again'))
    await accepts(second)
    expect(bot.output()).not.toMatch(/24-characters/)
  },
)
