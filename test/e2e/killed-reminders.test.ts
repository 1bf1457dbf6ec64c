import { describe, expect, it } from 'vitest'
import { reminderSchema } from '../../src/model/reminder.ts'
import { openStoreOf } from '../tools/e2e/bot-store.ts'
import type { WorldOptions } from '../tools/e2e/bot-world.ts'
import { inHttpMode } from '../tools/e2e/http-mode.ts'
import { ana, ben, brand } from '../tools/e2e/people-world.ts'
import { createProcesses } from '../tools/e2e/processes.ts'

/**
 * People assign and snooze mentions, and every process is killed before Slack has drawn a card or confirmed a direct message. Slack sends
 * each press to the next connection, so of three processes most presses reach one that does not poll the alert.
 */

const configuration = {
  doubtSeconds: 1,
  subscriptions: [
    {
      ...{ name: 'cards', alert: 'Acme brand', channel: brand, schedule: '0 0 1 1 *' },
      ...{ burst: 1000, backfill: 3, followUp: '8s' },
    },
  ],
}

const variants: [name: string, size: number, http: () => Promise<Partial<WorldOptions> | undefined>][] = [
  ['a bot that is connected over Socket Mode', 1, async () => undefined],
  ['a bot that is connected over HTTP', 1, inHttpMode],
  ['three bots on one database', 3, async () => undefined],
]

describe.concurrent.each(variants)('a kill -9 of %s', (_name, size, http) => {
  it('between the press of a button and its effect loses no reminder and repeats none', async () => {
    const processes = await createProcesses(size, configuration, await http())
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

    /** Moves the end of each snooze to now, while no process runs. */
    const endSnoozes = () =>
      withReminders(async (reminders) => {
        const snoozes = (await reminders.all()).filter(({ kind }) => kind === 'snooze-ended')
        expect(snoozes).toHaveLength(1)
        for (const one of snoozes) await reminders.put(one.id, { ...one, due: Date.now() })
      })
    const storedReminders = () => withReminders((reminders) => reminders.all())
    try {
      for (const id of [1, 2, 3]) world.add(id, { title: `Acme case ${id}` })
      await processes.startAll()
      await world.until('the cards', () => world.ids(brand).length === 3)
      const card = (id: number) =>
        world.posted(brand).find(({ ids }) => ids[0] === String(id)) ?? { ts: '', text: '' }
      const told = (user: string, id: number) => {
        const direct = [...slack.state.channels.values()].find(
          (one) => one.kind === 'im' && one.user === user,
        )
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
      // Slack posts the first direct message and never says so. It loses the other one.
      slack.control.fault({
        method: 'chat.postMessage',
        text: 'case 1',
        times: 1,
        act: { do: 'hang', after: true },
      })
      slack.control.fault({ method: 'chat.postMessage', text: 'case 3', times: 1, act: { do: 'hang' } })
      const toBen = { person: { person: ben } }
      const sent = slack.state.envelopes.length
      await submit(2, 'snooze', { until: { until: '1h' } })
      await submit(3, 'assign', toBen)
      await submit(1, 'assign', toBen)
      expect(processes.connectionsSince(sent)).toBe(size)
      await world.until('the first direct message', () => told(ben, 1).length > 0)
      expect(world.posted(brand).filter(({ text }) => /Assigned|Snoozed/.test(text))).toEqual([])
      await processes.killAll()
      await endSnoozes()
      slack.control.clearFaults(1)
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
      await processes.killAll()
      // What is left was sent already, and the next start would only delete it.
      expect((await storedReminders()).filter(({ sent, pending }) => !(sent ?? pending))).toEqual([])
      for (const id of [1, 3]) {
        expect(told(ben, id).sort()).toEqual([
          expect.stringContaining('Ana Lima assigned this to you'),
          expect.stringContaining('Still open: Ana Lima assigned this to you'),
        ])
        expect(told(ana, id)).toEqual([
          expect.stringContaining('Still open: you assigned this to Ben Okafor'),
        ])
      }
      expect(told(ana, 2)).toEqual([expect.stringContaining('Open again: you snoozed this')])
    } finally {
      await processes.close()
    }
  })
})

const collectionOf = (store: Awaited<ReturnType<typeof openStoreOf>>) =>
  store.collection('reminders', reminderSchema)
