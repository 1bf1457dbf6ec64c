import { beforeEach, expect, it } from 'vitest'
import type { AnnouncedChange } from '../../src/model/change.ts'
import { announcedChangeSchema } from '../../src/model/change.ts'
import { speakToAll } from '../../src/people/speak-to.ts'
import {
  type ChangeLog,
  createAnnouncedChanges,
  createChangeLog,
} from '../../src/subscriptions/change-log.ts'
import { memoryStore } from '../tools/memory-store.ts'

const minute = 60_000
const person = { user: 'U1', channel: 'C1' }
const unused = () => Promise.reject(new Error('not expected'))

let at: number
let changes: ChangeLog
beforeEach(() => {
  at = Date.UTC(2026, 10, 20)
  const now = () => at
  const stored = memoryStore().collection<AnnouncedChange>('announced-changes', announcedChangeSchema)
  changes = createChangeLog({
    ...{ now, newId: () => 'a', post: unused, messages: { update: unused }, nameOf: unused },
    ...{ announced: createAnnouncedChanges(stored, now), kinds: () => [], changed: unused },
    speakTo: speakToAll,
    log: { warn: () => undefined },
  })
})

const ask = () => changes.ask({ ...person, line: 'pause acme' })

it('a confirmed line runs once, however often the button is pressed', async () => {
  const id = await ask()
  expect(await changes.confirm(id, person)).toBe('pause acme')
  expect(await changes.confirm(id, person)).toBeUndefined()
})

it('of two presses at the same time, one runs the line', async () => {
  const id = await ask()
  const both = await Promise.all([changes.confirm(id, person), changes.confirm(id, person)])
  expect(both.filter((line) => line !== undefined)).toEqual(['pause acme'])
})

it.each([
  ['another person', { user: 'U2', channel: 'C1' }],
  ['the person in another channel', { user: 'U1', channel: 'C2' }],
])('%s does not confirm a line, and the person still can', async (_who, other) => {
  const id = await ask()
  expect(await changes.confirm(id, other)).toBeUndefined()
  expect(await changes.confirm(id, person)).toBe('pause acme')
})

it('a line can be confirmed for ten minutes', async () => {
  const id = await ask()
  at += 10 * minute + 1
  expect(await changes.confirm(id, person)).toBeUndefined()
  at -= 1
  expect(await changes.confirm(id, person)).toBe('pause acme')
})

it('the Undo button with the id of a line undoes nothing', async () => {
  const id = await ask()
  expect(await changes.find(id)).toBeUndefined()
  expect(await changes.confirm(id, person)).toBe('pause acme')
})
