import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { everything } from '../../src/everything.ts'
import { noon, openWorkspace } from '../open.ts'
import { call, outcome } from './calling.ts'

const ana = 'U0000000ANA'

describe('user groups', () => {
  const made = z.object({ usergroup: z.looseObject({ id: z.string() }) })

  it('are made with a name and a handle of their own, get people, and are switched off', async () => {
    const workspace = await openWorkspace(everything)
    const make = { name: 'Support', handle: 'support' }
    const { usergroup } = made.parse(await call(workspace, 'usergroups.create', make))
    expect(await outcome(workspace, 'usergroups.create', make)).toBe('name_already_exists')
    expect(await outcome(workspace, 'usergroups.create', { ...make, name: 'Help' })).toBe(
      'handle_already_exists',
    )
    const group = { usergroup: usergroup.id }
    expect(await outcome(workspace, 'usergroups.users.update', { ...group, users: 'U0NOBODY' })).toBe(
      'invalid_users',
    )
    await call(workspace, 'usergroups.users.update', { ...group, users: ana })
    expect(await call(workspace, 'usergroups.users.list', group)).toMatchObject({ users: [ana] })
    await call(workspace, 'usergroups.disable', group)
    expect(await call(workspace, 'usergroups.list')).toMatchObject({ usergroups: [] })
    expect(await call(workspace, 'usergroups.list', { include_disabled: true })).toMatchObject({
      usergroups: [{ id: usergroup.id, handle: 'support' }],
    })
    expect(await outcome(workspace, 'usergroups.enable', { usergroup: 'S1' })).toBe('no_such_subteam')
  })
})

describe('Do Not Disturb', () => {
  it('of a person lasts from the start to the end of the hours that a test sets, every day', async () => {
    const workspace = await openWorkspace(everything)
    const [me] = workspace.seed.users
    const user = me?.id ?? ''
    const info = () => call(workspace, 'dnd.info', { user })
    const none = { dnd_enabled: false, next_dnd_start_ts: 1, next_dnd_end_ts: 1 }
    expect(await info()).toEqual({ ok: true, ...none })
    const [start, hour] = [noon + 2 * 3_600_000, 3600]
    workspace.control.setDoNotDisturb('ana', { start, end: start + 3_600_000 })
    const first = start / 1000
    const seen = async () => Number((await info()).next_dnd_start_ts) - first
    expect(await info()).toMatchObject({ dnd_enabled: true, next_dnd_end_ts: first + hour })
    const steps: number[] = []
    for (const ms of [0, 2 * 3_600_000, 3_599_000, 1000, 86_400_000]) {
      workspace.clock.advance(ms)
      steps.push(await seen())
    }
    expect(steps).toEqual([0, 0, 0, 24 * hour, 48 * hour])
    expect(await call(workspace, 'dnd.teamInfo', { users: user })).toMatchObject({
      users: { [user]: { dnd_enabled: true } },
    })
    workspace.control.setDoNotDisturb('ana')
    expect(await info()).toMatchObject(none)
    expect(() => workspace.control.setDoNotDisturb('ana', { start, end: start })).toThrow('less than a day')
  })

  it('shows a snooze while it lasts, and to nobody but the person', async () => {
    const workspace = await openWorkspace(everything)
    const token = workspace.seed.token.user
    await call(workspace, 'dnd.setSnooze', { num_minutes: 30 }, token)
    const { state, seed } = workspace
    const [me] = seed.users
    const info = (by?: string) => call(workspace, 'dnd.info', { user: me?.id }, by)
    expect(await info(token)).toMatchObject({ snooze_enabled: true, snooze_remaining: 1800 })
    expect(await info()).not.toHaveProperty('snooze_enabled')
    workspace.clock.advance(31 * 60_000)
    expect(await info(token)).toMatchObject({ snooze_enabled: false })
    expect(await outcome(workspace, 'dnd.endSnooze', {}, token)).toBe('snooze_end_failed')
    expect(await outcome(workspace, 'dnd.setSnooze', { num_minutes: 'x' }, token)).toBe('missing_duration')
    expect(state.people.has(me?.id ?? '')).toBe(true)
  })
})

it('the presence and the profile of a person can be changed by that person', async () => {
  const workspace = await openWorkspace(everything)
  const token = workspace.seed.token.user
  const me = workspace.seed.users[0]?.id
  expect(await call(workspace, 'users.getPresence', { user: me })).toMatchObject({ presence: 'active' })
  await call(workspace, 'users.setPresence', { presence: 'away' }, token)
  expect(await call(workspace, 'users.getPresence', { user: me })).toMatchObject({ presence: 'away' })
  const profile = { status_text: 'At lunch', status_emoji: ':stew:' }
  await call(workspace, 'users.profile.set', { profile }, token)
  expect(await call(workspace, 'users.profile.get', { user: me })).toMatchObject({ profile })
})

it('the workspace tells its name, and knows no other', async () => {
  const workspace = await openWorkspace({ ...everything, team: { name: 'Acme', domain: 'acme' } })
  expect(await call(workspace, 'team.info')).toMatchObject({ team: { name: 'Acme', domain: 'acme' } })
  expect(await outcome(workspace, 'team.info', { team: 'T9' })).toBe('team_not_found')
})

it('api.test returns its arguments, or the error that it is given', async () => {
  const workspace = await openWorkspace()
  expect(await call(workspace, 'api.test', { foo: 'bar' }, '')).toEqual({ ok: true, args: { foo: 'bar' } })
  expect(await outcome(workspace, 'api.test', { error: 'no_luck' }, '')).toBe('no_luck')
})

it('an app is made from a manifest, changed, exported and deleted; a wrong manifest is refused with the place', async () => {
  const workspace = await openWorkspace()
  const token = workspace.seed.token.config
  const manifest = { display_information: { name: 'Greeter' } }
  const created = await call(workspace, 'apps.manifest.create', { manifest }, token)
  const { app_id } = z.object({ app_id: z.string() }).parse(created)
  const changed = { display_information: { name: 'Waver' } }
  expect(await outcome(workspace, 'apps.manifest.update', { app_id, manifest: changed }, token)).toBe('ok')
  expect(await call(workspace, 'apps.manifest.export', { app_id }, token)).toMatchObject({
    manifest: changed,
  })
  const wrong = { display_information: { name: 'x'.repeat(36) } }
  expect(await call(workspace, 'apps.manifest.validate', { manifest: wrong }, token)).toMatchObject({
    error: 'invalid_manifest',
    errors: [{ pointer: '/display_information/name' }],
  })
  expect(await outcome(workspace, 'apps.manifest.delete', { app_id }, token)).toBe('ok')
  expect(await outcome(workspace, 'apps.manifest.export', { app_id }, token)).not.toBe('ok')
})

it('a revoked token is refused', async () => {
  const workspace = await openWorkspace(everything)
  expect(await call(workspace, 'auth.revoke', { test: true })).toMatchObject({ revoked: false })
  expect(await call(workspace, 'auth.revoke')).toMatchObject({ revoked: true })
  expect(await outcome(workspace, 'auth.test')).toBe('token_revoked')
})
