import { expect, it } from 'vitest'
import { z } from 'zod'
import { everything } from '../../src/everything.ts'
import { clientOf, openWorkspace } from '../open.ts'
import { call, outcome } from './calling.ts'

const channel = 'C000GENERAL'

it('an uploaded file is shown, listed with its channel, downloaded, and deleted from its message', async () => {
  const workspace = await openWorkspace(everything)
  const client = clientOf(workspace)
  await client.filesUploadV2({
    channel_id: channel,
    filename: 'notes.txt',
    content: 'A note',
    initial_comment: 'See',
  })
  const [message] = workspace.control.messages('general')
  const file = message?.files?.[0]
  expect(message).toMatchObject({ text: 'See', files: [{ name: 'notes.txt', size: 6 }] })
  expect(await call(workspace, 'files.list', { channel })).toMatchObject({
    files: [{ id: file?.id }],
    paging: { total: 1 },
  })
  expect(await call(workspace, 'files.info', { file: file?.id })).toMatchObject({
    file: { preview: 'A note' },
  })
  expect(await (await fetch(file?.url_private ?? '')).text()).toBe('A note')
  expect(await outcome(workspace, 'files.delete', { file: file?.id })).toBe('ok')
  expect(workspace.control.messages('general')[0]?.files).toBeUndefined()
  expect(await outcome(workspace, 'files.info', { file: file?.id })).toBe('file_not_found')
})

it('a person makes an uploaded file public, which a bot cannot do, and the bot ends it', async () => {
  const workspace = await openWorkspace(everything)
  await clientOf(workspace).filesUploadV2({ channel_id: channel, filename: 'notes.txt', content: 'A note' })
  const file = workspace.control.messages('general')[0]?.files?.[0]?.id
  const person = clientOf(workspace, workspace.seed.token.user)
  expect(await outcome(workspace, 'files.sharedPublicURL', { file })).toBe('not_allowed_token_type')
  const { file: shared } = await person.files.sharedPublicURL({ file: file ?? '' })
  expect(shared?.public_url_shared).toBe(true)
  expect(await (await fetch(shared?.permalink_public ?? '')).text()).toBe('A note')
  expect(await outcome(workspace, 'files.revokePublicURL', { file: 'F0' })).toBe('file_not_found')
  const revoked = await call(workspace, 'files.revokePublicURL', { file })
  expect(revoked).toMatchObject({ file: { public_url_shared: false } })
  expect(JSON.stringify(revoked)).not.toContain('permalink_public')
})

it('files.upload has ended, as in Slack, unless the workspace lets it work', async () => {
  const args = { channels: channel, content: 'Old', filename: 'old.txt' }
  expect(await outcome(await openWorkspace(everything), 'files.upload', args)).toBe('method_deprecated')
  const workspace = await openWorkspace({ ...everything, legacyUploads: true })
  expect(await outcome(workspace, 'files.upload', args)).toBe('ok')
  expect(await outcome(workspace, 'files.upload', { channels: channel })).toBe('no_file_data')
  expect(workspace.control.messages('general')).toMatchObject([{ files: [{ name: 'old.txt' }] }])
})

it('a file of another service is added, shared, changed and removed, by its id or the service’s id, not by both', async () => {
  const workspace = await openWorkspace(everything)
  const external = { external_id: 'doc-1' }
  const added = await call(workspace, 'files.remote.add', {
    ...external,
    external_url: 'https://a.example',
    title: 'Doc',
  })
  const { file } = z.object({ file: z.looseObject({ id: z.string() }) }).parse(added)
  expect(await outcome(workspace, 'files.remote.share', { ...external, channels: channel })).toBe('ok')
  expect(await outcome(workspace, 'files.remote.update', { file: file.id, title: 'Document' })).toBe('ok')
  expect(await call(workspace, 'files.remote.info', external)).toMatchObject({ file: { title: 'Document' } })
  expect(await outcome(workspace, 'files.remote.info', { ...external, file: file.id })).toBe('too_many_ids')
  expect(await outcome(workspace, 'files.remote.info')).toBe('invalid_args')
  expect(await outcome(workspace, 'files.remote.remove', external)).toBe('ok')
  expect(await outcome(workspace, 'files.remote.remove', external)).toBe('file_not_found')
})

it('a call of another service gets people, ends once, and takes no more people then', async () => {
  const workspace = await openWorkspace(everything)
  const made = await call(workspace, 'calls.add', {
    external_unique_id: '1',
    join_url: 'https://a.example/1',
  })
  const { call: voice } = z.object({ call: z.looseObject({ id: z.string() }) }).parse(made)
  const id = voice.id
  const users = [{ slack_id: 'U0000000ANA' }, { external_id: 'guest', display_name: 'Guest' }]
  expect(await outcome(workspace, 'calls.participants.add', { id, users })).toBe('ok')
  expect(await outcome(workspace, 'calls.participants.add', { id, users: [{ slack_id: 'U0NOBODY' }] })).toBe(
    'bad_users',
  )
  expect(await outcome(workspace, 'calls.participants.remove', { id, users: users.slice(0, 1) })).toBe('ok')
  expect(await call(workspace, 'calls.info', { id })).toMatchObject({ call: { users: users.slice(1) } })
  expect([
    await outcome(workspace, 'calls.end', { id }),
    await outcome(workspace, 'calls.end', { id }),
  ]).toEqual(['ok', 'inactive_call'])
  expect(await outcome(workspace, 'calls.participants.add', { id, users })).toBe('inactive_call')
})
