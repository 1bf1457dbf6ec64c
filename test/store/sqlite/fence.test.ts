import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { openRecordsIn } from '../../tools/sqlite-records.ts'
import { sampleDecisions } from '../../tools/stored-samples.ts'

const key = { channel: 'C1', ts: '1795176000.000100' }

/** The writes of a process that loses the folder after so many checks. */
function losing(afterChecks: number) {
  let checks = 0
  const opened = openRecordsIn(undefined, {
    mustHold: () => {
      if (checks++ >= afterChecks) throw new Error('lost')
    },
  })
  const writes: [what: string, write: () => Promise<unknown>][] = [
    ['a record', () => opened.collection('mutes', z.number()).put('C1', 1)],
    ['a record of a message', () => opened.messages('cards', z.unknown()).add(key, 1)],
    ['records of messages together', () => opened.messages('cards', z.unknown()).addAll([{ key, value: 1 }])],
    ['a change of a message', () => opened.messages('cards', z.unknown()).change(key, () => 1)],
    ['decisions', () => opened.rows.addDecisions(sampleDecisions)],
    ['a removal', () => opened.messages('cards', z.unknown()).prune(1)],
  ]
  const stored = async () =>
    (
      await opened.database.query(
        'select (select count(*) from records) + (select count(*) from messages) + (select count(*) from decisions) as stored',
      )
    ).rows
  return { writes, stored }
}

describe('a process that has lost its folder', () => {
  it('writes nothing', async () => {
    for (const [index, [what]] of losing(0).writes.entries()) {
      const { writes, stored } = losing(0)
      await expect(writes[index]?.[1](), what).rejects.toThrow('lost')
      expect(await stored(), what).toEqual([{ stored: 0 }])
    }
  })

  it('reports a write as failed if it lost the folder during the write, because a post may follow', async () => {
    for (const [index, [what]] of losing(1).writes.entries())
      await expect(losing(1).writes[index]?.[1](), what).rejects.toThrow('lost')
  })
})
