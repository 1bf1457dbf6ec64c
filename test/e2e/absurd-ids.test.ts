import { rmSync } from 'node:fs'
import { afterEach, expect, it } from 'vitest'
import { alertId, channel, createWorld, mention, type World } from '../tools/e2e/bot-world.ts'
import { problemThat } from '../tools/e2e/status.ts'
import { replaceDatabase } from '../tools/postgres.ts'

/** M10: one mention with an absurdly large id is posted and reported, and hides no later mention. */

/** An id as a test row of the service may have it: the largest number of nineteen digits. */
const absurd = '9999999999999999999'

const configuration = {
  doubtSeconds: 1,
  subscriptions: [{ name: 'acme', alert: 'Acme brand', channel, schedule: '* * * * * *' }],
}

let world: World | undefined
afterEach(() => world?.close())

/** A world after the initial sync of ten mentions. */
async function lookedAt(): Promise<World> {
  const created = await createWorld({ configuration })
  world = created
  for (let id = 1; id <= 10; id++) created.add(id)
  created.start()
  await created.until('the initial sync', () => created.watches())
  return created
}

/** Waits until the process reports an id as a problem. */
async function untilTold(world: World, id: string): Promise<void> {
  const { whatToDo } = await problemThat(world, `a problem with ${id}`, ({ what }) => what.includes(id))
  expect(whatToDo).not.toBe('')
}

/** Wipes the store; only the channel is left. */
async function wipe(world: World): Promise<void> {
  await world.end('SIGKILL')
  const { DATABASE_URL } = world.environment
  if (DATABASE_URL === undefined) rmSync(world.dataDir, { recursive: true })
  else await replaceDatabase(DATABASE_URL)
  world.start()
}

/** Waits until the alert has been polled this often. */
async function readAgain(world: World, times: number): Promise<void> {
  const reads = () =>
    world.service.log.requests().filter(({ path }) => path.includes(`/alerts/${alertId}/mentions`)).length
  const before = reads()
  await world.until('more polls', () => reads() >= before + times)
}

it('a mention with an absurdly large id is posted once and reported, and later mentions are posted, even after the store was wiped', async () => {
  const world = await lookedAt()
  world.add(11)
  await world.until('11', () => world.ids().includes('11'))
  world.add(absurd)
  await world.until('the absurd one', () => world.ids().includes(absurd))
  await untilTold(world, absurd)
  expect(world.output()).toContain(`id ${absurd}`)
  world.add(12)
  await world.until('12', () => world.ids().includes('12'))

  await wipe(world)
  await readAgain(world, 3)
  world.add(13)
  await world.until('13', () => world.ids().includes('13'))
  await readAgain(world, 2)
  expect(world.ids()).toEqual(['11', absurd, '12', '13'])
  for (const { payload } of world.posted()) expect(payload).not.toMatchObject({ through: absurd })
})

it('a mention whose id has a hundred thousand digits is ignored and reported in the log', async () => {
  const world = await lookedAt()
  const body = { ...mention('1', { url: 'https://news.example/777' }), id: BigInt('9'.repeat(100_000)) }
  world.mentionStore.addUnchecked(alertId, { id: '10000', date: Date.now(), reach: 1 }, body)
  await world.until('the log', () => world.output().includes('without a usable id'))
  world.add(11)
  await world.until('11', () => world.ids().includes('11'))
  await readAgain(world, 3)
  expect(world.ids()).toEqual(['11'])
  expect(world.output().length).toBeLessThan(100_000)
})
