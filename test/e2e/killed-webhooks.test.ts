import { describe, expect, it } from 'vitest'
import { startReceiver } from '../../sandbox/webhook-receiver.ts'
import { ana, ben, brand } from '../tools/e2e/people-world.ts'
import { createProcesses } from '../tools/e2e/processes.ts'

/**
 * Mentions are posted, and people assign and snooze them, while the receiver of a webhook accepts nothing. Every process is killed before Slack
 * has drawn a card, and before it has confirmed the post of one mention. Of three processes most presses reach one that does not deliver.
 */

const secret = `whsec_${Buffer.from('a secret of thirty-two bytes long').toString('base64')}`

describe.concurrent.each([
  ['one process on a folder', 1],
  ['three processes on one database', 3],
])('a kill -9 of %s', (_name, size) => {
  it('between a post or a press and its webhook loses no event, and each event has one id', async () => {
    const receiver = await startReceiver({ secret })
    const configuration = {
      doubtSeconds: 1,
      webhooks: [{ url: receiver.url, secretEnv: 'WEBHOOK_SECRET', allowPrivate: true }],
      subscriptions: [
        {
          ...{ name: 'cards', alert: 'Acme brand', channel: brand, schedule: '*/2 * * * * *' },
          ...{ burst: 1000, backfill: 3 },
        },
      ],
    }
    const environment = { WEBHOOK_SECRET: secret }
    const processes = await createProcesses(size, configuration, { environment })
    const { world, people } = processes
    const { slack } = world
    const nameOf = ({ body }: { body: unknown }) => {
      const { type, data } = body as { type: string; data: { mention?: { id: string } } }
      return data.mention === undefined ? type : `${type.slice('mention.'.length)} ${data.mention.id}`
    }
    try {
      receiver.answerWith((response) => void response.writeHead(503).end())
      for (const id of [1, 2, 3]) world.add(id, { title: `Acme case ${id}` })
      await processes.startAll()
      await world.until('the cards', () => world.ids(brand).length === 3)
      const card = (id: number) => world.posted(brand).find(({ ids }) => ids[0] === String(id))?.ts ?? ''
      const submit = async (id: number, choice: string, answers: Record<string, Record<string, string>>) => {
        const value = people.choiceOf(brand, card(id), choice)
        const dialog = await people.modal(ana, () =>
          people.press(ana, brand, card(id), 'mention_more', value),
        )
        const submission = { user: ana, viewId: dialog.id, answers }
        expect(await slack.people.submitView(submission)).toMatchObject({ kind: 'closed' })
      }
      slack.control.fault({ method: 'chat.update', act: { do: 'hang' } })
      // Slack posts the fourth mention and never says so.
      slack.control.fault({
        method: 'chat.postMessage',
        text: 'case 4',
        times: 1,
        act: { do: 'hang', after: true },
      })
      world.add(4, { title: 'Acme case 4' })
      await world.until('the fourth card', () => world.ids(brand).includes('4'))
      const sent = slack.state.envelopes.length
      await submit(2, 'snooze', { until: { until: '1h' } })
      await submit(3, 'assign', { person: { person: ben } })
      await submit(1, 'assign', { person: { person: ben } })
      expect(processes.connectionsSince(sent)).toBe(size)
      await processes.killAll()
      const refused = receiver.received.length
      slack.control.clearFaults(1)
      receiver.answerWith(undefined)
      await processes.startAll()
      const expected = [
        ...['posted 1', 'posted 2', 'posted 3', 'posted 4'],
        ...['assigned 1', 'assigned 3', 'snoozed 2'],
      ]
      const accepted = () => receiver.received.slice(refused)
      await world.until('every event', () =>
        expected.every((name) => accepted().some((event) => nameOf(event) === name)),
      )
      for (const event of receiver.received) expect(event.problem).toBeUndefined()
      const names = accepted().map(nameOf)
      for (const id of ['1', '2', '3'])
        expect(names.filter((name) => name.endsWith(` ${id}`))[0]).toBe(`posted ${id}`)
      const idsOf = (name: string) =>
        new Set(receiver.received.filter((event) => nameOf(event) === name).map(({ id }) => id))
      for (const name of expected) expect(idsOf(name).size, name).toBe(1)
      expect(world.output()).not.toContain(secret)
    } finally {
      await processes.close()
      await receiver.close()
    }
  })
})
