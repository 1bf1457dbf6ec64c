import { expect, it } from 'vitest'
import { watch } from '../../../src/features/watch/feature.ts'

it('the watch calls people only if the file has one', () => {
  const files = [{}, { onDuty: { users: ['U0000000ANA'], from: '2026-11-23' } }]
  expect(files.map((file) => watch.callsPeople(file))).toEqual([false, true])
})
