import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect } from 'vitest'
import { reminderSchema } from '../../../src/stored-kinds.ts'
import { openStoreOf } from './bot-store.ts'
import { ana, ben, brand } from './people-world.ts'
import { createProcesses } from './processes.ts'

/**
 * People assign and snooze mentions. Every process is killed before Slack has drawn a card, or confirmed a direct message or the post of one
 * mention. Slack sends each press to the next connection, so of three processes most presses
 * reach one that does not poll the alert.
 */

/** What a feature does meanwhile: `test/features/NAME/killed-presses.ts`. */
export type Listener = {
  configuration: object
  environment: Record<string, string>
  beforeStart(): void
  beforeRestart(): void
  /** True when the feature has heard of these changes of mentions, such as `posted 1`. */
  hasHeard(changes: string[]): boolean
  /** Throws if it has missed, repeated or disordered a change. `output` is the log of the bot. */
  check(changes: string[], output: string): void
  close(): Promise<void>
}

const ofFeatures: { listen: () => Promise<Listener> }[] = await Promise.all(
  globSync('test/features/*/killed-presses.ts').map((path) => import(pathToFileURL(resolve(path)).href)),
)

export async function killWhilePressing(size: number): Promise<void> {
  const listeners = await Promise.all(ofFeatures.map(({ listen }) => listen()))
  const configuration = {
    doubtSeconds: 1,
    ...Object.assign({}, ...listeners.map(({ configuration }) => configuration)),
    subscriptions: [
      {
        ...{ name: 'cards', alert: 'Acme brand', channel: brand, schedule: '*/2 * * * * *' },
        ...{ burst: 1000, backfill: 3, followUp: '1h' },
      },
    ],
  }
  const processes = await createProcesses(size, configuration, {
    environment: Object.assign({}, ...listeners.map(({ environment }) => environment)),
  })
  const { world, people } = processes
  const { slack } = world
  async function withReminders<T>(
    use: (reminders: ReturnType<typeof collectionOf>) => Promise<T>,
  ): Promise<T> {
    const store = await openStoreOf(world)
    try {
      return await use(collectionOf(store))
    } finally {
      await store.close()
    }
  }

  /** Moves the end of the snooze, and the reminders of what is assigned, to now, while no process runs. */
  const makeDue = () =>
    withReminders(async (reminders) => {
      const later = (await reminders.all()).filter(({ due }) => due > Date.now())
      expect(later.filter(({ kind }) => kind === 'snooze-ended')).toHaveLength(1)
      for (const one of later) await reminders.put(one.id, { ...one, due: Date.now() })
    })
  const storedReminders = () => withReminders((reminders) => reminders.all())
  try {
    for (const { beforeStart } of listeners) beforeStart()
    for (const id of [1, 2, 3]) world.add(id, { title: `Acme case ${id}` })
    await processes.startAll()
    await world.until('the cards', () => world.ids(brand).length === 3)
    const card = (id: number) =>
      world.posted(brand).find(({ ids }) => ids[0] === String(id)) ?? { ts: '', text: '' }
    const told = (user: string, id: number) => {
      const direct = [...slack.state.channels.values()].find((one) => one.kind === 'im' && one.user === user)
      return people
        .messages(direct?.id ?? '')
        .flatMap(({ text }) => (text.includes(`Acme case ${id}`) ? [text] : []))
    }
    const submit = async (id: number, choice: string, answers: Record<string, Record<string, string>>) => {
      const { ts } = card(id)
      const value = people.choiceOf(brand, ts, choice)
      const dialog = await people.modal(ana, () => people.press(ana, brand, ts, 'mention_more', value))
      const submission = { user: ana, viewId: dialog.id, answers }
      expect(await slack.people.submitView(submission)).toMatchObject({ kind: 'closed' })
    }
    slack.control.fault({ method: 'chat.update', act: { do: 'hang' } })
    // Slack posts the fourth mention and the first direct message and never says so. It loses the other direct message.
    for (const text of ['case 1', 'case 4'])
      slack.control.fault({
        ...{ method: 'chat.postMessage', text, times: 1 },
        act: { do: 'hang', after: true },
      })
    slack.control.fault({ method: 'chat.postMessage', text: 'case 3', times: 1, act: { do: 'hang' } })
    world.add(4, { title: 'Acme case 4' })
    await world.until('the fourth card', () => world.ids(brand).includes('4'))
    const toBen = { person: { person: ben } }
    const sent = slack.state.envelopes.length
    await submit(2, 'snooze', { until: { until: '1h' } })
    await submit(3, 'assign', toBen)
    await submit(1, 'assign', toBen)
    expect(processes.connectionsSince(sent)).toBe(size)
    await world.until('the first direct message', () => told(ben, 1).length > 0)
    expect(world.posted(brand).filter(({ text }) => /Assigned|Snoozed/.test(text))).toEqual([])
    await processes.killAll()
    await makeDue()
    slack.control.clearFaults(1)
    for (const { beforeRestart } of listeners) beforeRestart()
    await processes.startAll()
    await world.until(
      'every reminder',
      () =>
        [1, 3].every((id) => told(ben, id).length >= 2 && told(ana, id).length >= 1) &&
        told(ana, 2).length >= 1,
    )
    await world.until(
      'the cards',
      () =>
        [1, 3].every((id) => card(id).text.includes('Assigned to Ben Okafor')) &&
        !card(2).text.includes('Snoozed'),
    )
    const expected = [
      ...['posted 1', 'posted 2', 'posted 3', 'posted 4'],
      ...['assigned 1', 'assigned 3', 'snoozed 2'],
    ]
    await world.until('every event', () => listeners.every(({ hasHeard }) => hasHeard(expected)))
    await processes.killAll()
    // What is left was sent already, and the next start would only delete it.
    expect((await storedReminders()).filter(({ sent, pending }) => !(sent ?? pending))).toEqual([])
    for (const id of [1, 3]) {
      expect(told(ben, id).sort()).toEqual([
        expect.stringContaining('Ana Lima assigned this to you'),
        expect.stringContaining('Still open: Ana Lima assigned this to you'),
      ])
      expect(told(ana, id)).toEqual([expect.stringContaining('Still open: you assigned this to Ben Okafor')])
    }
    expect(told(ana, 2)).toEqual([expect.stringContaining('Open again: you snoozed this')])
    for (const { check } of listeners) check(expected, world.output())
  } finally {
    await processes.close()
    await Promise.all(listeners.map(({ close }) => close()))
  }
}

const collectionOf = (store: Awaited<ReturnType<typeof openStoreOf>>) =>
  store.collection('reminders', reminderSchema)
