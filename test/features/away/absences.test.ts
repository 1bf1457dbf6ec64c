import { expect, it } from 'vitest'
import { createAbsences } from '../../../src/features/away/absences.ts'
import { absenceKind } from '../../../src/features/away/model.ts'
import { openCollection } from '../../../src/model/collection.ts'
import { memoryStore } from '../../tools/memory-store.ts'

const friday = Date.UTC(2026, 10, 20, 12)
const hour = 3_600_000

function world() {
  const clock = { now: friday }
  const stored = openCollection(memoryStore(), absenceKind)
  return { clock, stored, absences: createAbsences({ now: () => clock.now, stored }) }
}

it('a person is away from the start to the end of an absence, which ends by itself', async () => {
  const { clock, absences } = world()
  await absences.begin('ANA', { from: friday + hour, until: friday + 3 * hour })
  const seen: boolean[] = []
  for (const at of [0, hour, 3 * hour - 1, 3 * hour]) {
    clock.now = friday + at
    seen.push(await absences.isAway('ANA'))
  }
  expect(seen).toEqual([false, true, true, false])
  expect(await absences.isAway('BEN')).toBe(false)
  expect(await absences.of('ANA')).toBeUndefined()
})

it('a new absence replaces the one before, and a person can come back early', async () => {
  const { absences } = world()
  await absences.begin('ANA', { from: friday, until: friday + hour })
  await absences.begin('ANA', { from: friday, until: friday + 2 * hour })
  expect(await absences.of('ANA')).toEqual({ from: friday, until: friday + 2 * hour })
  expect([await absences.end('ANA'), await absences.end('ANA')]).toEqual([true, false])
  expect(await absences.isAway('ANA')).toBe(false)
})

it('absences are listed by their start, and removed when they are over', async () => {
  const { clock, stored, absences } = world()
  await absences.begin('ANA', { from: friday + hour, until: friday + 2 * hour })
  await absences.begin('BEN', { from: friday, until: friday + hour })
  expect((await absences.all()).map(({ user }) => user)).toEqual(['BEN', 'ANA'])
  clock.now += hour
  expect((await absences.all()).map(({ user }) => user)).toEqual(['ANA'])
  await absences.prune(clock.now)
  expect((await stored.entries()).map(({ key }) => key)).toEqual(['ANA'])
})
