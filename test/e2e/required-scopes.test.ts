import { afterEach, expect, it } from 'vitest'
import { channel, createWorld, type World } from '../tools/e2e/bot-world.ts'
import { ana, peopleOf } from '../tools/e2e/from-slack.ts'

let world: World | undefined
afterEach(() => world?.close())

it('with the seven required permissions alone the bot posts, finds its receipts after a lost answer, takes presses and answers commands', async () => {
  const started = await createWorld({
    configuration: {
      doubtSeconds: 1,
      subscriptions: [{ name: 'acme', alert: 'Acme brand', channel, schedule: '* * * * * *' }],
    },
  })
  world = started
  const { control } = started.slack
  control.setScopes('bot', [
    ...['channels:history', 'channels:read', 'chat:write', 'commands', 'groups:history', 'groups:read'],
    'users:read',
  ])
  started.start()
  await started.until('the initial sync', () => started.watches())
  control.fault({ method: 'chat.postMessage', act: { do: 'reset', after: true }, times: 1 })
  started.add(101, { sentiment: 'negative' })
  started.add(102)
  await started.until('both cards', () => started.ids().length === 2)
  expect(started.ids()).toEqual(['101', '102'])
  const people = peopleOf(started)
  const [card] = control.messages(channel).filter(({ metadata }) => metadata?.event_payload?.ids === '101')
  await people.press(card?.ts ?? '', 'mention_claim', ana)
  await started.until('the claim', () =>
    (people.message(card?.ts ?? '')?.text ?? '').includes('Claimed by Ana Lima'),
  )
  expect(await people.ask('list')).toContain('Acme brand')
})
