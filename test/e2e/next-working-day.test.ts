import { TZDate } from '@date-fns/tz'
import { afterEach, expect, it } from 'vitest'
import { reminderSchema } from '../../src/stored-kinds.ts'
import { openStoreOf } from '../tools/e2e/bot-store.ts'
import { alertId } from '../tools/e2e/bot-world.ts'
import { inHttpMode } from '../tools/e2e/http-mode.ts'
import { ana, brand } from '../tools/e2e/people-world.ts'
import { createProcesses, type Processes } from '../tools/e2e/processes.ts'

/** A mention that is snoozed until the next working day. */

const zone = 'Europe/Berlin'
const today = TZDate.tz(zone)
const [year, month, day] = [today.getFullYear(), today.getMonth(), today.getDate()]
const tomorrow = new Date(Date.UTC(year, month, day + 1)).toISOString().slice(0, 10)
const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
const configuration = {
  doubtSeconds: 1,
  workingHours: [{ days, from: '08:30', to: '18:00' }],
  // Every day is a working day, except tomorrow.
  calendar: tomorrow,
  subscriptions: [{ name: 'acme', alert: 'Acme brand', channel: brand, schedule: '* * * * * *' }],
}

let processes: Processes | undefined
afterEach(() => processes?.close())

it.each([
  ['in Socket Mode', 1, async () => undefined],
  ['in HTTP mode', 1, inHttpMode],
  ['in Socket Mode with three processes on one database', 3, async () => undefined],
])(
  'the snooze ends when the working hours after a holiday begin, in the zone of the person, and survives a kill before the card shows it, %s',
  async (_name, size, mode) => {
    const started = await createProcesses(size, configuration, await mode())
    processes = started
    const { world, people } = started
    const { state, control } = world.slack
    const person = state.people.get(ana)
    if (person !== undefined) state.people.set(ana, { ...person, timezone: zone })
    const told = () =>
      [...state.channels.values()]
        .filter((one) => one.kind === 'im' && one.user === ana)
        .flatMap(({ id }) => people.messages(id))
        .filter(({ text }) => text.includes('you snoozed this'))
    /** Returns when snoozes end, and lets them end now. */
    async function endNow(): Promise<number[]> {
      const store = await openStoreOf(world)
      try {
        const reminders = store.collection('reminders', reminderSchema)
        const snoozes = (await reminders.all()).filter(({ kind }) => kind === 'snooze-ended')
        for (const one of snoozes) await reminders.put(one.id, { ...one, due: Date.now() })
        return snoozes.map(({ due }) => due)
      } finally {
        await store.close()
      }
    }
    await started.startAll()
    await world.until('the first look', () => world.watches())
    const ts = await people.card(brand, 1, alertId, { title: 'Acme case 1' })
    const view = await people.modal(ana, () =>
      people.press(ana, brand, ts, 'mention_more', people.choiceOf(brand, ts, 'snooze')),
    )
    control.fault({ method: 'chat.update', text: 'Snoozed by', times: 1, act: { do: 'hang' } })
    await world.slack.people.submitView({
      ...{ user: ana, viewId: view.id },
      answers: { until: { until: 'working-day' } },
    })
    await world.until('the lost update of the card', () => state.faults.length === 0)
    await started.killAll()
    expect(await endNow()).toEqual([new TZDate(year, month, day + 2, 8, 30, zone).getTime()])
    await started.startAll()
    await world.until('the end of the snooze', () => told().length > 0)
    expect(told()).toHaveLength(1)
  },
)
