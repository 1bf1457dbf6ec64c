import { afterAll, beforeAll, expect, it } from 'vitest'
import { channel, createWorld, type World } from '../tools/e2e/bot-world.ts'

/** What the owner hears from outside: the real bot process, whose mention service goes away. */

const ana = 'U0000000ANA'
const alerts = 30
let world: World

beforeAll(async () => {
  const names = Array.from({ length: alerts }, (_, index) => `Customer ${index}`)
  world = await createWorld({
    configuration: {
      owner: ana,
      subscriptions: names.map((name) => ({ name, alert: name, channel, schedule: '* * * * * *' })),
    },
  })
  for (const [index, name] of names.entries())
    world.mentionStore.addAlert({
      alert_id: String(2000 + index),
      alert_type: 'mentions',
      alert_name: name,
      project_id: '1',
      project_name: 'Acme',
    })
})
afterAll(() => world?.close())

function letters(): string[] {
  const { state, control } = world.slack
  const direct = [...state.channels.values()].find(({ user }) => user === ana)
  return direct === undefined ? [] : control.messages(direct.id).map(({ text }) => text)
}

const raised = () => world.output().match(/"trouble":"alert \d+"/g)?.length ?? 0

it('hears in one letter of an outage that stops each alert for itself', async () => {
  world.service.faults.plan({ fault: { kind: 'status', status: 500, code: 54 }, path: '*mentions*' })
  world.start()
  await world.until('each alert stops', () => raised() >= alerts)
  await world.until('a letter', () => letters().length > 0)
  // How many of them were down within its first second is the machine's affair; the next letter is half a minute away.
  expect(letters()).toEqual([expect.stringMatching(/^Stopped: Customer \d+/)])
})
