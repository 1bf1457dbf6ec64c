import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { startedSubscriptions } from '../../src/engine/schedule/started-subscriptions.ts'
import { createDamageLog } from '../../src/store/damage.ts'
import { lostFilesIn } from '../../src/store/sqlite/records-file.ts'
import { emptyFolder } from '../tools/folder.ts'
import { memoryStore } from '../tools/memory-store.ts'
import { openRecordsIn } from '../tools/sqlite-records.ts'

const of = (subscription: string, alert = '7') => ({ subscription, alert })

/** A store, and how a process with a configuration of these names opens it. */
function storeOf() {
  const kept = new Map<string, string>()
  return { kept, open: (...declared: string[]) => startedSubscriptions(memoryStore(kept), declared) }
}

describe('a subscription', () => {
  it('does not count as new to a store if it was in the configuration when the store was created, because the disk may have been wiped', async () => {
    const { open } = storeOf()
    expect(await open('acme').isNew(of('acme'))).toBe(false)
  })

  it('counts as new to a store if it was added to the configuration later, or made in Slack', async () => {
    const { open } = storeOf()
    await open('acme').recordStart(of('acme'))
    expect(await open('acme', 'second').isNew(of('second'))).toBe(true)
    expect(await open('acme').isNew(of('made'))).toBe(true)
  })

  it('counts as new to a store until it has started, for each alert separately', async () => {
    const { open } = storeOf()
    const begun = open('acme')
    await begun.recordStart(of('second', '7'))
    expect(await begun.isNew(of('second', '7'))).toBe(false)
    expect(await open().isNew(of('second', '7'))).toBe(false)
    expect(await begun.isNew(of('second', '8'))).toBe(true)
  })

  it.each(['declared-first', 'started-subscriptions'])(
    'never counts as new while the records of %s are damaged, and starts nevertheless',
    async (name) => {
      const folder = emptyFolder()
      const { collection, close } = openRecordsIn(folder)
      await startedSubscriptions({ collection }, ['acme']).recordStart(of('second'))
      close()
      writeFileSync(join(folder, `${name}.json`), '{')
      const next = openRecordsIn(folder, { lost: lostFilesIn(folder, createDamageLog()) })
      const begun = startedSubscriptions(next, ['acme'])
      expect(await begun.isNew(of('second'))).toBe(false)
      expect(await begun.isNew(of('third'))).toBe(false)
      await begun.recordStart(of('third'))
      expect(readFileSync(join(folder, `${name}.json`), 'utf8')).toBe('{')
    },
  )

  it('does not count as new to a store that was wiped and created again', async () => {
    const { kept, open } = storeOf()
    await open('acme').recordStart(of('second'))
    kept.clear()
    expect(await open('acme', 'second').isNew(of('second'))).toBe(false)
  })
})
