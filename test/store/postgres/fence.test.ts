import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { afterFirstLook } from '../../../src/decide/bookmark.ts'
import type { Bookmarks } from '../../../src/store/bookmark-files.ts'
import { takeTurn } from '../../../src/store/postgres/bookmarks.ts'
import { migrate } from '../../../src/store/postgres/migrations.ts'
import { useDatabases } from './databases.ts'

const databases = useDatabases()
const key = { subscription: 'acme', alert: '7' }
const bookmarkAt = (through: number) => ({ ...afterFirstLook([], true, [], 1), through: String(through) })

describe('the turn of an alert', () => {
  it('belongs to whoever took it last: the one before writes nothing any more', async () => {
    const { open } = await databases.fresh()
    const { database } = await open()
    const first = await takeTurn(database, key.alert)
    expect(await first.keep(key, bookmarkAt(1))).toBe('kept')
    const second = await takeTurn((await open()).database, key.alert)
    expect(await first.keep(key, bookmarkAt(2))).toBe('fenced')
    expect(await second.bookmark(key)).toMatchObject({ bookmark: { through: '1' } })
    expect(await second.keep(key, bookmarkAt(3))).toBe('kept')
  })

  it('of one alert leaves the others alone', async () => {
    const { database } = await (await databases.fresh()).open()
    const first = await takeTurn(database, '7')
    await takeTurn(database, '8')
    expect(await first.keep(key, bookmarkAt(1))).toBe('kept')
  })

  it('that is taken over while a bookmark is being written: the new owner sees what was written, or nothing is written', async () => {
    const { open } = await databases.fresh()
    const [one, other] = [(await open()).database, (await open()).database]
    await fc.assert(
      fc.asyncProperty(fc.array(fc.boolean(), { minLength: 5, maxLength: 30 }), async (takesOver) => {
        let owner: Bookmarks = await takeTurn(one, key.alert)
        for (const [step, takes] of takesOver.entries()) {
          const writing = owner.keep(key, bookmarkAt(step))
          if (takes) {
            owner = await takeTurn(other, key.alert)
            const seen = await owner.bookmark(key)
            const wrote = seen.kind === 'kept' && seen.bookmark.through === String(step)
            expect(await writing).toBe(wrote ? 'kept' : 'fenced')
          } else expect(await writing).toBe('kept')
        }
      }),
      { numRuns: 20 },
    )
  })
})

describe('the tables', () => {
  it('are made once, by however many processes at the same moment', async () => {
    const { open } = await databases.fresh()
    const processes = await Promise.all(Array.from({ length: 4 }, open))
    await processes[0]?.database.query('drop schema overheard cascade')
    await Promise.all(processes.map(({ database }) => migrate(database)))
    const rows = await processes[0]?.database.query(
      'select version from overheard.migrations order by version',
    )
    expect(rows?.rows).toEqual([{ version: 1 }, { version: 2 }])
  })
})
