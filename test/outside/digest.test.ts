import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, expect, it } from 'vitest'
import { alertId, channel, createWorld, type World } from './world.ts'

let world: World | undefined
afterEach(() => world?.close())

const day = 86_400_000
const digest = {
  name: 'daily',
  channel,
  alerts: [alertId],
  schedule: '0 0 * * *',
  timezone: 'UTC',
  period: 'day',
}

async function withDigest(some: object = {}): Promise<World> {
  const made = await createWorld({ configuration: { doubtSeconds: 1, digests: [{ ...digest, ...some }] } })
  world = made
  for (let id = 1; id <= 12; id++) made.add(id, { date: Date.now() - day })
  return made
}

const digestsIn = (made: World) =>
  made.slack.control.messages(channel).filter(({ metadata }) => metadata?.event_type === 'overheard_digest')

it('makes up at the start what was missed within a day, once, however often it is killed', async () => {
  const made = await withDigest()
  made.start()
  await made.until('the digest', () => digestsIn(made).length > 0)
  await made.end()
  made.start()
  await made.until('it runs again', () => made.output().split('is running').length > 2)
  await wait(1500)
  const yesterday = new Date(Date.now() - day).toISOString().slice(0, 10)
  expect(digestsIn(made).map(({ metadata }) => metadata?.event_payload)).toEqual([
    { digest: 'daily', period: yesterday, part: 0 },
  ])
  expect(digestsIn(made)[0]?.text).toContain('12 mentions')
})
