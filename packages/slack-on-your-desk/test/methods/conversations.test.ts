import { expect, it } from 'vitest'
import { z } from 'zod'
import { everything } from '../../src/everything.ts'
import { openWorkspace } from '../open.ts'
import { call, outcome } from './calling.ts'

const [ana, ben] = ['U0000000ANA', 'U0000000BEN']
const created = z.object({ channel: z.looseObject({ id: z.string(), name: z.string() }) })

async function opened() {
  const workspace = await openWorkspace(everything)
  const { channel } = created.parse(await call(workspace, 'conversations.create', { name: 'new-plans' }))
  const does = (method: string, args: Record<string, unknown> = {}) =>
    outcome(workspace, `conversations.${method}`, { channel: channel.id, ...args })
  const notices = () => workspace.control.messages(channel.id).map(({ subtype }) => subtype)
  return { workspace, id: channel.id, does, notices }
}

it('a conversation is created with the bot in it, and only with a free, well-formed name', async () => {
  const { workspace, id } = await opened()
  expect(workspace.state.channels.get(id)).toMatchObject({
    name: 'new-plans',
    kind: 'public',
    botIsMember: true,
  })
  const names = ['new-plans', 'Capital', 'with space', '', 'x'.repeat(81)]
  const outcomes = []
  for (const name of names) outcomes.push(await outcome(workspace, 'conversations.create', { name }))
  expect(outcomes).toEqual([
    'name_taken',
    'invalid_name_specials',
    'invalid_name_specials',
    'invalid_name_required',
    'invalid_name_maxlength',
  ])
})

it('people are invited to a conversation, removed, and told about it', async () => {
  const { workspace, id, does, notices } = await opened()
  expect(await does('invite', { users: `${ana},${ben}` })).toBe('ok')
  expect(workspace.state.channels.get(id)?.members).toEqual([ana, ben])
  expect(await does('invite', { users: ana })).toBe('already_in_channel')
  expect(await does('invite', { users: 'U0NOBODY' })).toBe('user_not_found')
  expect(await does('kick', { user: ben })).toBe('ok')
  expect(await does('kick', { user: ben })).toBe('not_in_channel')
  expect(workspace.state.channels.get(id)?.members).toEqual([ana])
  expect(notices()).toContain('channel_join')
})

it('with force, the welcome people are invited although others are not', async () => {
  const { workspace, id, does } = await opened()
  expect(await does('invite', { users: `${ana},U0NOBODY`, force: true })).toBe('ok')
  expect(workspace.state.channels.get(id)?.members).toEqual([ana])
})

it('a conversation is archived once, takes no messages then, and comes back', async () => {
  const { workspace, id, does } = await opened()
  expect(await does('archive')).toBe('ok')
  expect(await does('archive')).toBe('already_archived')
  expect(await outcome(workspace, 'chat.postMessage', { channel: id, text: 'Hello' })).toBe('is_archived')
  expect(await does('unarchive')).toBe('ok')
  expect(await does('unarchive')).toBe('not_archived')
  expect(await outcome(workspace, 'conversations.archive', { channel: 'C000GENERAL' })).toBe(
    'cant_archive_general',
  )
})

it('a conversation gets another name, a topic and a purpose, which its messages and its facts show', async () => {
  const { workspace, id, does, notices } = await opened()
  expect(await does('rename', { name: 'general' })).toBe('name_taken')
  expect(await does('rename', { name: 'old-plans' })).toBe('ok')
  expect(await does('setTopic', { topic: 'What we do' })).toBe('ok')
  expect(await does('setPurpose', { purpose: 'x'.repeat(251) })).toBe('too_long')
  expect(await does('setPurpose', { purpose: 'Why we do it' })).toBe('ok')
  const { channel } = z
    .object({ channel: z.looseObject({}) })
    .parse(await call(workspace, 'conversations.info', { channel: id }))
  expect(channel).toMatchObject({
    name: 'old-plans',
    topic: { value: 'What we do' },
    purpose: { value: 'Why we do it' },
  })
  expect(notices()).toEqual(expect.arrayContaining(['channel_name', 'channel_topic', 'channel_purpose']))
})

it('the bot leaves a conversation, and no longer writes to it', async () => {
  const { workspace, id, does } = await opened()
  expect(await does('leave')).toBe('ok')
  expect(await outcome(workspace, 'chat.postMessage', { channel: id, text: 'Hello' })).toBe('not_in_channel')
})
