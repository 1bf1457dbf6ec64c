import { afterEach, describe, expect, it } from 'vitest'
import { type Pause, pauseSchema } from '../../../../src/model/pause.ts'
import { openStoreOf } from '../../../tools/e2e/bot-store.ts'
import { inHttpMode } from '../../../tools/e2e/http-mode.ts'
import { ana, ben, brand } from '../../../tools/e2e/people-world.ts'
import { createProcesses, type Processes } from '../../../tools/e2e/processes.ts'

/** Somebody plans a pause. While the bots are stopped, the test changes the times of the stored plan. */

const configuration = {
  doubtSeconds: 1,
  subscriptions: [{ name: 'acme', alert: 'Acme brand', channel: brand, schedule: '* * * * * *' }],
}
const plan = '/mentions pause acme from saturday 8:00 until monday 9:00'
const hour = 3_600_000

let processes: Processes | undefined
afterEach(() => processes?.close())

async function begin(size: number, options?: Parameters<typeof createProcesses>[2]) {
  const started = await createProcesses(size, configuration, options)
  processes = started
  const { world, people } = started
  await started.startAll()
  await world.until('the first look', () => world.watches())
  const announced = () =>
    people.messages(brand).filter(({ text }) => text.includes('planned a pause of acme'))
  async function stored(): Promise<Pause | undefined> {
    const store = await openStoreOf(world)
    const found = await store.collection('pauses', pauseSchema).find('acme')
    await store.close()
    return found
  }
  async function movePlan(from: number, until: number): Promise<void> {
    const store = await openStoreOf(world)
    await store
      .collection('pauses', pauseSchema)
      .change(
        'acme',
        (found) => found && { ...found, ...(found.next && { next: { ...found.next, from, until } }) },
      )
    await store.close()
  }
  return { started, world, people, announced, stored, movePlan }
}

describe.each([
  ['Socket Mode', async () => undefined],
  ['HTTP mode', inHttpMode],
])('in %s', (_name, mode) => {
  it('a planned pause is announced and listed, and can be undone, and cancelled by /mentions resume and by the buttons of the list and of the home tab', async () => {
    const { world, people, announced } = await begin(1, await mode())
    await people.run(ana, brand, plan)
    await world.until('the announcement', () => announced().length === 1)
    expect(announced()[0]?.text).toMatch(/^Ana Lima planned a pause of acme from .*UTC until .*UTC\.$/)
    expect(await people.ask(ben, brand, '/mentions list')).toMatch(
      /Up to date\. Ana Lima planned a pause from/,
    )
    expect(await people.ask(ben, brand, '/mentions status')).toContain('Ana Lima planned a pause from')
    expect(await people.ask(ben, brand, plan)).toContain('planned already')
    await people.press(ben, brand, announced()[0]?.ts ?? '', 'change_undo')
    await world.until(
      'the undo',
      () => people.find(brand, 'No pause of acme is planned any more') !== undefined,
    )
    expect(await people.ask(ben, brand, '/mentions list')).not.toContain('planned')
    await people.run(ana, brand, plan)
    await world.until('the second announcement', () => announced().length === 2)
    const cancelled = () =>
      people.messages(brand).filter(({ text }) => text.includes('cancelled the planned pause of acme'))
    await people.run(ben, brand, '/mentions resume acme')
    await world.until('the end', () => cancelled().length === 1)
    expect(await people.ask(ben, brand, '/mentions list')).not.toContain('list_cancel_pause')
    await people.run(ana, brand, plan)
    await world.until('the third announcement', () => announced().length === 3)
    expect(await people.ask(ben, brand, '/mentions list')).toContain('list_cancel_pause')
    const list = world.slack.state.ephemerals.findLast(({ user }) => user === ben)?.message.ts ?? ''
    await people.press(ben, brand, list, 'list_cancel_pause')
    await world.until('the end', () => cancelled().length === 2)
    await people.run(ana, brand, plan)
    await world.until('the fourth announcement', () => announced().length === 4)
    expect(await people.home(ben)).toContain('cancel-pause:acme')
    const choice = 'cancel-pause:acme'
    const blocks = world.slack.state.homes.get(ben)?.blocks ?? []
    const blockId = String(blocks.find((one) => JSON.stringify(one).includes(choice))?.block_id)
    await world.slack.people.pressInView({ user: ben, actionId: 'alert_menu', blockId, choice })
    await world.until('the end', () => cancelled().length === 3)
    expect(await people.ask(ben, brand, '/mentions resume acme')).toContain('is not paused')
    const refused = await people.ask(ana, brand, '/mentions pause acme from monday until someday')
    expect(refused).toContain("isn't a time that Overheard understands")
  })
})

it.each([
  ['one process', 1],
  ['three processes on one database', 3],
])(
  'a planned pause survives kills of %s before its announcement, and holds mentions from its start to its end',
  async (_name, size) => {
    const { started, world, people, announced, stored, movePlan } = await begin(size)
    const { slack } = world
    // Slack never takes the announcement.
    slack.control.fault({
      ...{ method: 'chat.postMessage', text: 'planned a pause', times: 1 },
      act: { do: 'hang' },
    })
    void people.run(ana, brand, plan)
    await world.until('the announcement', () => slack.state.faults.length === 0)
    await started.killAll()
    expect(await stored()).toMatchObject({ next: { by: ana } })
    await movePlan(Date.now() - 1000, Date.now() + hour)
    await started.startAll()
    expect(await people.ask(ben, brand, '/mentions list')).toContain('Paused by Ana Lima until')
    world.add(1, { title: 'Acme case 1' })
    expect(await people.ask(ben, brand, '/mentions why 1')).toContain('paused')
    await started.killAll()
    expect(world.ids(brand)).toEqual([])
    await movePlan(Date.now() - hour, Date.now() - 1000)
    await started.startAll()
    await world.until('the card', () => world.ids(brand).length > 0)
    expect([world.ids(brand), announced().length]).toEqual([['1'], 0])
  },
)
