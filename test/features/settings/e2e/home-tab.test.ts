import { createServer } from 'node:http'
import { expect, it, onTestFinished } from 'vitest'
import { createStoredAnswers } from '../../../../src/cli/setup/stored-answers.ts'
import { storePlaceOf } from '../../../../src/store/of-commands.ts'
import { channel, createWorld, onPostgres } from '../../../tools/e2e/bot-world.ts'
import { serveFeed } from '../../../tools/e2e/newcomer.ts'
import { runCommand } from '../../../tools/e2e/run-command.ts'
import { urlOf } from '../../../tools/http-server.ts'

const [user, other] = ['U0000000ANA', 'U0000000BEN']

it.skipIf(onPostgres)(
  'on the home tab, feeds and the owner are set without a restart, listed among the changes, undone, and kept over a kill',
  async () => {
    const first = await serveFeed([{ id: 1, title: 'Acme opens a shop', hoursAgo: 3 }])
    const second = await serveFeed([{ id: 2, title: 'Acme closes a shop', hoursAgo: 2 }])
    const bot = await createWorld({
      configuration: {},
      environment: { MENTIONS_API_URL: '', MENTIONS_API_TOKEN: '', CONFIG_FILE: '' },
    })
    onTestFinished(bot.close)
    await createStoredAnswers(storePlaceOf(bot.environment), Date.now).save(
      `listen: { alerts: [{ name: Acme, query: acme }], feeds: ['${first}'], allowPrivate: true }
subscriptions: [{ name: acme, alert: Acme, channel: ${channel} }]\n`,
    )
    const { slack, until, output } = bot
    bot.start()
    const texts = () => JSON.stringify(slack.control.messages('brand-watch'))
    await until('the first sync', () => texts().includes('Watching'))
    await until('Slack is connected', () => slack.control.sockets() > 0)
    expect(texts()).toContain('Since')

    const home = (of: string) => JSON.stringify(slack.state.homes.get(of) ?? '')
    await slack.people.openHome(user)
    await until('the greeting', () => home(user).includes('Three steps'))
    await slack.people.openHome(other)
    await until('the home tab of the other', () => home(other).includes('Settings…'))
    expect(home(other)).not.toContain('Three steps')

    const views = () =>
      slack.state.views.filter(({ view }) => JSON.stringify(view.title).includes('Settings'))
    const open = async (times: number) => {
      await slack.people.pressInView({ user, actionId: 'settings_open', answers: {} })
      await until('the form', () => views().length === times)
      return views().at(-1)
    }
    const form = await open(1)
    expect(JSON.stringify(form?.view)).toContain(first)
    await slack.people.submitView({
      user,
      viewId: form?.view.id ?? '',
      answers: {
        settings_owner: { settings_owner: user },
        settings_feeds: { settings_feeds: `${first}\n${second}` },
      },
    })
    const applied = () => output().split('the bot has read its settings again').length - 1
    await until('the settings', () => applied() >= 1)
    await until('a mention of the new feed', () => texts().includes('Acme closes a shop'))
    expect(output()).not.toContain('needRestart')

    const direct = slack.people.directMessages(user)
    const told = () =>
      slack.control.messages(direct).find(({ text }) => text.includes('changed owner, listen'))
    await until('the announcement', () => told() !== undefined)
    await bot.end('SIGKILL')
    await until('the end of the connection', () => slack.control.sockets() === 0)
    bot.start()
    await until('Slack is connected again', () => slack.control.sockets() > 0)
    await slack.people.runCommand({ user: other, channel, line: '/mentions changes' })
    const answers = () => slack.state.ephemerals.map(({ message }) => message.text).join()
    await until('the list of changes', () => answers().includes('changed owner, listen of Overheard'))
    await slack.people.press({ user, channel: direct, ts: told()?.ts ?? '', actionId: 'change_undo' })
    await until('the undo', () => JSON.stringify(slack.control.messages(direct)).includes('undid: '))
    const exported = await runCommand(bot, 'export-config')
    expect(exported.said).not.toContain(second)
    expect(exported.said).not.toContain('owner')
  },
)

