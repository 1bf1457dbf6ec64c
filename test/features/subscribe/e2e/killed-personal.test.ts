import { expect, it } from 'vitest'
import { onPostgres } from '../../../tools/e2e/bot-world.ts'
import { createProcesses } from '../../../tools/e2e/processes.ts'
import {
  addAlerts,
  ana,
  ben,
  brand,
  configuration,
  crisis,
  falcon,
  personalIn,
  slack,
} from './personal-world.ts'

it.each([
  ...(onPostgres ? [] : [['one process on a folder', 1] as const]),
  ['three processes on PostgreSQL', 3] as const,
])(
  'kills of %s after the form, before Slack says that it has a mention, and after a person has left or lost the alert: each person gets each mention once, and nothing after the end',
  async (_, size) => {
    const processes = await createProcesses(size, configuration, { slack })
    const { world } = processes
    const { control } = world.slack
    addAlerts(world)
    const { form, submit, told, ids, direct } = personalIn(world)
    const restart = async () => {
      await processes.killAll()
      await processes.startAll()
    }
    try {
      await processes.startAll()
      await world.until('the first looks', () => [brand, crisis].every((one) => world.watches(one)))

      // Slack has acknowledged the form, so the subscription is stored, whatever the bot says about it.
      const ofAna = await form(ana)
      expect(await submit(ana, ofAna.id)).toMatchObject({ kind: 'closed' })
      await restart()
      await world.until('the first look for Ana', () => told(ana, 'Watching Acme brand'))
      const ofBen = await form(ben, '/mentions subscribe project falcon')
      await submit(ben, ofBen.id)
      await world.until('the first look for Ben', () => told(ben, 'Watching Project Falcon'))

      // Slack posts one message and loses another, and says of neither that it has it. The receipts are in the direct messages.
      const fault = { method: 'chat.postMessage', channel: direct(ana), times: 1 } as const
      control.fault({ ...fault, text: 'news, 11', act: { do: 'hang', after: true } })
      control.fault({ ...fault, text: 'news, 12', act: { do: 'hang' } })
      world.add(11)
      await world.until('the mention that Slack does not confirm', () => ids(ana).includes('11'))
      await restart()
      world.add(12)
      await world.until('the lost mention in the channel', () => world.ids(brand).includes('12'))
      await restart()
      await world.until('the lost mention', () => ids(ana).includes('12'))
      world.add(501, { title: 'Falcon leak' }, undefined, falcon)
      await world.until('the private mention', () => ids(ben).includes('501'))

      // The processes die when Slack says that somebody has left, or is a guest now.
      void control.changePerson(ana, 'deactivate')
      void control.changePerson(ben, 'guest')
      const channel = world.slack.state.channels.get(crisis)
      if (channel !== undefined) world.slack.state.channels.set(crisis, { ...channel, members: [] })
      await restart()
      const isEnded = () => told(ben, 'project-falcon has ended, because you may not see')
      await world.until('the sentence', isEnded)
      await restart()
      world.add(13)
      world.add(502, { title: 'Falcon leak' }, undefined, falcon)
      await world.until('the mentions of the channels', () =>
        [...world.ids(brand), ...world.ids(crisis)].join().includes('13'),
      )
      await world.until('the private mention of the channel', () => world.ids(crisis).includes('502'))
      await restart()
      expect(ids(ana)).toEqual(['11', '12'])
      expect(ids(ben)).toEqual(['501'])
      expect(control.messages(direct(ben)).filter(({ text }) => text.includes('has ended'))).toHaveLength(1)
    } finally {
      await processes.close()
    }
  },
)
