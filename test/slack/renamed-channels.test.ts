import { expect, it } from 'vitest'
import { createChannels } from '../../src/slack/channels.ts'
import { brand, connected } from '../tools/slack-client.ts'

const minute = 61_000

/** A workspace, and two lives of the bot over one store. */
async function open() {
  const { workspace, client } = await connected({})
  const names = new Map<string, string>()
  const store = { broken: false, writes: 0 }
  const warnings: string[] = []
  const use = () => {
    if (store.broken) throw new Error('the disk is full')
  }
  const known = {
    async find(name: string) {
      use()
      return names.get(name)
    },
    async keep(name: string, id: string) {
      use()
      store.writes += 1
      names.set(name, id)
    },
  }
  const log = { warn: (_fields: object, sentence: string) => void warnings.push(sentence) }
  const life = () => createChannels(client, workspace.clock.now, known, log)
  const rename = async (name: string) => {
    await workspace.people.changeChannel({ do: 'rename', channel: brand, name })
    workspace.clock.advance(minute)
  }
  return { workspace, life, rename, store, ids: names, warnings }
}

it('a channel is still found by its old name after it was renamed, also after a restart', async () => {
  const { life, rename } = await open()
  const channels = life()
  expect(await channels.find('#Brand-Watch')).toEqual({ kind: 'found', id: brand })
  await rename('brand-news')
  expect(await channels.find('#brand-watch')).toEqual({ kind: 'found', id: brand })
  expect(await life().find('#brand-watch')).toEqual({ kind: 'found', id: brand })
})

it('a name still leads to the renamed channel if a new channel takes the name, also after a restart', async () => {
  const { workspace, life, rename } = await open()
  const channels = life()
  await channels.find('#brand-watch')
  await rename('brand-news')
  await workspace.people.changeChannel({ do: 'create', name: 'brand-watch' })
  workspace.clock.advance(minute)
  expect(await channels.find('#brand-watch')).toEqual({ kind: 'found', id: brand })
  expect(await life().find('#brand-watch')).toEqual({ kind: 'found', id: brand })
})

it('a name leads to a new channel if the channel that had the name before was deleted', async () => {
  const { life, ids } = await open()
  ids.set('#brand-watch', 'C0DELETED')
  expect(await life().find('#brand-watch')).toEqual({ kind: 'found', id: brand })
  expect(ids.get('#brand-watch')).toBe(brand)
})

it('an unknown channel name is reported as missing, and a channel id is used without a search', async () => {
  const { life } = await open()
  expect(await life().find('#nowhere')).toEqual({ kind: 'missing' })
  expect(await life().find('C0ANYTHING')).toEqual({ kind: 'found', id: 'C0ANYTHING' })
})

it('the id of a channel is stored at the first search for its name and not again', async () => {
  const { life, store } = await open()
  const channels = life()
  for (let count = 0; count < 3; count++) await channels.find('#brand-watch')
  expect(store.writes).toBe(1)
})

it('no channel is found by name while the stored ids cannot be read, because another channel may have the name', async () => {
  const { life, store, warnings } = await open()
  store.broken = true
  expect(await life().find('#brand-watch')).toMatchObject({ kind: 'unreachable' })
  expect(warnings).toHaveLength(1)
  store.broken = false
  expect(await life().find('#brand-watch')).toEqual({ kind: 'found', id: brand })
})
