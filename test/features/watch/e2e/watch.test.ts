import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { reminderSchema } from '../../../../src/stored-kinds.ts'
import { openStoreOf } from '../../../tools/e2e/bot-store.ts'
import { alertId, createWorld, type World } from '../../../tools/e2e/bot-world.ts'
import { ana, ben, brand, eva, gil, mei, peopleIn } from '../../../tools/e2e/people-world.ts'
import { createProcesses } from '../../../tools/e2e/processes.ts'
import { problemThat } from '../../../tools/e2e/status.ts'

const notify = { groups: ['S0000000SUP'], when: { sentiment: ['negative'] } }
const schedule = '* * * * * *'

/** The direct messages to a person that contain these words. */
function told({ slack }: World, user: string, words: string): string[] {
  const direct = [...slack.state.channels.values()].find((one) => one.kind === 'im' && one.user === user)
  const messages = direct === undefined ? [] : slack.control.messages(direct.id)
  return messages.flatMap(({ text }) => (text.includes(words) ? [text] : []))
}

/** The card itself calls the group, too, but a call of the watch is a reply. */
const groupCalls = ({ slack }: World) =>
  slack.control
    .messages(brand)
    .filter(({ text }) => text.includes('<!subteam^S0000000SUP>'))
    .filter(({ ts, thread_ts }) => thread_ts !== undefined && thread_ts !== ts)

describe.concurrent.each([
  ['one process', 1],
  ['three processes on one database', 3],
])('a kill -9 of %s', (_name, size) => {
  it('between an urgent mention and the calls of the watch loses no call and repeats none', async () => {
    const processes = await createProcesses(size, {
      doubtSeconds: 1,
      onDuty: { users: [ana], from: '2026-11-23' },
      escalateAfter: '15s',
      subscriptions: [{ name: 'acme', alert: 'Acme brand', channel: brand, schedule, notify }],
    })
    const { world, people } = processes
    const { slack } = world
    /** Kills all processes, and moves the next call of each mention to now. Returns the calls that nobody has sent yet. */
    async function killAndMakeDue(): Promise<string[]> {
      await processes.killAll()
      const store = await openStoreOf(world)
      try {
        const reminders = store.collection('reminders', reminderSchema)
        const unsent = (await reminders.all()).filter(({ sent, pending }) => !(sent ?? pending))
        for (const one of unsent) await reminders.put(one.id, { ...one, due: Date.now() })
        return unsent.map((one) => `${one.kind} ${'stage' in one ? one.stage : ''}`)
      } finally {
        await store.close()
      }
    }
    try {
      await processes.startAll()
      await world.until('the first message', () => world.posted(brand).length === 1)
      for (const id of [1, 2]) world.add(id, { title: `Acme case ${id}`, sentiment: 'negative' })
      await world.until('the cards', () => world.ids(brand).length === 2)
      const claimed = world.posted(brand).find(({ ids }) => ids[0] === '2')?.ts ?? ''
      await people.press(ana, brand, claimed, 'mention_claim')
      await world.until('the claim', () => people.textOf(brand, claimed).includes('Claimed by Ana Lima'))
      expect(await killAndMakeDue()).toEqual(['watch-call person', 'watch-call person'])
      // Slack posts the direct message and never says so.
      slack.control.fault({
        ...{ method: 'chat.postMessage', text: 'Nobody has claimed', times: 1 },
        act: { do: 'hang', after: true },
      })
      await processes.startAll()
      await world.until('the call of the person', () => told(world, ana, 'case 1').length > 0)
      await processes.killAll()
      // The message to the group gets lost on its way.
      slack.control.fault({
        ...{ method: 'chat.postMessage', text: 'was notified first', times: 1 },
        act: { do: 'hang' },
      })
      await processes.startAll()
      await world.until('the lost call of the group', () => slack.state.faults.length === 0)
      await processes.killAll()
      await processes.startAll()
      await world.until('the call of the group', () => groupCalls(world).length > 0)
      // What is left was sent already, and the next start would only delete it.
      expect(await killAndMakeDue()).toEqual([])
      expect(['case 1', 'case 2'].map((words) => told(world, ana, words).length)).toEqual([1, 0])
      expect(groupCalls(world)).toMatchObject([{ text: expect.stringContaining('case 1') }])
    } finally {
      await processes.close()
    }
  })
})

/** Slack knows nobody with this id. The first turn begins in the far future, so the first person of the list is on duty. */
const ghost = 'U000000GONE'

const configuration = {
  onDuty: { users: [ghost, ana, ben], from: '2099-01-05' },
  escalateAfter: '2s',
  subscriptions: [{ name: 'acme', alert: 'Acme brand', channel: brand, schedule, notify }],
}

