import { afterAll, beforeAll, expect, it } from 'vitest'
import { slackSubscriptionSchema } from '../../src/model/subscription.ts'
import { openStoreOf } from '../tools/e2e/bot-store.ts'
import { createWorld, type World } from '../tools/e2e/bot-world.ts'

/** The question after a long pause. While the bot is stopped, the test moves the stored pause back by a day. */

const [ana, ben] = ['U0000000ANA', 'U0000000BEN'] as const
const support = 'C0000SUPPRT'
const day = 86_400_000

let world: World
beforeAll(async () => {
  world = await createWorld({ configuration: { subscriptions: [] } })
  world.add(1, { date: Date.now() - 3 * day })
  await start()
  await command('subscribe "acme brand"')
  await world.until('a modal', () => world.slack.state.views.length > 0)
  const viewId = world.slack.state.views[0]?.view.id ?? ''
  await world.slack.people.submitView({ user: ana, viewId, answers: {} })
  await heard('Watching Acme brand')
})
afterAll(() => world?.close())

async function start() {
  const seen = world.output().length
  world.start()
  await world.until('its start', () => world.output().slice(seen).includes('Overheard is running'))
  await world.until('a connection', () => world.slack.control.sockets() > 0)
}

const command = (line: string) =>
  world.slack.people.runCommand({ user: ana, channel: support, line: `/mentions ${line}` })
const lines = () => world.slack.control.messages(support)
const heard = (words: string) => world.until(words, () => lines().some(({ text }) => text.includes(words)))
/** The ids in the channel, as often as they were posted. The parent of a burst also shows ids of its thread. */
const cards = () =>
  world
    .posted(support)
    .filter(({ thread, text }) => thread !== undefined || !text.includes('mentions'))
    .flatMap(({ ids }) => ids)

/** Runs a command and waits until one more message matches. */
async function commandSays(line: string, words: string): Promise<void> {
  const count = () => lines().filter(({ text }) => text.includes(words)).length
  const before = count()
  await command(line)
  await world.until(words, () => count() > before)
}

/** Pauses, adds mentions while the bot is stopped, moves the pause back by a day, and resumes; returns the question. */
async function resumeAfterADay(name: string, came: number[]) {
  await commandSays(`pause ${name}`, `paused ${name}`)
  await world.end('SIGTERM')
  for (const id of came) world.add(id)
  await moveBack(name)
  await start()
  await commandSays(`resume ${name}`, ' is active again after a pause ')
  const { ts = '', text = '' } =
    lines().findLast((one) => one.text.includes(' is active again after a pause ')) ?? {}
  return { ts, text }
}

async function moveBack(name: string): Promise<void> {
  const store = await openStoreOf(world)
  await store
    .collection('subscriptions', slackSubscriptionSchema)
    .change(name, (current) =>
      current?.paused === undefined
        ? current
        : { ...current, paused: { ...current.paused, at: current.paused.at - day - 60_000 } },
    )
  await store.close()
}

const answer = (ts: string, actionId: string) =>
  world.slack.people.press({ user: ben, channel: support, ts, actionId })

it('after a pause of more than a day, a resumed subscription asks first, and then posts the missed mentions as a burst, each once', async () => {
  const came = [2, 3, 4, 5, 6, 7, 8, 9]
  const question = await resumeAfterADay('acme-brand', came)
  expect(question.text).toContain('8 mentions arrived during the pause')
  expect(cards()).toEqual([])
  await Promise.all([answer(question.ts, 'catch_up'), answer(question.ts, 'catch_up')])
  await heard('the mentions of the pause follow')
  await world.until('the last of the burst', () => cards().length >= came.length)
  expect(cards().toSorted()).toEqual(came.map(String))
})

it('after a pause of more than a day, a resumed subscription starts from now if that is the answer', async () => {
  const question = await resumeAfterADay('acme-brand', [10, 11])
  await answer(question.ts, 'start_from_now')
  await heard('starts afresh')
  const looked = () => lines().filter(({ text }) => text.includes('Watching Acme brand')).length
  await world.until('its own initial sync', () => looked() === 2)
  await world.end('SIGTERM')
  world.add(12)
  await start()
  await world.until('the next one', () => cards().includes('12'))
  expect(cards()).not.toContain('10')
  expect(cards()).not.toContain('11')
})
