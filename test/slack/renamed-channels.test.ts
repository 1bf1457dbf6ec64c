import { expect, it } from 'vitest'
import { createChannels } from '../../src/slack/channels.ts'
import { brand, connected } from '../tools/slack-client.ts'

const minute = 61_000

/** A workspace, and two lives of the bot over one store. */
async function open(options: Parameters<typeof connected>[0] = {}) {
  const { workspace, client } = await connected(options)
  const names = new Map<string, string>()
  const store = { broken: false, full: false, writes: 0 }
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
      if (store.full) throw new Error('the disk is full')
      store.writes += 1
      names.set(name, id)
    },
  }
  const log = { warn: (_fields: object, sentence: string) => void warnings.push(sentence) }
  const life = () =>
    createChannels(client, { now: workspace.clock.now, steady: workspace.clock.now }, known, log)
  const rename = async (name: string) => {
    await workspace.people.changeChannel({ do: 'rename', channel: brand, name })
    workspace.clock.advance(minute)
  }
  return { workspace, client, life, rename, store, ids: names, warnings }
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

/** The private channel #crisis, which a person renames after the bot has left it, and a public one that takes its name. */
async function openTakenName() {
  const world = await open({
    channels: [{ id: 'C0000CRISIS', name: 'crisis', botIsMember: true, isPrivate: true }],
  })
  const { people, clock } = world.workspace
  const change = async (...changes: Parameters<typeof people.changeChannel>[0][]) => {
    for (const one of changes) await people.changeChannel(one)
    clock.advance(minute)
  }
  return {
    ...world,
    change,
    replace: () =>
      change(
        { do: 'kickBot', channel: 'C0000CRISIS' },
        { do: 'rename', channel: 'C0000CRISIS', name: 'war-room' },
        { do: 'create', name: 'crisis' },
      ),
  }
}

it('the name of a private channel that the bot had to leave never leads to a public channel with that name, also after a restart', async () => {
  const { life, replace, ids } = await openTakenName()
  const channels = life()
  expect(await channels.find('#crisis')).toEqual({ kind: 'found', id: 'C0000CRISIS' })
  await replace()
  const lost = { kind: 'lost', id: 'C0000CRISIS' }
  expect(await channels.find('#crisis')).toEqual(lost)
  expect(await life().find('#crisis')).toEqual(lost)
  expect(ids.get('#crisis')).toBe('C0000CRISIS')
})

it('the name of a private channel leads there again about a minute after the bot is invited back', async () => {
  const { life, replace, change } = await openTakenName()
  const channels = life()
  await channels.find('#crisis')
  await replace()
  expect(await channels.find('#crisis')).toMatchObject({ kind: 'lost' })
  await change({ do: 'inviteBot', channel: 'C0000CRISIS' })
  expect(await channels.find('#crisis')).toEqual({ kind: 'found', id: 'C0000CRISIS' })
})

it('the name of a deleted channel leads to no other channel, because a person may have given the name to one for another purpose', async () => {
  const { life, ids } = await open()
  ids.set('#brand-watch', 'C0DELETED')
  expect(await life().find('#brand-watch')).toEqual({ kind: 'lost', id: 'C0DELETED' })
  expect(ids.get('#brand-watch')).toBe('C0DELETED')
})

it('a channel that Slack leaves out of its list is found by its stored id', async () => {
  const { client, life, ids } = await open()
  ids.set('#brand-watch', brand)
  client.conversations.list = async () => ({ ok: true, channels: [] })
  expect(await life().find('#brand-watch')).toEqual({ kind: 'found', id: brand })
})

it.each([
  ['status 503', { do: 'status', status: 503 }, { kind: 'unreachable', reason: 'HTTP 503', afterMs: 5000 }],
  ['token_revoked', { do: 'error', error: 'token_revoked' }, { kind: 'refused', reason: 'token_revoked' }],
  [
    'an unknown error code',
    { do: 'error', error: 'something_new' },
    { kind: 'refused', reason: 'something_new' },
  ],
] as const)(
  'a stored channel is not lost if Slack answers the question for it with %s',
  async (_what, act, found) => {
    const { workspace, life, ids } = await open()
    ids.set('#brand-watch', 'C0DELETED')
    workspace.control.fault({ method: 'conversations.info', times: 1, act })
    const channels = life()
    expect(await channels.find('#brand-watch')).toEqual(found)
    expect(await channels.find('#brand-watch')).toEqual({ kind: 'lost', id: 'C0DELETED' })
  },
)

it('a lost channel costs Slack at most one question and one list a minute', async () => {
  const { workspace, life, replace } = await openTakenName()
  const channels = life()
  await channels.find('#crisis')
  await replace()
  const before = workspace.control.calls().length
  for (let count = 0; count < 20; count++) await channels.find('#crisis')
  expect(workspace.control.calls().length - before).toBeLessThanOrEqual(2)
})

it('a name keeps its channel in this process even if its id cannot be stored, and the id is stored later', async () => {
  const { life, replace, ids, store } = await openTakenName()
  const channels = life()
  store.full = true
  expect(await channels.find('#crisis')).toEqual({ kind: 'found', id: 'C0000CRISIS' })
  await replace()
  expect(await channels.find('#crisis')).toMatchObject({ kind: 'lost' })
  store.full = false
  await channels.find('#crisis')
  expect(ids.get('#crisis')).toBe('C0000CRISIS')
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
