import { afterEach, expect, it } from 'vitest'
import { z } from 'zod'
import { type CollectionKind, openCollection } from '../../../src/model/collection.ts'
import { openStoreOf } from '../../tools/e2e/bot-store.ts'
import { channel, createWorld, type World } from '../../tools/e2e/bot-world.ts'
import { peopleIn } from '../../tools/e2e/people-world.ts'
import { problemsOf } from '../../tools/e2e/status.ts'
import { clientOf } from '../../tools/slack-workspace.ts'

/** The bot on a store in which a feature “riddles” of another version has left something of every kind. */

let world: World | undefined
afterEach(() => world?.close())

const ana = 'U0000000ANA'
const minute = 60_000

const collections: CollectionKind<Record<string, unknown>>[] = [
  'riddles',
  'reminders',
  'announced-changes',
  'missed-facts',
].map((name) => ({ name, schema: z.record(z.string(), z.unknown()) }))

function leftBehind(now: number): Record<string, Record<string, unknown>> {
  return {
    riddles: { answer: 42 },
    reminders: { kind: 'riddle', id: 'r', created: now - minute, due: now - minute, to: ana },
    'announced-changes': { at: now - minute, channel, what: 'asked a riddle', change: { kind: 'riddle' } },
    'missed-facts': {
      ...{ feature: 'riddles', fact: 'digestPosted', about: `${channel} 1`, at: now - minute },
      value: { digest: 'weekly', period: '2026-W47', channel, ts: '1' },
    },
  }
}

const queued = z.looseObject({ channel: z.string(), ts: z.string() })

it('the bot starts on what a deleted feature has stored, keeps it, and says that the buttons of this feature are no longer used', async () => {
  const subscription = { name: 'acme', alert: 'Acme brand', channel, schedule: '* * * * * *' }
  const started = await createWorld({ configuration: { subscriptions: [subscription] } })
  world = started
  const now = Date.now()
  const event = { channel: 'riddles', ts: `${Math.floor(now / 1000)}.000100`, riddle: 'What is it?' }
  const store = await openStoreOf(started)
  for (const kind of collections)
    await openCollection(store, kind).change('left', () => leftBehind(now)[kind.name])
  await store.messages('riddle-events', queued).add(event, event)
  await store.close()

  for (let id = 1; id <= 3; id++) started.add(id)
  started.start()
  await started.until('the initial sync', () => started.watches())
  started.add(101)
  await started.until('a post', () => started.ids().includes('101'))
  await expect.poll(() => problemsOf(started), { interval: 200 }).toEqual([])

  const solve = { type: 'button', text: { type: 'plain_text', text: 'Solve' }, action_id: 'riddle_solve' }
  const { ts = '' } = await clientOf(started.slack).chat.postMessage({
    ...{ channel, text: 'A riddle', blocks: [{ type: 'actions', elements: [solve] }] as never },
  })
  const people = peopleIn(started)
  expect(await people.refusedPress(ana, channel, ts, 'riddle_solve')).toContain(
    'This button is no longer used.',
  )

  expect(await started.end('SIGTERM')).toBe(0)
  const kept = await openStoreOf(started)
  for (const kind of collections)
    expect([kind.name, await openCollection(kept, kind).find('left')]).toEqual([
      kind.name,
      leftBehind(now)[kind.name],
    ])
  expect(await kept.messages('riddle-events', queued).find(event)).toEqual(event)
  expect(kept.damage.all()).toEqual([])
  await kept.close()
})
