import { createServer } from 'node:http'
import { afterEach, expect, it } from 'vitest'
import { z } from 'zod'
import { channel, createWorld, onPostgres, type World } from '../../../tools/e2e/bot-world.ts'
import { ana, ben, peopleOf } from '../../../tools/e2e/from-slack.ts'
import { brand, createPeopleWorld, crisis } from '../../../tools/e2e/people-world.ts'
import { urlOf } from '../../../tools/http-server.ts'
import { startPostgres } from '../../../tools/postgres.ts'

let world: World | undefined
const release: (() => Promise<unknown>)[] = []
afterEach(async () => {
  await world?.close()
  for (const end of release.splice(0)) await end()
})

const eventSchema = z.object({ type: z.string(), data: z.object({ what: z.string(), channel: z.string() }) })
const rowsSchema = z.array(z.record(z.string(), z.string()))

/** Receives events, and returns what was changed, by event id. */
async function startReceiver(): Promise<{ url: string; events: Map<string, z.infer<typeof eventSchema>> }> {
  const events = new Map<string, z.infer<typeof eventSchema>>()
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const event = eventSchema.parse(JSON.parse(Buffer.concat(chunks).toString()))
    events.set(String(request.headers['webhook-id']), event)
    response.writeHead(204).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  release.push(async () => server.close().closeAllConnections())
  return { url: urlOf(server), events }
}

async function ownPostgres(): Promise<Record<string, string>> {
  const server = await startPostgres()
  release.push(server.stop)
  return { DATABASE_URL: await server.database() }
}

const stores: [string, () => Promise<Record<string, string>>][] = [
  ...(onPostgres ? [] : [['a folder', async () => ({})] satisfies (typeof stores)[number]]),
  ['PostgreSQL', ownPostgres],
]

it.each(stores)(
  'changes from Slack survive a killed process, and are listed, exported and sent as events, with %s as the store',
  async (_store, environmentOf) => {
    const { url, events } = await startReceiver()
    const acme = { name: 'acme', alert: 'Acme brand', channel, schedule: '* * * * * *' }
    const secretEnv = 'WEBHOOK_SECRET'
    const started = await createWorld({
      configuration: {
        subscriptions: [acme],
        webhooks: [{ url, secretEnv, allowPrivate: true, events: ['settings.changed'] }],
      },
      environment: {
        ...(await environmentOf()),
        [secretEnv]: 'plain-text-of-thirty-two-letters',
      },
    })
    world = started
    const people = peopleOf(started)
    const ready = () => started.watches() && started.slack.control.sockets() > 0
    started.add(1)
    started.start()
    await started.until('a connection and the first look', ready)

    const { runCommand } = started.slack.people
    const run = (user: string, line: string) => runCommand({ user, channel, line: `/mentions ${line}` })
    await run(ana, 'mute author Kim Lee 7d')
    const mute = 'Ana Lima muted the author Kim Lee for 7 days'
    await started.until('the mute', () => people.told(mute) !== undefined)
    await people.press(people.told(mute)?.ts ?? '', 'change_undo', ben)
    await started.until('its undo', () => people.told('Ben Okafor undid') !== undefined)
    await run(ben, 'pause acme 4h')
    await started.until('the pause', () => people.told('Ben Okafor paused posts of acme') !== undefined)
    await started.end('SIGKILL')
    started.start()
    const again = () => started.output().split('Overheard is running').length === 3
    await started.until('the next start', () => again() && started.slack.control.sockets() > 0)

    const list = (await people.ask('changes')).split('\n')
    expect(list[0]).toBe('3 changes from Slack in this channel in the last 30 days')
    const sayings = list.slice(1).map((line) => line.replaceAll(/[\u2068\u2069]/g, ''))
    expect(sayings).toEqual([
      expect.stringMatching(
        /UTC · Ben Okafor paused posts of acme until .*; mentions found meanwhile are posted then$/,
      ),
      expect.stringMatching(new RegExp(`UTC · Ben Okafor undid: ${mute}$`)),
      expect.stringMatching(new RegExp(`UTC · ${mute}$`)),
    ])
    expect(await people.ask('changes all 1d')).toContain('#brand-watch')
    expect(await people.ask('changes acme')).toContain('takes all and a time of at most 90 days')

    expect(await people.ask('export changes 7d json')).toContain('3 changes of the last 7 days')
    const direct = [...started.slack.state.channels.values()].find(({ user }) => user === ana)
    const [file] = people.messages(direct?.id ?? '').at(-1)?.files ?? []
    expect(file?.name).toMatch(/^overheard-changes-.*\.json$/)
    const rows = rowsSchema.parse(await (await fetch(file?.url_private ?? '')).json())
    expect(rows.map(({ person, alerts }) => [person, alerts])).toEqual([
      ['Ana Lima', ''],
      ['Ben Okafor', ''],
      ['Ben Okafor', 'Acme brand'],
    ])
    await started.until('the events', () => events.size === 3)
    expect([...events.values()].map(({ type, data }) => [type, data.channel, data.what])).toEqual([
      ['settings.changed', channel, 'muted the author Kim Lee for 7 days'],
      ['settings.changed', channel, `undid: ${mute}`],
      ['settings.changed', channel, expect.stringMatching(/^paused posts of acme until /)],
    ])
  },
)

it('a change of a private alert is shown and exported only to people of its channels and to admins', async () => {
  const people = await createPeopleWorld()
  release.push(people.close)
  await people.start()
  await people.run(ben, crisis, '/mentions pause falcon 1h')
  await people.world.until('the pause', () =>
    /paused posts of falcon/.test(JSON.stringify(people.messages(crisis))),
  )
  await people.ask(ben, brand, '/mentions mute word sale 1d')
  await people.world.until('the mute', () => /muted the word/.test(JSON.stringify(people.messages(brand))))
  const askedBy = (user: string, line: string) => people.ask(user, brand, `/mentions ${line}`)
  expect(await askedBy(ben, 'changes all')).toMatch(/2 changes.*muted the word.*paused posts of falcon/s)
  const others = await askedBy(ana, 'changes all')
  expect(others).toMatch(/^1 change .*muted the word/s)
  expect(others).not.toContain('falcon')
  expect(await people.ask(ana, crisis, '/mentions changes')).not.toContain('falcon')
  expect(await askedBy(ana, 'export changes')).toMatch(/^1 change of/)
  expect(await askedBy(ben, 'export changes')).toMatch(/^2 changes of/)
})
