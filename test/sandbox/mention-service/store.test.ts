import { expect, it } from 'vitest'
import { archiveOf, mention, noon } from '../../../packages/listen/test/api/start-service.ts'
import { type createMentionStore, RecordError } from '../../../sandbox/mention-service/store.ts'

const ids = (mentionStore: ReturnType<typeof createMentionStore>) =>
  mentionStore.mentions('1', 'id').map(({ id }) => id)

it('the embedded mention service shows a hidden mention from the planned time on, with an id between earlier ids', () => {
  let now = noon
  const mentionStore = archiveOf([mention(1), mention(3)], () => now)
  mentionStore.add('1', mention(2), { visibleFrom: noon + 30_000 })
  expect(ids(mentionStore)).toEqual(['1', '3'])
  expect(mentionStore.largestId()).toBe('3')
  now = noon + 29_999
  expect(ids(mentionStore)).toEqual(['1', '3'])
  now = noon + 30_000
  expect(ids(mentionStore)).toEqual(['1', '2', '3'])
})

it('the embedded mention service refuses a second mention with the id of a hidden mention', () => {
  const mentionStore = archiveOf([])
  mentionStore.add('1', mention(2), { visibleFrom: noon + 1 })
  expect(() => mentionStore.add('1', mention(2))).toThrow(RecordError)
})

it('the embedded mention service refuses an invalid mention with an error that names all wrong fields', () => {
  const mentionStore = archiveOf([])
  expect(() => mentionStore.add('1', mention(1, { reach: -1, date: 1.5 }))).toThrow(/date: .*reach: /)
})

it('the embedded mention service deletes the mentions of an alert together with the alert', () => {
  const mentionStore = archiveOf([mention(1)])
  expect(mentionStore.deleteAlert('1')).toBe(true)
  expect(mentionStore.deleteAlert('1')).toBe(false)
  expect(ids(mentionStore)).toEqual([])
})
