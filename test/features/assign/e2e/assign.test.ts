import { parse } from 'csv-parse/sync'
import { afterEach, describe, expect, it } from 'vitest'
import { type Receiver, startReceiver } from '../../../../sandbox/webhook-receiver.ts'
import { reminderSchema } from '../../../../src/stored-kinds.ts'
import { openStoreOf } from '../../../tools/e2e/bot-store.ts'
import { onPostgres, type World } from '../../../tools/e2e/bot-world.ts'
import { inHttpMode } from '../../../tools/e2e/http-mode.ts'
import { ana, ben, brand, mei, support } from '../../../tools/e2e/people-world.ts'
import { createProcesses, type Processes } from '../../../tools/e2e/processes.ts'

/** Rules assign mentions in turn. Slack knows nobody with this id. */
const ghost = 'U000000GONE'
const names = new Map([
  [ana, 'Ana Lima'],
  [ben, 'Ben Okafor'],
  [mei, 'mei'],
])

const secret = `whsec_${Buffer.from('a secret of thirty-two bytes long').toString('base64')}`
const schedule = '*/2 * * * * *'
const shared = { alert: 'Acme brand', schedule, burst: 1000, backfill: 9 }
const rules = [{ when: { language: ['de'] }, to: [ghost, ana, ben] }]

let processes: Processes | undefined
let receiver: Receiver | undefined
afterEach(async () => {
  await processes?.close()
  await receiver?.close()
  receiver = undefined
})

function cardsIn({ slack }: World, channel: string) {
  const shown = slack.control.messages(channel)
  return (id: number) => {
    const url = `/${id}?`
    const text = shown.map(({ text: words, blocks }) => `${words} ${JSON.stringify(blocks ?? [])}`)
    return text.find((one) => one.includes(`Acme case ${id} `) || one.includes(url)) ?? ''
  }
}

/** The person to whom a card in a channel is assigned. */
const holder = (world: World, channel: string, id: number) =>
  /Assigned to (Ana Lima|Ben Okafor|mei) by a rule \(German\)/.exec(cardsIn(world, channel)(id))?.[1]

function told({ slack }: World, user: string, words: string): string[] {
  const direct = [...slack.state.channels.values()].find((one) => one.kind === 'im' && one.user === user)
  const messages = direct === undefined ? [] : slack.control.messages(direct.id)
  return messages.flatMap(({ text }) => (text.includes(words) ? [text] : []))
}

describe.each([
  ['Socket Mode', async () => undefined],
  ['HTTP mode', inHttpMode],
])('in %s', (_name, mode) => {
  it('a rule assigns mentions in turn: the card, the direct message, the open list, the export and the webhook say so', async () => {
    receiver = await startReceiver({ secret })
    const options = await mode()
    const configuration = {
      assign: rules,
      webhooks: [{ url: receiver.url, secretEnv: 'WEBHOOK_SECRET', allowPrivate: true }],
      subscriptions: [
        { ...shared, name: 'brand', channel: brand },
        { ...shared, name: 'support', channel: support, assign: [] },
      ],
    }
    processes = await createProcesses(1, configuration, {
      ...options,
      environment: { ...options?.environment, WEBHOOK_SECRET: secret },
    })
    const { world, people } = processes
    for (const id of [1, 2, 3]) world.add(id, { title: `Acme case ${id} `, language: 'de' })
    world.add(4, { title: 'Acme case 4 ', language: 'en' })
    await processes.startAll()
    const holders = () => [1, 2, 3, 4].map((id) => holder(world, brand, id))
    await world.until('the assignments', () => holders().filter(Boolean).length === 3)
    await world.until('the card that no rule assigns', () => cardsIn(world, brand)(4) !== '')
    expect(holders()).toEqual(['Ana Lima', 'Ben Okafor', 'Ana Lima', undefined])
    expect(holder(world, support, 1)).toBeUndefined()
    await world.until('the direct messages', () => told(world, ana, 'Acme case').length === 2)
    expect(await people.ask(mei, brand, '/mentions why 2')).toContain(
      `\nAssigned to ${holder(world, brand, 2)} by a rule (German): their turn`,
    )
    await world.until('the other direct message', () => told(world, ben, 'Acme case 2').length === 1)
    expect(told(world, ana, 'By a rule (German): your turn')).toHaveLength(2)
    expect(await people.ask(ben, brand, '/mentions open')).toContain('assigned to Ana Lima')
    expect(await people.ask(ben, brand, '/mentions open mine')).toContain('assigned to you by a rule')
    await people.ask(mei, brand, '/mentions export brand 7d')
    const direct = [...world.slack.state.channels.values()].find(({ user }) => user === mei)
    const [file] = people.messages(direct?.id ?? '').at(-1)?.files ?? []
    const csv = await (await fetch(file?.url_private ?? '')).text()
    const rows: Record<string, string>[] = parse(csv, { columns: true, bom: true })
    const exported = rows.map((row) => [row['mention id'], row.state, row.person, row['assigned by']])
    expect(exported.toSorted()).toEqual([
      ['1', 'assigned', 'Ana Lima', 'a rule'],
      ['2', 'assigned', 'Ben Okafor', 'a rule'],
      ['3', 'assigned', 'Ana Lima', 'a rule'],
      ['4', 'open', '', ''],
    ])
    const events = () => receiver?.received.filter(({ type }) => type === 'mention.assigned') ?? []
    await world.until('the events', () => events().length >= 3)
    expect(events().map(({ body }) => body)).toMatchObject(
      [ana, ben, ana].map((id) => ({
        data: { by: { id: '', name: 'a rule' }, to: { id, name: names.get(id) }, why: 'German, their turn' },
      })),
    )
    // The person says in the direct message that they have it.
    const toBen = [...world.slack.state.channels.values()].find(({ user }) => user === ben)
    const ts = people.messages(toBen?.id ?? '').at(-1)?.ts ?? ''
    await people.press(ben, toBen?.id ?? '', ts, 'reminder_claim')
    await world.until('the claim', () => cardsIn(world, brand)(2).includes('Claimed by Ben Okafor'))
  })
})

