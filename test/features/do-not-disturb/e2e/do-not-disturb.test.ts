import { afterEach, describe, expect, it } from 'vitest'
import { inHttpMode } from '../../../tools/e2e/http-mode.ts'
import { ana, ben, brand, mei } from '../../../tools/e2e/people-world.ts'
import { createProcesses, type Processes } from '../../../tools/e2e/processes.ts'

/** Somebody has do-not-disturb on in Slack, and others are called about urgent mentions meanwhile. */

const configuration = {
  doubtSeconds: 1,
  onDuty: { users: [ana, ben], from: '2099-01-05' },
  escalateAfter: '1s',
  subscriptions: [
    {
      ...{ name: 'brand', alert: 'Acme brand', channel: brand, schedule: '* * * * * *' },
      notify: { users: [mei], when: { sentiment: ['negative'] } },
    },
  ],
}

const hour = 3_600_000

let processes: Processes | undefined
afterEach(() => processes?.close())

type Options = { size: number; mayRead: boolean; mode?: Parameters<typeof createProcesses>[2] }

async function begin({ size, mayRead, mode }: Options) {
  const started = await createProcesses(size, configuration, mode)
  processes = started
  const { world, people } = started
  const { control, state } = world.slack
  const others = state.scopes.bot.filter((scope) => scope !== 'dnd:read')
  control.setScopes('bot', mayRead ? [...others, 'dnd:read'] : others)
  const disturbNot = (user: string) =>
    control.setDoNotDisturb(user, { start: Date.now() - hour, end: Date.now() + hour })
  const directs = (user: string, words: string) =>
    [...state.channels.values()]
      .filter((one) => one.kind === 'im' && one.user === user)
      .flatMap(({ id }) => people.messages(id))
      .filter(({ text }) => text.includes(words))
  const groupCalls = (words: string) =>
    people
      .messages(brand)
      .filter(({ ts, thread_ts }) => thread_ts !== undefined && thread_ts !== ts)
      .filter(({ text }) => text.includes(words) && text.includes('somebody who can'))
  return { started, world, people, control, disturbNot, directs, groupCalls }
}

describe.each([
  ['Socket Mode', async () => undefined],
  ['HTTP mode', inHttpMode],
])('in %s', (_name, mode) => {
  it('people with do-not-disturb are passed over, unless nobody else can be called, and the calls say so', async () => {
    const { started, world, people, disturbNot, directs, groupCalls } = await begin({
      ...{ size: 1, mayRead: true },
      mode: await mode(),
    })
    disturbNot(ana)
    await started.startAll()
    await world.until('the first look', () => world.watches())
    world.add(1, { title: 'Acme case 1', sentiment: 'negative' })
    await world.until('the call of the group', () => groupCalls('case 1').length > 0)
    expect(directs(ben, 'case 1')).toMatchObject([
      {
        text: expect.stringContaining(
          'Ana Lima has paused notifications in Slack, so you are notified instead.',
        ),
      },
    ])
    expect(directs(ana, 'case 1')).toEqual([])
    expect(groupCalls('case 1')).toMatchObject([
      { text: expect.stringContaining('Ben Okafor was notified first, but has not answered.') },
    ])
    // It is still Ana's turn.
    expect(await people.ask(mei, brand, '/mentions duty')).toContain('Ana Lima is on duty')
    expect(await people.ask(mei, brand, '/mentions status')).not.toContain('dnd:read')

    await started.killAll()
    disturbNot(ben)
    await started.startAll()
    world.add(2, { title: 'Acme case 2', sentiment: 'negative' })
    await world.until('the call of the group', () => groupCalls('case 2').length > 0)
    expect(directs(ana, 'case 2')).toMatchObject([
      {
        text: expect.stringContaining(
          'You have paused notifications in Slack, but nobody else on duty can be notified now.',
        ),
      },
    ])
    expect(directs(ben, 'case 2')).toEqual([])
    expect(groupCalls('case 2')).toMatchObject([
      { text: expect.stringContaining('Ana Lima is on duty, but has paused notifications in Slack.') },
    ])
  })
})

it('an installation without the permission calls everybody as before, and /mentions status names the permission', async () => {
  const { started, world, people, disturbNot, directs } = await begin({ size: 1, mayRead: false })
  disturbNot(ana)
  await started.startAll()
  await world.until('the first look', () => world.watches())
  world.add(1, { title: 'Acme case 1', sentiment: 'negative' })
  await world.until('the call', () => directs(ana, 'case 1').length > 0)
  expect(directs(ana, 'case 1')[0]?.text).not.toContain('do-not-disturb')
  expect(directs(ben, 'case 1')).toEqual([])
  expect(await people.ask(mei, brand, '/mentions status')).toContain('lacks the permission dnd:read')
})

it('a person is called if Slack does not say whether they have do-not-disturb on', async () => {
  const { started, world, control, disturbNot, directs } = await begin({ size: 1, mayRead: true })
  disturbNot(ana)
  control.fault({ method: 'dnd.info', act: { do: 'status', status: 503 } })
  await started.startAll()
  await world.until('the first look', () => world.watches())
  world.add(1, { title: 'Acme case 1', sentiment: 'negative' })
  await world.until('the call', () => directs(ana, 'case 1').length > 0)
  expect(control.calls('dnd.info').length).toBeGreaterThan(0)
})

it.each([
  ['one process', 1],
  ['three processes on one database', 3],
])(
  'a kill of %s around the call loses no call, repeats none and calls nobody with do-not-disturb',
  async (_name, size) => {
    const { started, world, control, disturbNot, directs, groupCalls } = await begin({ size, mayRead: true })
    disturbNot(ana)
    await started.startAll()
    await world.until('the first look', () => world.watches())
    // The first kill comes between the answer of Slack about Ana and the call, the second after a call that nobody confirms.
    control.fault({ method: 'chat.postMessage', text: 'Nobody has claimed', times: 1, act: { do: 'hang' } })
    world.add(1, { title: 'Acme case 1', sentiment: 'negative' })
    await world.until('the lost call', () => world.slack.state.faults.length === 0)
    expect(control.calls('dnd.info').length).toBeGreaterThan(0)
    await started.killAll()
    const about = { method: 'chat.postMessage', text: 'Nobody has claimed', times: 1 }
    control.fault({ ...about, act: { do: 'hang', after: true } })
    await started.startAll()
    await world.until('the call', () => directs(ben, 'case 1').length > 0)
    await started.killAll()
    await started.startAll()
    await world.until('the call of the group', () => groupCalls('case 1').length > 0)
    expect([directs(ana, 'case 1').length, directs(ben, 'case 1').length]).toEqual([0, 1])
    expect(groupCalls('case 1')).toHaveLength(1)
  },
)
