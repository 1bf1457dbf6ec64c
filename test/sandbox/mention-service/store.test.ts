import { expect, it } from 'vitest'
import { type createMentionStore, RecordError } from '../../../sandbox/mention-service/store.ts'
import { archiveOf, mention, noon } from './start-service.ts'

const ids = (archive: ReturnType<typeof createMentionStore>) =>
  archive.mentions('1', 'id').map(({ id }) => id)

it('a hidden mention becomes visible at its time, with the id it had', () => {
  let now = noon
  const archive = archiveOf([mention(1), mention(3)], () => now)
  archive.add('1', mention(2), { visibleFrom: noon + 30_000 })
  expect(ids(archive)).toEqual(['1', '3'])
  expect(archive.greatestId()).toBe('3')
  now = noon + 29_999
  expect(ids(archive)).toEqual(['1', '3'])
  now = noon + 30_000
  expect(ids(archive)).toEqual(['1', '2', '3'])
})

it('the id of a hidden mention is taken', () => {
  const archive = archiveOf([])
  archive.add('1', mention(2), { visibleFrom: noon + 1 })
  expect(() => archive.add('1', mention(2))).toThrow(RecordError)
})

it('a record that is not sound names its fields', () => {
  const archive = archiveOf([])
  expect(() => archive.add('1', mention(1, { reach: -1, date: 1.5 }))).toThrow(/date: .*reach: /)
})

it('a deleted alert takes its mentions with it', () => {
  const archive = archiveOf([mention(1)])
  expect(archive.deleteAlert('1')).toBe(true)
  expect(archive.deleteAlert('1')).toBe(false)
  expect(ids(archive)).toEqual([])
})