it('a rule gives a mention of a private alert only to people who may see it', async () => {
  const crisis = 'C0000CRISIS'
  processes = await createProcesses(
    1,
    {
      assign: [{ when: { language: ['de'] }, to: [ana, ben] }],
      private: ['Acme brand'],
      subscriptions: [{ ...shared, name: 'crisis', channel: crisis }],
    },
    {
      slack: {
        tiers: 'off',
        users: [
          { id: ana, name: 'ana', displayName: 'Ana Lima' },
          { id: ben, name: 'ben', displayName: 'Ben Okafor' },
        ],
        channels: [{ id: crisis, name: 'crisis', botIsMember: true, isPrivate: true, members: [ben] }],
      },
    },
  )
  const { world } = processes
  for (const id of [1, 2]) world.add(id, { title: `Acme case ${id} `, language: 'de' })
  await processes.startAll()
  await world.until('the assignments', () => [1, 2].every((id) => holder(world, crisis, id) !== undefined))
  expect([1, 2].map((id) => holder(world, crisis, id))).toEqual(['Ben Okafor', 'Ben Okafor'])
  expect(told(world, ana, 'Acme')).toEqual([])
})

it('if nobody on the list can have a mention, its card says so, and it stays open', async () => {
  processes = await createProcesses(1, {
    assign: [{ when: { language: ['de'] }, to: [ghost] }],
    subscriptions: [{ ...shared, name: 'brand', channel: brand }],
  })
  const { world, people } = processes
  world.add(1, { title: 'Acme case 1 ', language: 'de' })
  await processes.startAll()
  await world.until('the reason', () =>
    cardsIn(
      world,
      brand,
    )(1).includes('Assigned to nobody by a rule (German): nobody on its list can have it'),
  )
  expect(await people.ask(ana, brand, '/mentions open')).toContain('Acme case 1')
})

describe.each([
  ['one process on a folder', 1],
  ['three processes on one database', 3],
])('with kills -9 of %s', (_name, size) => {
  it.skipIf(onPostgres && size === 1)(
    'between posts, choices and direct messages, everybody gets their turns, and hears of each mention once',
    async () => {
      processes = await createProcesses(size, {
        doubtSeconds: 1,
        assign: [{ when: { language: ['de'] }, to: [ana, ben, mei] }],
        subscriptions: [{ ...shared, name: 'brand', channel: brand }],
      })
      const { world } = processes
      const { slack } = world
      const isPosted = (id: number) => world.ids(brand).includes(String(id))
      const add = (id: number) => world.add(id, { title: `Acme case ${id} `, language: 'de' })
      add(1)
      await processes.startAll()
      await world.until('the first card', () => isPosted(1))
      await processes.killAll()
      // Cards are not drawn, one direct message is posted without an answer, and another is lost.
      slack.control.fault({ method: 'chat.update', act: { do: 'hang' } })
      slack.control.fault({
        ...{ method: 'chat.postMessage', text: 'Assigned to you', times: 1 },
        act: { do: 'hang', after: true },
      })
      slack.control.fault({
        ...{ method: 'chat.postMessage', text: 'Assigned to you', times: 1 },
        act: { do: 'hang' },
      })
      await processes.startAll()
      add(2)
      await world.until('the second card', () => isPosted(2))
      await world.until('a direct message', () => told(world, ana, 'Assigned to you').length > 0)
      await processes.killAll()
      for (const id of [3, 4]) {
        await processes.startAll()
        add(id)
        await world.until('a card', () => isPosted(id))
        await processes.killAll()
      }
      slack.control.clearFaults(1)
      await processes.startAll()
      for (const id of [5, 6]) add(id)
      const ids = [1, 2, 3, 4, 5, 6]
      const holders = () => ids.map((id) => holder(world, brand, id))
      await world.until('the assignments', () => holders().every(Boolean))
      const inTurn = [ana, ben, mei, ana, ben, mei]
      expect(holders()).toEqual(inTurn.map((user) => names.get(user)))
      const counts = () =>
        [ana, ben, mei].map((user) => ids.map((id) => told(world, user, `Acme case ${id}`).length))
      await world.until('the direct messages', () => counts().flat().filter(Boolean).length === 6)
      await processes.killAll()
      const store = await openStoreOf(world)
      const reminders = await store.collection('reminders', reminderSchema).all().finally(store.close)
      expect(reminders.filter(({ sent, pending }) => !(sent ?? pending))).toEqual([])
      expect(counts()).toEqual([ana, ben, mei].map((user) => inTurn.map((one) => (one === user ? 1 : 0))))
    },
  )
})
