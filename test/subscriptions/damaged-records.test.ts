import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openCollection } from '../../src/model/collection.ts'
import { RecordDamagedError } from '../../src/model/damage.ts'
import type { Mute } from '../../src/model/mute.ts'
import { createSubscriptionRegistry } from '../../src/polling/schedule/subscription-registry.ts'
import { knownChannels } from '../../src/slack/channels.ts'
import { collectionFiles } from '../../src/store/file/collection-files.ts'
import { muteKind, pauseKind, subscriptionKind } from '../../src/stored-kinds.ts'
import { createMutes } from '../../src/subscriptions/mutes.ts'
import { emptyFolder } from '../tools/folder.ts'
import { subscriptionOf } from '../tools/story-world.ts'

/** Records that restrict something must never count as missing. */

const mute = (channel: string): Mute => ({ channel, kind: 'author', name: 'Loud', by: 'U1', at: 0 })
const pause = { id: 'p', by: 'U1', at: 0 }

/** Stores `records` in the file of a collection, and opens it as the bot does at its start. */
function stored(name: string, records: unknown) {
  const folder = emptyFolder()
  const path = join(folder, `${name}.json`)
  const write = (content: unknown) =>
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  write(records)
  return { path, write, store: { collection: collectionFiles(folder) } }
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

  it('are unknown for every channel if the file is damaged, until it is repaired or removed', async () => {
    const { store, write, path } = stored('mutes', '{"C1":')
    const mutes = createMutes(openCollection(store, muteKind), () => 1)
    await mutes.refresh()
    expect(mutes.areDamaged('C9')).toBe(true)
    await expect(mutes.change('C9', () => [mute('C9')])).rejects.toThrow(RecordDamagedError)
    write({ C1: [mute('C1')] })
    await mutes.refresh()
    expect([mutes.areDamaged('C1'), mutes.of('C1')]).toEqual([false, [mute('C1')]])
    const other = stored('mutes', '')
    const gone = createMutes(openCollection(other.store, muteKind), () => 1)
    await gone.refresh()
    rmSync(other.path)
    await gone.refresh()
    expect([gone.areDamaged('C1'), gone.all()]).toEqual([false, []])
    expect(readFileSync(path, 'utf8')).toContain('Loud')
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

  it('polls nothing while the file of pauses is damaged', async () => {
    const { registry, polled, pauses } = registryOn({ pauses: '[]' })
    await registry.sync()
    expect([...polled]).toEqual([])
    pauses.write({ acme: pause })
    await registry.sync()
    expect([...polled]).toEqual(['other'])
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
  const { store, path } = stored('known-channels', { '#crisis': 7, '#brand': 'C1' })
  const known = knownChannels(store)
  await expect(known.find('#crisis')).rejects.toThrow(RecordDamagedError)
  await expect(known.keep('#crisis', 'C2')).rejects.toThrow(RecordDamagedError)
  expect(await known.find('#brand')).toBe('C1')
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ '#crisis': 7, '#brand': 'C1' })
})
