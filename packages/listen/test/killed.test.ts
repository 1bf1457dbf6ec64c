import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { emptyFolder } from '../../../test/tools/folder.ts'
import type { Item, Source, StreamTools } from '../src/source.ts'
import type { Store } from '../src/store/store.ts'
import { type EngineWorld, fakeHost, item, sourceOf, startWorld } from './engine-world.ts'
import { createVirtualTime } from './virtual-time.ts'

const minute = 60_000
const url = 'https://pages.example/'
const pages = 4

/** What page `n` of the poll holds: two new items, an edit of an older one, and a removal. */
function pageOf(n: number): { items: Item[]; removals: { item: string }[] } {
  const fresh = [2 * n, 2 * n + 1].map((id) => item(`p${id}`))
  const edited = n > 0 ? [item(`p${2 * n - 1}`, { title: `Edited on page ${n}` })] : []
  return { items: [...fresh, ...edited], removals: n === 2 ? [{ item: 'p0' }] : [] }
}

function sources(): Source[] {
  const paged = sourceOf('paged', [
    {
      kind: 'poll',
      key: 'all',
      everyMs: minute,
      async poll(cursor, { fetch }) {
        const page = Number(cursor ?? 0)
        if (page >= pages) return { items: [] }
        await fetch(`${url}${page}`)
        return { ...pageOf(page), cursor: page + 1 }
      },
    },
  ])
  const streamed = sourceOf('streamed', [
    {
      kind: 'stream',
      key: 'all',
      async open(cursor, tools: StreamTools) {
        // A stream repeats the last item after each connection, as Jetstream does.
        for (let id = Math.max(0, Number(cursor ?? 0) - 1); id < 5; id++)
          await tools.store({
            items: [item(`s${id}`), item(`x${id}`, { title: '', text: { plain: '-' } })],
            cursor: id + 1,
          })
        await new Promise<void>((resolve) => tools.signal.addEventListener('abort', () => resolve()))
      },
    },
  ])
  return [paged, streamed]
}

/** What a kill -9 would leave of the files in a folder: everything that the process has written, and nothing else. */
function stateOf(folder: string): string {
  const hash = createHash('sha256')
  for (const name of readdirSync(folder).sort()) hash.update(name).update(readFileSync(join(folder, name)))
  return hash.digest('hex')
}

/** Calls `effect` before each write to the database, each commit and each request. */
function watchEffects({ database }: Store, effect: () => void): void {
  const { run, get, insert, transaction } = database
  Object.assign(database, {
    run(...given: Parameters<typeof run>) {
      effect()
      return run(...given)
    },
    get<Row>(...given: Parameters<typeof get>) {
      if (/^\s*(INSERT|UPDATE|DELETE)/.test(given[0])) effect()
      return get<Row>(...given)
    },
    insert(...given: Parameters<typeof insert>) {
      effect()
      return insert(...given)
    },
    transaction<Result>(work: () => Result) {
      const result = transaction(() => {
        const done = work()
        effect()
        return done
      })
      effect()
      return result
    },
  })
}

/** How many mentions the statistics have. A reader counts what is not counted yet, and so writes, too. */
function countedIn({ store }: EngineWorld): number {
  const alert = store.alerts.get('1001')
  const always = { from: 0, to: 1_000_000 }
  return store.rollUps.days(alert?.key ?? 0, always).reduce((sum, { mentions }) => sum + mentions, 0)
}

/** Title and address by id, as clients have read them. */
const read = (world: EngineWorld) => world.mentions().map(({ id, url: address }) => `${id} ${address}`)

it('after a kill at any effect, the service continues without losing or repeating a mention, and no id has changed its mention', async () => {
  const folder = emptyFolder()
  const time = createVirtualTime()
  const host = (now: () => number) =>
    fakeHost(
      Object.fromEntries(
        Array.from({ length: pages }, (_, n) => [`${url}${n}`, () => ({ text: String(n) })]),
      ),
      now,
    )
  const living = join(folder, 'living')
  mkdirSync(living)
  let effects = 0
  /** Many effects leave the same files, because a transaction writes them at its end. */
  const left = new Set<string>()
  const watched: { effect: () => void } = { effect: () => undefined }
  const { send } = host(time.now)
  const world = await startWorld({
    sources: sources(),
    file: join(living, 'mentions.sqlite'),
    time,
    send(request) {
      watched.effect()
      return send(request)
    },
  })
  watched.effect = () => {
    effects += 1
    const state = stateOf(living)
    if (!left.has(state)) cpSync(living, join(folder, state), { recursive: true })
    left.add(state)
  }
  watchEffects(world.store, () => watched.effect())
  for (let passed = 0; passed < 10; passed++) {
    await time.advance(minute)
    countedIn(world)
  }
  const whole = world.mentions().map(({ url: address, title }) => [address, title])
  expect(whole).toHaveLength(2 * pages - 1 + 5)
  expect(effects).toBeGreaterThan(200)
  expect(left.size).toBeGreaterThan(20)

  for (const state of left) {
    const later = createVirtualTime(time.now())
    const again = await startWorld({
      sources: sources(),
      file: join(folder, state, 'mentions.sqlite'),
      time: later,
      send: host(later.now).send,
      undo: () => undefined,
    })
    const before = read(again)
    await later.advance(7 * minute)
    const after = read(again)
    expect(after.filter((one) => before.includes(one))).toEqual(before.filter((one) => !one.endsWith('/p0')))
    expect(
      again
        .mentions()
        .map(({ url: address, title }) => [address, title])
        .sort(),
    ).toEqual(whole.toSorted())
    expect(countedIn(again)).toBe(whole.length)
    await again.close()
  }
})
