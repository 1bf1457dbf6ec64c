import { afterEach, expect, it } from 'vitest'
import { channel, createWorld, type World } from '../tools/e2e/bot-world.ts'
import { problemsOf } from '../tools/e2e/status.ts'

/** A thread that accepts no replies. */

let world: World | undefined
afterEach(() => world?.close())

async function runningWorld(): Promise<World> {
  const subscription = { name: 'acme', alert: 'Acme brand', channel, schedule: '* * * * * *' }
  const created = await createWorld({ configuration: { doubtSeconds: 1, subscriptions: [subscription] } })
  world = created
  created.add(10)
  created.start()
  await created.until('the initial sync', () => created.watches())
  return created
}

const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => String(from + index))

const parents = (made: World) => made.posted().filter(({ text }) => /: \d+ new mentions/.test(text))

/** Locks the thread of the first parent as soon as it is posted, as an admin's automation would. */
function lockFirstThread({ slack }: World): void {
  const stop = slack.subscribe((event) => {
    if (event.type !== 'message_posted' || event.message.thread_ts !== undefined) return
    if (!/: \d+ new mentions/.test(event.message.text)) return
    slack.control.lockThread(event.channel, event.message.ts)
    stop()
  })
}

it('a burst whose thread is locked continues in the thread of a new message, and each mention is posted once', async () => {
  const made = await runningWorld()
  lockFirstThread(made)
  for (const id of numbers(11, 30)) made.add(id)
  await made.until('everything is posted', () => new Set(made.ids()).size === 20)
  expect(made.ids().toSorted()).toEqual(numbers(11, 30))
  expect(parents(made)).toHaveLength(2)
  expect(await problemsOf(made)).toEqual([])
})
