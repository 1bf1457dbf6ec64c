import { afterAll, beforeAll, expect, it } from 'vitest'
import { channel, createWorld, type World } from '../tools/e2e/bot-world.ts'
import { peopleOf } from '../tools/e2e/from-slack.ts'
import { isPending, openForms } from '../tools/e2e/pending.ts'
import { type PostgresServer, startPostgres } from '../tools/postgres.ts'

/** Three processes on one database: a change made through one is visible to the others at their next answer. */

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
  for (let process = 0; process < 3; process++) world.start()
  await world.until('all are connected', () => world.slack.control.sockets() === 3)
  await world.until('all run', () => world.output().split('Overheard is running').length === 4)
  await world.until('the initial sync', () => world.watches())
})
afterAll(async () => {
  await world?.close()
  await server?.stop()
})

const answers = () =>
  world.slack.state.ephemerals.filter((one) => !isPending(one)).map(({ message }) => message.text)
const told = (words: string) => world.slack.control.messages(support).some(({ text }) => text.includes(words))
const run = (line: string) =>
  world.slack.people.runCommand({ user: ana, channel: support, line: `/mentions ${line}` })

/** Asks once for each process: Slack gives each question to another one. */
async function askEach(line: string): Promise<string[]> {
  const before = answers().length
  for (let asked = 1; asked <= 3; asked++) {
    await run(line)
    await world.until(`answer ${asked} to ${line}`, () => answers().length === before + asked)
  }
  return answers().slice(before)
}

it('three processes on one database all list a mute that a person created through one of them', async () => {
  await run('mute author Nobody 7d')
  await world.until('the mute', () => told('muted the author Nobody'))
  for (const answer of await askEach('mutes')) expect(answer).toContain('Nobody (author) · Muted until ')
})

it('three processes on one database all list a subscription that a person created, and later paused, through one of them', async () => {
  await run('subscribe "acme brand"')
  const view = () => openForms(world).find(({ user }) => user === ana)?.view.id
  await world.until('a modal', () => view() !== undefined)
  await world.slack.people.submitView({ user: ana, viewId: view() ?? '', answers: {} })
  await world.until('the subscription', () => told('as acme-brand'))
  for (const answer of await askEach('list')) expect(answer).toContain('acme-brand: Acme brand')
  await peopleOf(world).confirmed('pause acme-brand', ana, support)
  await world.until('the pause', () => told('paused posts of acme-brand'))
  for (const answer of await askEach('list')) expect(answer).toContain('Paused by')
})

it('a subscription of the configuration file can be paused and resumed through each of three processes, and no mention of a pause is lost', async () => {
  const inBrand = (line: string) =>
    world.slack.people.runCommand({ user: ana, channel, line: `/mentions ${line}` })
  const count = (words: string) =>
    world.slack.control.messages(channel).filter(({ text }) => text.includes(words)).length
  for (let through = 1; through <= 3; through++) {
    await inBrand('pause acme 2h')
    await world.until('the pause', () => count('paused posts of acme until ') === through)
    // The leader learns of the pause at its next answer.
    for (const answer of await askEach('open')) expect(answer).not.toBe('')
    world.add(50 + through)
    for (const answer of await askEach('open')) expect(answer).not.toBe('')
    expect(world.ids()).not.toContain(String(50 + through))
    await inBrand('resume acme')
    await world.until('the mention', () => world.ids().includes(String(50 + through)))
  }
  expect(world.ids().filter((id) => Number(id) > 50)).toEqual(['51', '52', '53'])
})
