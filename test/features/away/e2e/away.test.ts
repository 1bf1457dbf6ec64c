import { afterEach, describe, expect, it } from 'vitest'
import { inHttpMode } from '../../../tools/e2e/http-mode.ts'
import { ana, ben, brand, mei } from '../../../tools/e2e/people-world.ts'
import { createProcesses, type Processes } from '../../../tools/e2e/processes.ts'

/** Somebody says that they are away, and others are called about urgent mentions meanwhile. */

/** The turn of the first person lasts a week, so it has begun and does not end while the tests run. */
const twoDaysAgo = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10)

const configuration = {
  doubtSeconds: 1,
  onDuty: { users: [ana, ben], from: twoDaysAgo },
  escalateAfter: '1s',
  subscriptions: [
    {
      ...{ name: 'brand', alert: 'Acme brand', channel: brand, schedule: '* * * * * *' },
      notify: { users: [mei], when: { sentiment: ['negative'] } },
    },
  ],
}

let processes: Processes | undefined
afterEach(() => processes?.close())

async function begin(size: number, options?: Parameters<typeof createProcesses>[2]) {
  const started = await createProcesses(size, configuration, options)
  processes = started
  const { world, people } = started
  await started.startAll()
  await world.until('the first look', () => world.watches())
  const directs = (user: string, words: string) =>
    [...world.slack.state.channels.values()]
      .filter((one) => one.kind === 'im' && one.user === user)
      .flatMap(({ id }) => people.messages(id))
      .filter(({ text }) => text.includes(words))
  return { started, world, people, directs }
}

describe.each([
  ['Socket Mode', async () => undefined],
  ['HTTP mode', inHttpMode],
])('in %s', (_name, mode) => {
  it('a person who is away is shown as away and not called, and is called again when they are back', async () => {
    const { world, people, directs } = await begin(1, await mode())
    expect(await people.ask(ana, brand, '/mentions away')).toContain('You are not away.')
    expect(await people.ask(ana, brand, '/mentions away until dawn')).toContain(
      "isn't a time that Overheard understands",
    )
    expect(await people.ask(ana, brand, '/mentions away until monday')).toMatch(/^You are away until .*UTC\./)
    expect(await people.home(ana)).toContain('You are away')
    expect(await people.ask(ben, brand, '/mentions away')).toMatch(
      /You are not away\.\nAna Lima is away until/,
    )
    expect(await people.ask(ben, brand, '/mentions duty')).toContain('Ben Okafor is on duty')
    world.add(1, { title: 'Acme case 1', sentiment: 'negative' })
    await world.until('the call', () => directs(ben, 'case 1').length > 0)
    expect(directs(ana, 'case 1')).toEqual([])
    expect(await people.ask(ana, brand, '/mentions away back')).toContain('You are back.')
    world.add(2, { title: 'Acme case 2', sentiment: 'negative' })
    await world.until('the call', () => directs(ana, 'case 2').length > 0)
    expect(directs(ben, 'case 2')).toEqual([])
  })
})

it.each([
  ['one process', 1],
  ['three processes on one database', 3],
])('an absence survives a kill of %s before the answer to its command', async (_name, size) => {
  const { started, world, people, directs } = await begin(size)
  const { slack } = world
  // Slack never takes the answer.
  slack.control.fault({ method: 'response_url', times: 1, act: { do: 'hang' } })
  void people.run(ana, brand, '/mentions away until monday')
  await world.until('the answer', () => slack.state.faults.length === 0)
  await started.killAll()
  await started.startAll()
  expect(await people.ask(ana, brand, '/mentions away')).toContain('You are away until')
  world.add(1, { title: 'Acme case 1', sentiment: 'negative' })
  await world.until('the call', () => directs(ben, 'case 1').length > 0)
  expect(directs(ana, 'case 1')).toEqual([])
})
