import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { createWorld, onPostgres, type World } from '../tools/e2e/bot-world.ts'
import { statusOf } from '../tools/e2e/status.ts'
import { urlOf } from '../tools/http-server.ts'

let world: World | undefined
afterEach(() => world?.close())

const hour = 3_600_000

function feedOf(entries: { id: number; title: string; hoursAgo: number }[]): string {
  const items = entries.map(
    ({ id, title, hoursAgo }) =>
      `<item><guid>${id}</guid><title>${title}</title><link>https://blog.example/${id}</link><pubDate>${new Date(Date.now() - hoursAgo * hour).toUTCString()}</pubDate></item>`,
  )
  return `<rss version="2.0"><channel><title>The blog</title><link>https://blog.example/</link>${items.join('')}</channel></rss>`
}

async function serveFeed(entries: Parameters<typeof feedOf>[0]): Promise<string> {
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
async function newcomer(yaml: string): Promise<World> {
  const created = await createWorld({
    configuration: {},
    environment: { MENTIONS_API_URL: '', MENTIONS_API_TOKEN: '' },
  })
  world = created
  writeFileSync(join(created.folder, 'overheard.yaml'), yaml)
  return created
}

const titles = (bot: World) =>
  bot.slack.control
    .messages('brand-watch')
    .map(({ text }) => text)
    .filter((text) => !text.startsWith('Watching'))

/** With DATABASE_URL the bot does not start the service. */
describe.skipIf(onPostgres)('without an account, with four lines of YAML and a feed,', () => {
  it('a new user gets a card for what the feed published lately, and none for what is older than a week', async () => {
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
  })

  it('people try a query in Slack, listen for it in their channel, and edit and remove the alert', async () => {
    const feed = await serveFeed([
      { id: 1, title: 'Rivals raise their prices', hoursAgo: 3 },
      { id: 2, title: 'Rivals open a shop', hoursAgo: 2 },
      { id: 3, title: 'Something else', hoursAgo: 1 },
    ])
    const bot =
      await newcomer(`listen: { alerts: [{ name: Acme, query: acme }], feeds: ['${feed}'], allowPrivate: true }
subscriptions: [{ name: acme, alert: Acme, channel: '#brand-watch' }]
`)
    bot.start()
    const { slack } = bot
    await bot.until('the first sync', () => slack.control.messages('brand-watch').length > 0)
    await bot.until('Slack is connected', () => slack.control.sockets() > 0)
    while (lastAnswerAt(await statusOf(bot)) === undefined) await wait(50)

    const [user, where] = ['U0000000ANA', 'C00000BRAND']
    const answers = () => slack.state.ephemerals.filter((one) => one.user === user)
    const latest = () => answers().at(-1)?.message
    const ask = async (line: string, words: RegExp) => {
      await slack.people.runCommand({ user, channel: where, line: `/mentions ${line}` })
      await bot.until(`an answer to ${line}`, () => words.test(latest()?.text ?? ''))
      return latest()
    }
    const press = (actionId: string, choice?: string) =>
      slack.people.press({
        ...{ user, channel: where, ts: latest()?.ts ?? '', actionId },
        ...(choice !== undefined && { choice }),
      })
    const opened = async (title: string) => {
      const find = () => slack.state.views.findLast(({ view }) => JSON.stringify(view.title).includes(title))
      await bot.until(`the form ${title}`, () => find() !== undefined)
      return find()?.view.id ?? ''
    }

    await ask('listen rivals OR', /A word is missing after OR/)
    const preview = await ask('listen rivals', /2 mentions lately for/)
    expect(preview?.text).toContain('Feeds 2')
    expect(preview?.text).toContain('Rivals open a shop')
    await press('listen_here')
    await bot.until('the subscription', () =>
      slack.control.messages('brand-watch').some(({ text }) => text.includes('subscribed this channel to')),
    )
    await ask('alerts', /rivals · 2 mentions · posted here/)
    await press('listening_menu', 'edit:1002')
    const form = await opened('Edit alert')
    const answersOf = (query: string) => ({
      listen_name: { listen_name: 'Our rivals' },
      listen_query: { listen_query: query },
      listen_languages: { listen_languages: 'en' },
    })
    const refused = await slack.people.submitView({ user, viewId: form, answers: answersOf('(rivals') })
    expect(JSON.stringify(refused)).toContain('cannot be searched for')
    await slack.people.submitView({ user, viewId: form, answers: answersOf('rivals -shop') })
    await ask('alerts', /Our rivals: rivals -shop · only en · 2 mentions · posted here/)
    await press('listening_menu', 'remove:1002')
    await slack.people.submitView({ user, viewId: await opened('Remove alert'), answers: {} })
    await bot.until('the end of the subscription', () =>
      slack.control.messages('brand-watch').some(({ text }) => text.includes('unsubscribed')),
    )
    await bot.until('the list without it', () =>
      /no longer listens for Our rivals/.test(latest()?.text ?? ''),
    )
    expect(latest()?.text).toContain('Acme: acme')
    expect(latest()?.text).not.toContain('rivals -shop')
  })

  it('the bot survives the end of its mention service and starts it again, and neither outlives the other', async () => {
    const bot = await newcomer(`listen:
  alerts: [{ name: Acme, query: acme }]
subscriptions: [{ name: acme, alert: Acme, channel: '#brand-watch' }]
`)
    const first = bot.start()
    await bot.until('the first sync', () => bot.slack.control.messages('brand-watch').length > 0)
    const [killed = 0] = childrenOf(first.pid)
    process.kill(killed, 'SIGKILL')
    await bot.until('the service was started again', () =>
      childrenOf(first.pid).some((pid) => pid !== killed),
    )
    while ((await statusOf(bot))?.listening?.isRunning !== true) await wait(50)
    expect(await statusOf(bot)).toMatchObject({ ok: true, listening: { lastEnd: 'signal SIGKILL' } })

    const [orphan = 0] = childrenOf(first.pid)
    await bot.end('SIGKILL')
    await bot.until('the service has ended, too', () => !existsSync(`/proc/${orphan}`))
    const second = bot.start()
    await bot.until('the service runs again', () => childrenOf(second.pid).length > 0)
    const [last = 0] = childrenOf(second.pid)
    expect(await bot.end('SIGTERM')).toBe(0)
    expect(existsSync(`/proc/${last}`)).toBe(false)
  })
})

/** When the only feed answered last. */
const lastAnswerAt = (status: Awaited<ReturnType<typeof statusOf>>) =>
  status?.listening?.sources[0]?.lastAnswer

/** The processes that a process has started. */
function childrenOf(pid: number | undefined): number[] {
  const file = `/proc/${pid}/task/${pid}/children`
  return existsSync(file) ? readFileSync(file, 'utf8').split(' ').filter(Boolean).map(Number) : []
}

it('with DATABASE_URL and no MENTIONS_API_URL, the bot says which command runs the mention service, with exit code 78', async () => {
  const bot = await newcomer('listen: { alerts: [{ name: Acme, query: acme }] }\n')
  Object.assign(bot.environment, { DATABASE_URL: 'postgres://127.0.0.1:1/none' })
  const started = bot.start()
  await once(started, 'exit')
  expect(started.exitCode).toBe(78)
  expect(bot.output()).toMatch(/run `(npx overheard|npm run) listen` and set MENTIONS_API_URL/)
})
