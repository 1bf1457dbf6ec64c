import { afterAll, beforeAll, expect, it } from 'vitest'
import { channel, createWorld, type World } from '../tools/e2e/bot-world.ts'
import { type PostgresServer, startPostgres } from '../tools/postgres.ts'

/** Two processes on one database: a change made through one is visible to the other at its next answer. */

const ana = 'U0000000ANA'
const support = 'C0000SUPPRT'
const configuration = {
  subscriptions: [{ name: 'acme', alert: 'Acme brand', channel, schedule: '* * * * * *' }],
}

let server: PostgresServer
let world: World
beforeAll(async () => {
  server = await startPostgres()
  world = await createWorld({ configuration, environment: { DATABASE_URL: await server.database() } })
  for (let process = 0; process < 2; process++) world.start()
  await world.until('both are connected', () => world.slack.control.sockets() === 2)
  await world.until('both run', () => world.output().split('Overheard is running').length === 3)
  await world.until('the initial sync', () => world.posted().length > 0)
})
afterAll(async () => {
  await world?.close()
  await server?.stop()
})

const answers = () => world.slack.state.ephemerals.map(({ message }) => message.text)
const told = (words: string) => world.slack.control.messages(support).some(({ text }) => text.includes(words))
const run = (line: string) =>
  world.slack.people.runCommand({ user: ana, channel: support, line: `/mentions ${line}` })

/** Asks once for each process: Slack gives each question to another one. */
async function askEach(line: string): Promise<string[]> {
  const before = answers().length
  for (let asked = 1; asked <= 2; asked++) {
    await run(line)
    await world.until(`answer ${asked} to ${line}`, () => answers().length === before + asked)
  }
  return answers().slice(before)
}

it('two processes on one database both list a mute that was given to one of them', async () => {
  await run('mute author Nobody 7d')
  await world.until('the mute', () => told('muted the author Nobody'))
  for (const answer of await askEach('mutes')) expect(answer).toContain('Nobody (author) · Muted until ')
})

it('two processes on one database both list a subscription that was made through the first and paused through the second', async () => {
  await run('subscribe "acme brand"')
  const view = () => world.slack.state.views.find(({ user }) => user === ana)?.view.id
  await world.until('a modal', () => view() !== undefined)
  await world.slack.people.submitView({ user: ana, viewId: view() ?? '', answers: {} })
  await world.until('the subscription', () => told('as acme-brand'))
  for (const answer of await askEach('list')) expect(answer).toContain('acme-brand: Acme brand')
  await run('pause acme-brand')
  await world.until('the pause', () => told('paused acme-brand'))
  for (const answer of await askEach('list')) expect(answer).toContain('Paused since')
})
