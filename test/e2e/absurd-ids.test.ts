import { rmSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, expect, it } from 'vitest'
import { z } from 'zod'
import { lookBackMs } from '../../src/model/checkpoint.ts'
import { openStoreOf } from '../tools/e2e/bot-store.ts'
import { alertId, channel, createWorld, mention, type World } from '../tools/e2e/bot-world.ts'
import { replaceDatabase } from '../tools/postgres.ts'

/** M10: one mention with an absurdly great id is posted and reported, and hides no later mention. */

/** An id as a test row of the service may have it: the greatest number of nineteen digits. */
const absurd = '9999999999999999999'

const configuration = {
  doubtSeconds: 1,
  subscriptions: [{ name: 'acme', alert: 'Acme brand', channel, schedule: '* * * * * *' }],
}

let world: World | undefined
afterEach(() => world?.close())

/** A world after the initial sync, with ten mentions and those given. */
async function lookedAt(...others: string[]): Promise<World> {
  const created = await createWorld({ configuration })
  world = created
  for (const id of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, ...others]) created.add(id)
  created.start()
  await created.until('the initial sync', () => created.posted().length === 1)
  return created
}

const line = z.object({ url: z.string() })
const readiness = z.object({
  problems: z.array(z.object({ what: z.string(), whatToDo: z.string() }).loose()),
})

/** The problems that the running process reports. */
async function problemsOf({ output }: World) {
  const running = output()
    .split('\n')
    .findLast((text) => text.includes('Overheard is running'))
  const { url } = line.parse(JSON.parse(running ?? '{}'))
  return readiness.parse(await (await fetch(`${url}/status`)).json()).problems
}

/** Waits until the process reports an id as a problem, or no longer does. */
async function untilTold(world: World, id: string, isTold: boolean): Promise<void> {
  let told = await problemsOf(world)
  const end = Date.now() + 200_000
  while (told.some(({ what }) => what.includes(id)) !== isTold) {
    if (Date.now() > end) throw new Error(`never happened: told of ${id}: ${isTold}\n${JSON.stringify(told)}`)
    await wait(50)
    told = await problemsOf(world)
  }
  if (isTold) expect(told.find(({ what }) => what.includes(id))?.whatToDo).not.toBe('')
}

/** Makes all posts look older than the look-back. */
async function passLookBack(world: World): Promise<void> {
  await world.end('SIGTERM')
  const store = await openStoreOf(world)
  const checkpoints = await store.takeOver(alertId)
  const key = { subscription: 'acme', alert: alertId }
  const found = await checkpoints.load(key)
  if (found.kind !== 'kept') throw new Error(`the checkpoint is ${found.kind}`)
  const { done, ...rest } = found.checkpoint
  const older = done.map(({ at, ids }) => ({ at: at - lookBackMs - 60_000, ids }))
  await checkpoints.save(key, { ...rest, done: older })
  await store.close()
  world.start()
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

it('M10: an absurdly great id is reported in the log and as a problem', async () => {
  const world = await lookedAt()
  world.add(absurd)
  await world.until('the absurd one', () => world.ids().includes(absurd))
  await untilTold(world, absurd, true)
  expect(world.output()).toContain(`id ${absurd}`)
})

it('M10: a mention with an absurdly great id is posted once, and later mentions are posted, also after the look-back and after a wiped disk', async () => {
  const world = await lookedAt()
  world.add(11)
  await world.until('11', () => world.ids().includes('11'))
  world.add(absurd)
  await world.until('the absurd one', () => world.ids().includes(absurd))
  world.add(12)
  await world.until('12', () => world.ids().includes('12'))

  await passLookBack(world)
  await readAgain(world, 3)
  world.add(13)
  await world.until('13', () => world.ids().includes('13'))
  await passLookBack(world)
  await readAgain(world, 3)
  world.add(14)
  await world.until('14', () => world.ids().includes('14'))

  await wipe(world)
  await readAgain(world, 3)
  world.add(15)
  await world.until('15', () => world.ids().includes('15'))
  await readAgain(world, 2)
  expect(world.ids()).toEqual(['11', absurd, '12', '13', '14', '15'])
  for (const { payload } of world.posted()) expect(payload).not.toMatchObject({ through: absurd })
})

it('M10: an absurdly great id at the initial sync is not posted, and hides no later mention after a wiped disk', async () => {
  const world = await lookedAt(absurd)
  world.add(11)
  await world.until('11', () => world.ids().includes('11'))
  await wipe(world)
  await readAgain(world, 3)
  world.add(12)
  await world.until('12', () => world.ids().includes('12'))
  await passLookBack(world)
  await readAgain(world, 3)
  world.add(13)
  await world.until('13', () => world.ids().includes('13'))
  expect(world.ids()).toEqual(['11', '12', '13'])
  for (const { payload } of world.posted()) expect(payload).not.toMatchObject({ through: absurd })
})

it('M10: a second id near an absurdly great one confirms that the service jumped there, and the problem ends', async () => {
  const world = await lookedAt()
  const [first, second, third] = ['5000000000000000000', '5000000000000000017', '5000000000000000018']
  world.add(first)
  await world.until('the first beyond', () => world.ids().includes(first))
  await untilTold(world, first, true)
  world.add(second)
  await world.until('the second beyond', () => world.ids().includes(second))
  await untilTold(world, first, false)
  await passLookBack(world)
  await readAgain(world, 3)
  world.add(third)
  await world.until('the third beyond', () => world.ids().includes(third))
  expect(world.posted().at(-1)?.payload).toMatchObject({ through: second })
  expect(world.ids()).toEqual([first, second, third])
})

it.each([25, 1_000_000])(
  'M10: a mention whose id has %i digits is ignored and reported in the log',
  async (count) => {
    const world = await lookedAt()
    const endless = '9'.repeat(count)
    const body = { ...mention('1', { url: 'https://news.example/777' }), id: BigInt(endless) }
    world.mentionStore.addUnchecked(alertId, { id: '10000', date: Date.now(), reach: 1 }, body)
    await world.until('the log', () => world.output().includes('without a usable id'))
    world.add(11)
    await world.until('11', () => world.ids().includes('11'))
    await passLookBack(world)
    await readAgain(world, 3)
    world.add(12)
    await world.until('12', () => world.ids().includes('12'))
    expect(world.ids()).toEqual(['11', '12'])
    expect(world.output().length).toBeLessThan(100_000)
  },
)
