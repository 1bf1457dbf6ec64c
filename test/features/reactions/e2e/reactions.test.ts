import { afterAll, beforeAll, expect, it } from 'vitest'
import { channel, type World } from '../../../tools/e2e/bot-world.ts'
import { ana, ben, legal, peopleOf, startForPeople } from '../../../tools/e2e/from-slack.ts'

let world: World
let people: ReturnType<typeof peopleOf>
beforeAll(async () => {
  world = await startForPeople()
  people = peopleOf(world)
})
afterAll(() => world?.close())

it('a card is claimed with the reaction 👀 and done with ✅, and each is undone when the reaction is removed, even if Slack repeats an event', async () => {
  const ts = await people.cardOf(110)
  const text = () => people.message(ts)?.text ?? ''
  const react = (reaction: string, remove = false) =>
    world.slack.people.react({ user: ana, channel, ts, reaction, remove })
  await react('eyes')
  await world.until('the claim', () => text().includes('Claimed by Ana Lima'))
  const claim = world.slack.state.envelopes.at(-1)?.id ?? ''
  await react('white_check_mark')
  await world.until('done', () => text().includes('✓ Done by Ana Lima'))
  await react('white_check_mark', true)
  await world.until('the claim again', () => text().includes('Claimed by Ana Lima'))
  await react('eyes', true)
  await world.until('it is open', () => !text().includes('Claimed'))
  await world.slack.control.redeliver(claim)
  const foreign = world.slack.people.post(ana, { channel, text: 'Look at this' })
  const stranger = 'U0000000KIM'
  await world.slack.people.react({ user: stranger, channel, ts: foreign.ts, reaction: 'eyes' })
  await world.slack.people.react({ user: ben, channel, ts, reaction: 'white_check_mark' })
  await world.until('done by another', () => text().includes('✓ Done by Ben Okafor'))
  const asked = JSON.stringify(world.slack.control.calls().map(({ args }) => args))
  expect(asked).not.toContain(stranger)
  expect(asked).not.toContain(foreign.ts)
})

it('the reaction 👀 claims the mention of a card that has no button for it', async () => {
  const card = () => people.messages(legal).find(({ text }) => text.includes('Acme in the news'))
  await world.until('the card', () => card() !== undefined)
  await world.slack.people.react({ user: ben, channel: legal, ts: card()?.ts ?? '', reaction: 'eyes' })
  await world.until('the claim', () => card()?.text.includes('Claimed by Ben Okafor') === true)
})
