import { afterAll, beforeAll, expect, it } from 'vitest'
import { signatureOf } from '../../../packages/slack-on-your-desk/src/index.ts'
import { channel, createWorld, type World } from '../../tools/e2e/bot-world.ts'
import { inHttpMode, secret } from '../../tools/e2e/http-mode.ts'
import { openForms } from '../../tools/e2e/pending.ts'

/** HTTP mode: the real bot process gets signed requests. */

const ana = 'U0000000ANA'
let world: World
let address: string

beforeAll(async () => {
  const mode = await inHttpMode()
  address = mode.address
  world = await createWorld({
    ...mode,
    environment: { ...mode.environment, MCP_TOKEN: 'a-token-for-assistants' },
    configuration: {
      subscriptions: [{ name: 'acme', alert: 'Acme brand', channel, schedule: '* * * * * *' }],
    },
  })
  world.add(1)
  world.start()
  await world.until('the initial sync', () => world.watches())
})
afterAll(() => world?.close())

const seen = () => world.slack.state.ephemerals.map(({ message }) => message.text)

/** Sends a command as Slack would, with any signature. */
async function send(signedWith: string, agedSeconds: number): Promise<number> {
  const fields = {
    command: '/mentions',
    text: 'mute author Nobody',
    user_id: ana,
    channel_id: channel,
    channel_name: 'brand-watch',
    team_id: 'T0000000001',
    trigger_id: '1',
    response_url: `${world.slack.url}/nowhere`,
  }
  const body = new URLSearchParams(fields).toString()
  const timestamp = String(Math.floor(Date.now() / 1000) - agedSeconds)
  const response = await fetch(address, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-slack-request-timestamp': timestamp,
      'x-slack-signature': signatureOf(signedWith, timestamp, body),
    },
  })
  return response.status
}

it('in HTTP mode the bot answers signed commands, buttons and modals', async () => {
  await world.slack.people.runCommand({ user: ana, channel, line: '/mentions list' })
  await world.until('the list', () => seen().some((text) => text.includes('acme: Acme brand')))
  const [line] = world.posted()
  await world.slack.people.press({ user: ana, channel, ts: line?.ts ?? '', actionId: 'first_look_show_one' })
  await world.until('a sample', () => seen().some((text) => text.includes('Acme in the news')))
  await world.slack.people.runCommand({ user: ana, channel, line: '/mentions subscribe' })
  await world.until('a modal', () => openForms(world).length > 0)
  const viewId = openForms(world)[0]?.view.id ?? ''
  await world.slack.people.submitView({ user: ana, viewId, answers: { alert: { alert: '1001' } } })
  const lines = () => world.slack.control.messages(channel).map(({ text }) => text)
  await world.until('the line', () => lines().some((text) => text.includes('as acme-brand')))
})

it('in HTTP mode a mention is one card in a channel that two subscriptions share, and one press claims it', async () => {
  world.add(7)
  const blocks = () => JSON.stringify(world.slack.control.messages(channel).map((one) => one.blocks))
  await world.until('a card of both', () => blocks().includes('Also matches the subscription “acme-brand”'))
  expect(world.ids().filter((id) => id === '7')).toHaveLength(1)
  const card = () => world.posted().find(({ ids }) => ids.includes('7'))
  await world.slack.people.press({
    user: ana,
    channel,
    ts: card()?.ts ?? '',
    actionId: 'mention_claim',
  })
  await world.until('the claim', () => card()?.text.includes('Claimed by Ana Lima') === true)
  expect(blocks()).toContain('Also matches the subscription “acme-brand”')
})

it('in HTTP mode the bot answers the buttons of a card, and shows the home tab', async () => {
  world.add(2)
  const card = () => world.posted().find(({ ids }) => ids.includes('2'))
  await world.until('the card', () => card() !== undefined)
  const press = (actionId: string) =>
    world.slack.people.press({ user: ana, channel, ts: card()?.ts ?? '', actionId })
  await press('mention_claim')
  await world.until('the claim', () => card()?.text.includes('Claimed by Ana Lima') === true)
  await press('mention_done')
  await world.until('done', () => card()?.text.includes('✓ Done by Ana Lima') === true)
  await press('mention_reopen')
  await world.until('it is open', () => card()?.text.includes('Done') === false)
  const home = () => JSON.stringify(world.slack.state.homes.get(ana)?.blocks ?? [])
  await world.slack.people.openHome(ana)
  await world.until('the home tab', () => home().includes('Alerts in your channels'))
})

it.each([
  ['a wrong signature', 'another-secret', 0],
  ['a signature that is six minutes old', secret, 360],
])('in HTTP mode a request with %s is refused with 401 and has no effect', async (_, signedWith, age) => {
  expect(await send(signedWith, age)).toBe(401)
  await world.slack.people.runCommand({ user: ana, channel, line: '/mentions mutes' })
  await world.until('the mutes', () => seen().at(-1) === 'Nothing is muted in this channel.')
})

it('in HTTP mode many requests with wrong signatures cause one warning, and no line that Bolt writes', async () => {
  for (let count = 0; count < 20; count++) expect(await send('another-secret', 0)).toBe(401)
  const lines = world.output().split('\n')
  expect(lines.filter((line) => line.includes('with a wrong signature'))).toHaveLength(1)
  expect(lines.filter((line) => /verify/i.test(line))).toEqual([])
})

it('in HTTP mode a request with a correct and new signature is accepted and takes effect', async () => {
  expect(await send(secret, 0)).toBe(200)
  const lines = () => world.slack.control.messages(channel).map(({ text }) => text)
  await world.until('the mute', () => lines().some((text) => text.includes('muted the author Nobody')))
})

it('in HTTP mode the bot refuses a GET request with 405 and continues to work', async () => {
  expect((await fetch(address)).status).toBe(405)
  expect(await send(secret, 0)).toBe(200)
})

it('in HTTP mode the port of Slack also answers AI assistants, only with their token', async () => {
  const ask = (headers: Record<string, string>) =>
    fetch(new URL('/mcp', address), {
      method: 'POST',
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
    })
  expect((await ask({})).status).toBe(401)
  const answered = await ask({ authorization: 'Bearer a-token-for-assistants' })
  expect([answered.status, await answered.text()]).toEqual([200, expect.stringContaining('search_mentions')])
})
