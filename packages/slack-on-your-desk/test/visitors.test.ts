import { describe, expect, it } from 'vitest'
import type { WorkspaceOptions } from '../src/options.ts'
import { clientOf, openWorkspace } from './open.ts'

const team: Partial<WorkspaceOptions> = {
  users: [
    { name: 'ana', displayName: 'Ana Lima', timezone: 'Europe/Lisbon' },
    'ben',
    'kim',
    'mei',
    { id: 'U0000000GIL', name: 'gil', displayName: 'Gil Santos', kind: 'guest' },
    { id: 'U0000000EVA', name: 'eva', displayName: 'Eva Novak', kind: 'external' },
  ],
  channels: [
    { id: 'C000GENERAL', name: 'general', botIsMember: true },
    { id: 'C0000SHARED', name: 'shared', botIsMember: true, members: ['U0000000ANA', 'U0000000EVA'] },
    { id: 'C0000SUPPRT', name: 'support', botIsMember: true, members: ['U0000000ANA', 'U0000000GIL'] },
  ],
}

describe('in the sandbox’s Slack, among users who are not full members,', () => {
  it('a guest and an external user are marked in users.info', async () => {
    const client = clientOf(await openWorkspace(team))
    const info = async (user: string) => (await client.users.info({ user })).user
    expect(await info('U0000000ANA')).toMatchObject({ team_id: 'T0000000001', is_restricted: false })
    expect(await info('U0000000GIL')).toMatchObject({ team_id: 'T0000000001', is_restricted: true })
    expect(await info('U0000000EVA')).toMatchObject({
      team_id: 'T0EXTERNAL1',
      is_restricted: false,
      profile: { team: 'T0EXTERNAL1' },
    })
  })

  it('guests and external users are only in the channels that list them', async () => {
    const client = clientOf(await openWorkspace(team))
    const { members } = await client.conversations.members({ channel: 'C000GENERAL' })
    expect(members).not.toContain('U0000000GIL')
    expect(members).not.toContain('U0000000EVA')
  })

  it('a channel with an external user is shared externally', async () => {
    const client = clientOf(await openWorkspace(team))
    const shared = async (channel: string) =>
      (await client.conversations.info({ channel })).channel?.is_ext_shared
    expect(await shared('C0000SHARED')).toBe(true)
    expect(await shared('C0000SUPPRT')).toBe(false)
  })

  it('an external user’s commands, button presses and messages have the foreign team_id', async () => {
    const workspace = await openWorkspace(team)
    const blocks = [
      {
        type: 'actions',
        elements: [{ type: 'button', action_id: 'go', text: { type: 'plain_text', text: 'Go' } }],
      },
    ]
    const { ts = '' } = await clientOf(workspace).chat.postMessage({
      channel: 'C0000SHARED',
      text: 'x',
      blocks,
    })
    await workspace.people.runCommand({ user: 'eva', channel: 'shared', line: '/mentions' })
    await workspace.people.press({ user: 'eva', channel: 'shared', ts, actionId: 'go' })
    const [command, press] = workspace.control.envelopes().map(({ payload }) => payload)
    expect(command).toMatchObject({ user_id: 'U0000000EVA', team_id: 'T0EXTERNAL1' })
    expect(press).toMatchObject({
      user: { id: 'U0000000EVA', team_id: 'T0EXTERNAL1' },
      team: { id: 'T0000000001' },
    })
    expect(workspace.people.post('eva', { channel: 'shared', text: 'Hello' })).toMatchObject({
      user: 'U0000000EVA',
      team: 'T0EXTERNAL1',
    })
  })
})
