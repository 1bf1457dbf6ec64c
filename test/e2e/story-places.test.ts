import { rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { channel, createWorld, type World } from '../tools/e2e/bot-world.ts'

/** A story in the words of several places; the bot is killed in between, and its disk is wiped. */

let world: World
beforeAll(async () => {
  const subscription = {
    name: 'acme',
    alert: 'Acme brand',
    channel,
    schedule: '* * * * * *',
    dedupe: 'coverage',
    burstWithin: '0s',
  }
  world = await createWorld({ configuration: { doubtSeconds: 1, subscriptions: [subscription] } })
  world.start()
  await world.until('the initial sync', () => world.watches())
})
afterAll(() => world?.close())

const messages = () =>
  world.slack.control.messages(channel).filter(({ metadata }) => (metadata?.event_payload?.ids ?? '') !== '')
const ids = () => messages().flatMap(({ metadata }) => `${metadata?.event_payload?.ids}`.split(','))
const cardText = () => messages()[0]?.text ?? ''

const titles = [
  'Acme recalls 4,000 Boil kettles after fire reports',
  'Acme recalls 4,000 Boil kettles after reports of fire',
  '4,000 Boil kettles of Acme recalled after fires',
]
const place = (id: number) =>
  world.add(id, { url: `https://paper${id}.example/recall`, title: titles[id % 3] ?? '', reach: id * 100 })
const shown = (last: number) => {
  const all = JSON.stringify(messages().map(({ blocks }) => blocks))
  return Array.from(
    { length: last },
    (_, index) => all.split(`https://paper${index + 1}.example/recall"`).length - 1,
  )
}

it('a story in the words of several places is one card, and each address is once in its thread, although the bot is killed and its disk is wiped', async () => {
  place(1)
  await world.until('the card', () => ids().length === 1)
  place(2)
  place(3)
  await world.until('three places', () =>
    /\nSame story at 3 places · 600 combined reach · widest reach: /.test(cardText()),
  )
  await world.end('SIGKILL')
  for (const id of [4, 5, 6]) place(id)
  world.start()
  await world.until('six places', () => /\nSame story at 6 places · 2.1k combined reach/.test(cardText()))
  expect(cardText()).toContain('widest reach: paper6.example (600), paper5.example (500)')
  expect(shown(6)).toEqual([1, 1, 1, 1, 1, 1])

  await world.end('SIGKILL')
  rmSync(world.dataDir, { recursive: true })
  place(7)
  world.start()
  await world.until('another mention', () => ids().includes('7'))
  world.add(8, { url: 'https://paper8.example/recall', title: 'Acme opens a factory in Lisbon', reach: 1 })
  await world.until('the last mention', () => ids().includes('8'))
  expect(ids().toSorted()).toEqual(['1', '2', '3', '4', '5', '6', '7', '8'])
  expect(shown(8)).toEqual([1, 1, 1, 1, 1, 1, 1, 1])
})