const workspace = {
  users: [
    { id: ana, name: 'ana', displayName: 'Ana Lima' },
    { id: ben, name: 'ben', displayName: 'Ben Okafor' },
    { id: mei, name: 'mei', displayName: 'Mei Tan' },
    { id: gil, name: 'gil', displayName: 'Gil Guest', kind: 'guest' as const },
    { id: eva, name: 'eva', displayName: 'Eva Extern', kind: 'external' as const },
  ],
  channels: [{ id: brand, name: 'brand-watch', botIsMember: true, members: [ana, ben, mei, gil, eva] }],
}

describe('the watch', () => {
  let world: World
  let people: ReturnType<typeof peopleIn>
  beforeAll(async () => {
    world = await createWorld({ configuration, slack: workspace })
    people = peopleIn(world)
    world.start()
    await world.until('the start', () => world.output().includes('Overheard is running'))
    await world.until('a connection', () => world.slack.control.sockets() > 0)
    await world.until('the first message', () => world.posted(brand).length === 1)
  })
  afterAll(() => world?.close())

  it('is shown by /mentions duty, /mentions status and the home tab, and passes over a person whom Slack does not know', async () => {
    for (const line of ['duty', 'watch', 'status'])
      expect(await people.ask(mei, brand, `/mentions ${line}`)).toContain('Ana Lima is on duty until')
    expect(await people.home(mei)).toContain('Ana Lima is on duty until')
    const problem = await problemThat(world, 'the unknown person', ({ key }) => key === 'watch')
    expect(problem.what).toContain('Ana Lima is told instead')
  })

  it('calls the person on duty by direct message, and the Claim of that person is shown on the card', async () => {
    const ts = await people.card(brand, 1, alertId, { title: 'Acme case 1', sentiment: 'negative' })
    await world.until('the call', () => told(world, ana, 'case 1').length > 0)
    const direct = [...world.slack.state.channels.values()].find(
      ({ kind, ...one }) => kind === 'im' && 'user' in one && one.user === ana,
    )
    const call = people.find(direct?.id ?? '', 'case 1')
    expect(JSON.stringify(call?.blocks)).toContain('/archives/')
    await people.press(ana, direct?.id ?? '', call?.ts ?? '', 'reminder_claim')
    await world.until('the claim', () => people.textOf(brand, ts).includes('Claimed by Ana Lima'))
  })

  it('goes to the next person for a day by swap, which is announced once and can be undone', async () => {
    expect(await people.confirmed(ana, brand, '/mentions duty swap')).toContain('Ben Okafor is then on duty')
    await world.until('the announcement', () => people.find(brand, 'passed the duty to') !== undefined)
    await world.until('the direct message', () => told(world, ben, 'passed the duty to you').length > 0)
    expect(await people.ask(mei, brand, '/mentions duty')).toContain('Ben Okafor is on duty until')
    world.add(3, { title: 'Acme case 3', sentiment: 'negative' })
    await world.until('the call', () => told(world, ben, 'case 3').length > 0)
    expect(told(world, ana, 'case 3')).toEqual([])
    const announced = people.messages(brand).filter(({ text }) => text.includes('passed the duty to'))
    expect(announced.map(({ text }) => text)).toEqual([
      expect.stringMatching(/^Ana Lima passed the duty to Ben Okafor until .* UTC\.$/),
    ])
    await people.press(ben, brand, announced[0]?.ts ?? '', 'change_undo')
    await world.until('the undo', () => people.find(brand, 'The duty is as before') !== undefined)
    expect(await people.ask(mei, brand, '/mentions duty')).toContain('Ana Lima is on duty until')
  })

  it('calls the group with a Claim that is shown on the card, and the channel gets the address of the mention only once', async () => {
    const ts = await people.card(brand, 4, alertId, { title: 'Acme case 4', sentiment: 'negative' })
    const callOf = () => groupCalls(world).find(({ text }) => text.includes('case 4'))
    await world.until('the call of the group', () => callOf() !== undefined)
    const call = callOf()?.ts ?? ''
    await people.press(mei, brand, call, 'reminder_claim')
    await world.until('the claim', () => people.textOf(brand, ts).includes('Claimed by Mei Tan'))
    await world.until('the answer', () => people.textOf(brand, call).includes('Claimed by Mei Tan'))
    const others = people.messages(brand).filter((message) => message.ts !== ts)
    expect(JSON.stringify(others)).not.toContain('news.example/4')
  })

  it('is not handed on by guests or people of other organisations, nor to them', async () => {
    for (const visitor of [gil, eva]) {
      const refused = await people.ask(visitor, brand, '/mentions duty swap')
      expect(refused).toContain('Only full members of this workspace may do this')
      expect(await people.ask(ana, brand, `/mentions duty swap <@${visitor}|x>`)).toContain(
        'Only full members of this workspace can be on duty',
      )
    }
    expect(await people.ask(ana, brand, `/mentions duty swap <@${ghost}|x>`)).toContain(
      'Only full members of this workspace can be on duty',
    )
    expect(await people.ask(mei, brand, '/mentions duty')).toContain('Ana Lima is on duty until')
  })
})
