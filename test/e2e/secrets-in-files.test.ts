import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { z } from 'zod'
import { channel, createWorld, type World } from '../tools/e2e/bot-world.ts'

let world: World | undefined
afterEach(() => world?.close())

const running = z.object({ url: z.string() })

it('a bot with all its secrets in files posts, accepts two status tokens, and shows no secret in its log', async () => {
  const subscription = { name: 'acme', alert: 'Acme brand', channel, schedule: '* * * * * *' }
  world = await createWorld({ configuration: { subscriptions: [subscription] } })
  const { environment, folder } = world
  const tokens = ['the-new-token-of-status', 'the-old-token-of-status']
  const secrets: Record<string, string> = { STATUS_TOKEN: tokens.join('\n') }
  for (const name of ['MENTIONS_API_TOKEN', 'SLACK_BOT_TOKEN', 'SLACK_APP_TOKEN', 'DATABASE_URL']) {
    if (environment[name] !== undefined) secrets[name] = environment[name]
    delete environment[name]
  }
  for (const [name, secret] of Object.entries(secrets)) {
    environment[`${name}_FILE`] = join(folder, name)
    writeFileSync(join(folder, name), `${secret}\n`)
  }
  const { until, output, posted, add, ids } = world
  world.start()
  await until('the first message', () => posted().length > 0)
  add(101)
  await until('the mention', () => ids().includes('101'))
  const line = output()
    .split('\n')
    .find((text) => text.includes('Overheard is running'))
  const { url } = running.parse(JSON.parse(line ?? ''))
  const statusWith = async (token: string) =>
    (await fetch(`${url}/status`, { headers: { authorization: `Bearer ${token}` } })).status
  expect(await Promise.all([...tokens, 'another-token-of-somebody'].map(statusWith))).toEqual([200, 200, 401])
  expect(await world.end('SIGTERM')).toBe(0)
  for (const secret of Object.values(secrets).flatMap((one) => one.split('\n')))
    expect(output()).not.toContain(secret)
})
