import { afterEach, describe, expect, it } from 'vitest'
import { channel, createWorld, type World } from '../tools/e2e/bot-world.ts'
import { problemsOf } from '../tools/e2e/status.ts'

/** Threads that accept no replies. */

let world: World | undefined
afterEach(() => world?.close())

async function runningWorld(): Promise<World> {
  const subscription = { name: 'acme', alert: 'Acme brand', channel, schedule: '* * * * * *' }
  const created = await createWorld({ configuration: { doubtSeconds: 1, subscriptions: [subscription] } })
  world = created
  created.add(10)
  created.start()
  await created.until('the initial sync', () => created.posted().length > 0)
  return created
}

const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => String(from + index))

const parents = (made: World) => made.posted().filter(({ text }) => /: \d+ new mentions/.test(text))

/** Locks the threads of the first `count` parents as soon as they are posted, as an admin's automation would. */
function lockThreads({ slack }: World, count: number): void {
  let left = count
  slack.subscribe((event) => {
    if (event.type !== 'message_posted' || event.message.thread_ts !== undefined) return
    if (!/: \d+ new mentions/.test(event.message.text) || left-- <= 0) return
    slack.control.lockThread(event.channel, event.message.ts)
  })
}

describe('M6: a burst', () => {
  it('whose thread is locked continues below a new parent, and each mention is posted once', async () => {
    const made = await runningWorld()
    lockThreads(made, 1)
    for (const id of numbers(11, 30)) made.add(id)
    await made.until('everything is posted', () => new Set(made.ids()).size === 20)
    expect(made.ids().toSorted()).toEqual(numbers(11, 30))
    expect(parents(made)).toHaveLength(2)
    expect(await problemsOf(made)).toEqual([])
  })

  it('whose threads are all locked becomes cards in the channel after two parents', async () => {
    const made = await runningWorld()
    lockThreads(made, Number.POSITIVE_INFINITY)
    for (const id of numbers(11, 30)) made.add(id)
    await made.until('everything is posted', () => new Set(made.ids()).size === 20)
    expect(made.ids().toSorted()).toEqual(numbers(11, 30))
    expect(parents(made)).toHaveLength(2)
  })

  it('in a channel without threads becomes cards in the channel, and so does the next burst', async () => {
    const made = await runningWorld()
    made.slack.control.setThreadable(channel, false)
    for (const id of numbers(11, 30)) made.add(id)
    await made.until('everything is posted', () => new Set(made.ids()).size === 20)
    expect(parents(made)).toHaveLength(1)
    for (const id of numbers(31, 40)) made.add(id)
    await made.until('the next burst', () => new Set(made.ids()).size === 30)
    expect(made.ids().toSorted()).toEqual(numbers(11, 40))
    expect(parents(made)).toHaveLength(1)
    expect(await problemsOf(made)).toEqual([])
  })
})
