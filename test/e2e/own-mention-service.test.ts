import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { onPostgres } from '../tools/e2e/bot-world.ts'
import { childrenOf } from '../tools/e2e/children.ts'
import { newcomer, serveFeed } from '../tools/e2e/newcomer.ts'
import { runCommand } from '../tools/e2e/run-command.ts'
import { statusOf } from '../tools/e2e/status.ts'

/** With DATABASE_URL the bot does not start the service. */
describe.skipIf(onPostgres)('without an account, with four lines of YAML and a feed,', () => {
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

    const [user, where] = ['U0000000ANA', 'C00000BRAND']
    const answers = () => slack.state.ephemerals.filter((one) => one.user === user)
    const latest = () => answers().at(-1)?.message
    /** Asks again after a second, because the feed may not have answered yet, or too much was asked. */
    const ask = async (line: string, words: RegExp) => {
      const once = async () => {
        const before = answers().length
        await slack.people.runCommand({ user, channel: where, line: `/mentions ${line}` })
        await bot.until(`an answer to ${line}`, () => answers().length > before)
        return latest()?.text
      }
      await expect.poll(once, { interval: 1000 }).toMatch(words)
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
    await ask('alerts', /rivals · .*2 mentions · posted here/)
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
    await ask('alerts', /Our rivals: rivals -shop · .*only en · 2 mentions · posted here/)
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

  it('export-config shows beside the bot the alert that people listen for, and with its result as the file the alert keeps its id and mentions', async () => {
    const feed = await serveFeed([{ id: 1, title: 'Rivals raise their prices', hoursAgo: 3 }])
    const bot =
      await newcomer(`listen: { alerts: [{ name: Acme, query: acme }], feeds: ['${feed}'], allowPrivate: true }
subscriptions: [{ name: acme, alert: Acme, channel: '#brand-watch' }]
`)
    const user = 'U0000000ANA'
    const { slack } = bot
    const run = (line: string) =>
      slack.people.runCommand({ user, channel: 'C00000BRAND', line: `/mentions ${line}` })
    const answers = () => slack.state.ephemerals.filter((one) => one.user === user)
    const isStarted = (times: number) => () =>
      bot.output().split('Overheard is running').length > times && slack.control.sockets() > 0
    /** Asks again after a second, because the feed may not have answered yet. */
    const ask = (line: string, words: RegExp) => {
      const once = async () => {
        const before = answers().length
        await run(line)
        await bot.until(`an answer to ${line}`, () => answers().length > before)
        return answers().at(-1)?.message.text
      }
      return expect.poll(once, { interval: 1000 }).toMatch(words)
    }
    bot.start()
    await bot.until('the start', isStarted(1))
    await ask('listen rivals', /1 mention lately for/)
    const ts = answers().at(-1)?.message.ts ?? ''
    await slack.people.press({ user, channel: 'C00000BRAND', ts, actionId: 'listen_here' })
    await bot.until('the subscription', () =>
      slack.control.messages('brand-watch').some(({ text }) => text.includes('subscribed this channel to')),
    )
    const drift = await runCommand(bot, 'export-config', '--diff')
    expect(drift).toMatchObject({ code: 1, complained: '' })
    expect(drift.said).toMatch(
      /^the alert 'rivals' from Slack, which listens for rivals\nrivals: a subscription from Slack/,
    )
    const { said } = await runCommand(bot, 'export-config')
    expect(said).toContain('name: rivals')
    await bot.end('SIGTERM')
    writeFileSync(bot.environment.CONFIG_FILE ?? '', said)
    bot.start()
    await bot.until('the next start', isStarted(2))
    await ask('alerts', /Acme: acme.*\n.*rivals · .*1 mention · posted here · of the configuration file$/)
    expect(await runCommand(bot, 'export-config', '--diff')).toMatchObject({
      ...{ code: 0, said: expect.stringContaining('has everything that people have set in Slack') },
    })
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
    // A poll that failed meanwhile is a problem until the next one.
    const isWell = { ok: true, listening: { isRunning: true, lastEnd: 'signal SIGKILL' } }
    await expect.poll(() => statusOf(bot)).toMatchObject(isWell)

    const [orphan = 0] = childrenOf(first.pid)
    await bot.end('SIGKILL')
    await bot.until('the service has ended, too', () => !existsSync(`/proc/${orphan}`))
    const second = bot.start()
    await bot.until('the service runs again', () => childrenOf(second.pid).length > 0)
    const [last = 0] = childrenOf(second.pid)
    expect(await bot.end('SIGTERM')).toBe(0)
    // A bot that is stopped during its start does not wait for the service, which ends by itself.
    await bot.until('the service has ended with the bot', () => !existsSync(`/proc/${last}`))
  })
})

it('with DATABASE_URL and no MENTIONS_API_URL, the bot says which command runs the mention service, with exit code 78', async () => {
  const bot = await newcomer('listen: { alerts: [{ name: Acme, query: acme }] }\n')
  Object.assign(bot.environment, { DATABASE_URL: 'postgres://127.0.0.1:1/none' })
  const started = bot.start()
  await once(started, 'exit')
  expect(started.exitCode).toBe(78)
  expect(bot.output()).toMatch(/run `(npx overheard|npm run) listen` and set MENTIONS_API_URL/)
})