/** A site that is called Tideline and has a feed. Returns its address. */
async function serveSite(feed: string): Promise<string> {
  const page = `<!doctype html><title>Tideline</title><meta property="og:site_name" content="Tideline HQ">
<link rel="alternate" type="application/rss+xml" href="${feed}">`
  const server = createServer((_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end(page),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return urlOf(server)
}

it.skipIf(onPostgres)(
  'on the home tab, the address of the own site gives an alert and a feed, which count at once, and an undo takes them back',
  async () => {
    const first = await serveFeed([{ id: 1, title: 'Tideline HQ opens a shop', hoursAgo: 3 }])
    const second = await serveFeed([{ id: 2, title: 'Tideline HQ closes a shop', hoursAgo: 2 }])
    const site = await serveSite(second)
    const bot = await createWorld({
      configuration: {},
      // No proxy answers, so that the networks that are proposed are not asked in earnest.
      environment: {
        ...{ MENTIONS_API_URL: '', MENTIONS_API_TOKEN: '', CONFIG_FILE: '' },
        HTTPS_PROXY: 'http://127.0.0.1:9',
      },
    })
    onTestFinished(bot.close)
    await createStoredAnswers(storePlaceOf(bot.environment), Date.now).save(
      `listen: { alerts: [{ name: Shops, query: opens OR closes }], feeds: ['${first}'], allowPrivate: true }
subscriptions: [{ name: shops, alert: Shops, channel: ${channel} }]\n`,
    )
    const { slack, until, output } = bot
    bot.start()
    const posted = () => JSON.stringify(slack.control.messages('brand-watch'))
    await until('the first feed', () => posted().includes('Tideline HQ opens a shop'))
    await until('Slack is connected', () => slack.control.sockets() > 0)
    const home = () => JSON.stringify(slack.state.homes.get(user) ?? '')
    await slack.people.openHome(user)
    await until('the home tab', () => home().includes('Settings…'))

    const formCalled = (title: string) =>
      slack.state.views.filter(({ view }) => JSON.stringify(view.title).includes(title)).at(-1)
    await slack.people.pressInView({ user, actionId: 'settings_open', answers: {} })
    await until('the settings', () => formCalled('Settings') !== undefined)
    await slack.people.submitView({
      user,
      viewId: formCalled('Settings')?.view.id ?? '',
      answers: {
        settings_site: { settings_site: site },
        settings_feeds: { settings_feeds: first },
      },
    })
    await until('what the site suggests', () => formCalled('Your own site') !== undefined)
    const suggested = formCalled('Your own site')?.view
    expect(JSON.stringify(suggested)).toContain('Tideline HQ would have found 1 post lately, such as')
    expect(JSON.stringify(suggested)).toContain(second)
    // All but the sources, which would be asked over the network.
    await slack.people.submitView({
      user,
      viewId: suggested?.id ?? '',
      answers: {
        settings_site_alerts: { settings_site_alerts: 'Tideline HQ: "Tideline HQ"' },
        settings_feeds: { settings_feeds: second },
      },
    })
    await until('a mention of the new feed', () => posted().includes('Tideline HQ closes a shop'))
    expect(output()).not.toContain('needRestart')
    await slack.people.runCommand({ user: other, channel, line: '/mentions alerts' })
    const answers = () => JSON.stringify(slack.state.ephemerals)
    await until('the list of alerts', () => answers().includes('Tideline HQ'))

    const direct = slack.people.directMessages(user)
    const told = () => slack.control.messages(direct).find(({ text }) => text.includes('changed listen'))
    await until('the announcement', () => told() !== undefined)
    await slack.people.press({ user, channel: direct, ts: told()?.ts ?? '', actionId: 'change_undo' })
    await until('the undo', () => JSON.stringify(slack.control.messages(direct)).includes('undid: '))
    const exported = await runCommand(bot, 'export-config')
    expect(exported.said).toContain(first)
    expect(exported.said).not.toContain('Tideline HQ')
  },
)
