import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { openCollection } from '../../src/model/collection.ts'
import { RecordDamagedError } from '../../src/model/damage.ts'
import type { Mute } from '../../src/model/mute.ts'
import { knownChannels } from '../../src/slack/channels.ts'
import { createDamageLog } from '../../src/store/damage.ts'
import { lostFilesIn, openRecords } from '../../src/store/sqlite/records-file.ts'
import { muteKind, pauseKind, subscriptionKind } from '../../src/stored-kinds.ts'
import { createMutes } from '../../src/subscriptions/mutes.ts'
import { createSubscriptionRegistry } from '../../src/subscriptions/subscription-registry.ts'
import { emptyFolder } from '../tools/folder.ts'
import { openRecordsIn } from '../tools/sqlite-records.ts'
import { subscriptionOf } from '../tools/story-world.ts'

/** Records that restrict something must never count as missing. */

const mute = (channel: string): Mute => ({ channel, kind: 'author', name: 'Loud', by: 'U1', at: 0 })
const pause = { id: 'p', by: 'U1', at: 0 }

/** Stores the records of a collection, and opens it as the bot does at its start. A text is a file of an older version that nobody can read. */
function stored(name: string, records: unknown) {
  const folder = emptyFolder()
  const { collection, database } = openRecordsIn(folder)
  const write = (content: object) =>
    database.all([
      { text: 'delete from records where collection = $1', values: [name] },
      ...Object.entries(content).map(([key, value]) => ({
        text: 'insert into records (collection, key, value) values ($1, $2, $3)',
        values: [name, key, JSON.stringify(value)],
      })),
    ])
  const path = join(folder, `${name}.json`)
  if (typeof records === 'string') writeFileSync(path, records)
  else write(z.looseObject({}).parse(records))
  const again = () => openRecordsIn(folder, { lost: lostFilesIn(folder, createDamageLog()) })
  return { path, folder, write, store: typeof records === 'string' ? again() : { collection }, again }
}

describe('mutes', () => {
  it('are unknown for the channel of a damaged record, and known for the others', async () => {
    const { store } = stored('mutes', { C1: [{ ...mute('C1'), kind: 'mood' }], C2: [mute('C2')] })
    const mutes = createMutes(openCollection(store, muteKind), () => 1)
    await mutes.refresh()
    expect([mutes.areDamaged('C1'), mutes.areDamaged('C2'), mutes.areDamaged('C3')]).toEqual([
      true,
      false,
      false,
    ])
    expect(mutes.of('C2')).toEqual([mute('C2')])
    await expect(mutes.change('C1', () => [])).rejects.toThrow(RecordDamagedError)
    expect(await mutes.change('C3', () => [mute('C3')])).toEqual([mute('C3')])
  })

  it('are unknown for every channel if their file of an older version is damaged, until a start after it is repaired or removed', async () => {
    const { store, folder, path, again } = stored('mutes', '{"C1":')
    const mutes = createMutes(openCollection(store, muteKind), () => 1)
    await mutes.refresh()
    expect(mutes.areDamaged('C9')).toBe(true)
    await expect(mutes.change('C9', () => [mute('C9')])).rejects.toThrow(RecordDamagedError)
    expect(readFileSync(path, 'utf8')).toBe('{"C1":')
    writeFileSync(path, JSON.stringify({ C1: [mute('C1')] }))
    openRecords(folder).close()
    const repaired = createMutes(openCollection(again(), muteKind), () => 1)
    await repaired.refresh()
    expect([repaired.areDamaged('C1'), repaired.of('C1')]).toEqual([false, [mute('C1')]])
    const other = stored('mutes', '')
    rmSync(other.path)
    const gone = createMutes(openCollection(other.again(), muteKind), () => 1)
    await gone.refresh()
    expect([gone.areDamaged('C1'), gone.all()]).toEqual([false, []])
  })

  it('stay as they were known in a running process, in which a poll may still decide by them', async () => {
    const found = { entries: [{ key: 'C1', value: [mute('C1')] }], damaged: [] as never[] }
    const damaged = [
      { collection: 'mutes', key: 'C1', place: { kind: 'file' as const, path: 'x' }, why: 'it is broken' },
    ]
    let present: { entries: typeof found.entries; damaged: typeof damaged } = found
    const mutes = createMutes(
      { ...openCollection(stored('mutes', {}).store, muteKind), readAll: async () => present },
      () => 1,
    )
    await mutes.refresh()
    present = { entries: [], damaged }
    await mutes.refresh()
    expect([mutes.of('C1'), mutes.areDamaged('C1')]).toEqual([[mute('C1')], true])
  })
})

describe('the registry of subscriptions', () => {
  function registryOn(records: { pauses?: unknown; subscriptions?: unknown }) {
    const pauses = stored('pauses', records.pauses ?? {})
    const subscriptions = stored('subscriptions', records.subscriptions ?? {})
    const polled = new Set<string>()
    const registry = createSubscriptionRegistry(
      [subscriptionOf({ name: 'acme' }), subscriptionOf({ name: 'other' })],
      openCollection(subscriptions.store, subscriptionKind),
      openCollection(pauses.store, pauseKind),
      () => 1,
    )
    registry.pollWith({
      put: async ({ name }) => void polled.add(name),
      remove: (name) => void polled.delete(name),
    })
    return { registry, polled, pauses }
  }

  it('does not poll a subscription whose pause is damaged, and polls it again when the record is removed', async () => {
    const { registry, polled, pauses } = registryOn({ pauses: { acme: { ...pause, at: 'noon' } } })
    await registry.sync()
    expect([...polled]).toEqual(['other'])
    expect(registry.find('acme')).toMatchObject({ pauseIsDamaged: true })
    pauses.write({})
    await registry.sync()
    expect([...polled].sort()).toEqual(['acme', 'other'])
  })

  it('polls nothing if the file of pauses of an older version is damaged', async () => {
    const { registry, polled } = registryOn({ pauses: '[]' })
    await registry.sync()
    expect([...polled]).toEqual([])
  })

  it('does not know a subscription from Slack whose record is damaged, and knows the others', async () => {
    const made = { subscription: subscriptionOf({ name: 'made' }), created: { by: 'U1', at: 0 } }
    const { registry, polled } = registryOn({
      subscriptions: { made, lost: { ...made, subscription: { ...made.subscription, quiet: 'always' } } },
    })
    await registry.sync()
    expect([...polled].sort()).toEqual(['acme', 'made', 'other'])
  })
})

it('the id of a channel is neither known nor replaced if its record is damaged', async () => {
  const { store } = stored('known-channels', { '#crisis': 7, '#brand': 'C1' })
  const known = knownChannels(store)
  await expect(known.find('#crisis')).rejects.toThrow(RecordDamagedError)
  await expect(known.keep('#crisis', 'C2')).rejects.toThrow(RecordDamagedError)
  expect(await known.find('#brand')).toBe('C1')
  const raw = store.collection('known-channels', z.unknown())
  expect(await raw.entries()).toEqual([
    { key: '#brand', value: 'C1' },
    { key: '#crisis', value: 7 },
  ])
})
