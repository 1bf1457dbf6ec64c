import { afterAll, beforeAll, expect, it } from 'vitest'
import type { World } from '../../../tools/e2e/bot-world.ts'
import { ana, ben, peopleOf, startForPeople } from '../../../tools/e2e/from-slack.ts'

let world: World
let people: ReturnType<typeof peopleOf>
beforeAll(async () => {
  world = await startForPeople()
  people = peopleOf(world)
})
afterAll(() => world?.close())

it('a card has a menu that mutes its author for a chosen time, until somebody undoes the mute', async () => {
  const ts = await people.cardOf(103, { author: { name: 'Spam King', avatar: '', audience: 1, url: '' } })
  await people.press(ts, 'mention_more', ana, people.choiceOf(ts, 'mute:'))
  const view = await people.openView(ana)
  const answers = { term: { term: '1d' } }
  await world.slack.people.submitView({ user: ana, viewId: view.id, answers })
  await world.until(
    'the line',
    () => people.told('Ana Lima muted the author Spam King for 1 day') !== undefined,
  )
  world.add(104, { author: { name: 'spam king', avatar: '', audience: 1, url: '' } })
  await people.cardOf(105)
  expect(world.ids()).not.toContain('104')
  expect(await people.ask('mutes')).toContain('Spam King (author) · Muted until ')
  const line = people.told('muted the author')
  await people.press(line?.ts ?? '', 'change_undo', ben)
  await world.until(
    'the mute to be undone',
    () => people.told('Ben Okafor undid: Ana Lima muted') !== undefined,
  )
  await people.cardOf(106, { author: { name: 'Spam King', avatar: '', audience: 1, url: '' } })
  expect(await people.ask('why 104')).toMatch(/Not posted .*the author is muted \(Spam King\)/)
  // The decision is logged after the checkpoint is written, which happens after the card.
  await people.cardOf(108)
  expect(await people.ask('why https://news.example/106')).toMatch(/^Posted /m)
})
