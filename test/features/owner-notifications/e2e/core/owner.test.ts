import { afterAll, beforeAll, expect, it } from 'vitest'
import { channel, createWorld, type World } from '../../../../tools/e2e/bot-world.ts'

/** The direct messages to the owner when the mention service goes away. */

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

const raised = () => world.output().match(/"problem":"alert \d+"/g)?.length ?? 0

it('the owner gets one direct message about an outage that stops several alerts', async () => {
  world.service.faults.plan({ fault: { kind: 'status', status: 500, code: 54 }, path: '*mentions*' })
  world.start()
  await world.until('each alert stops', () => raised() >= alerts)
  await world.until('a direct message', () => letters().length > 0)
  // The number of alerts in it depends on the speed of the machine; the next message would come 30 s later.
  expect(letters()).toEqual([expect.stringMatching(/^Stopped: Customer \d+/)])
})
