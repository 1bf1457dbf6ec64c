import { type Context, newId, type UserGroup } from '../state.ts'
import { type Answer, refuse } from '../wire.ts'
import { type Args, flagArg, type Method, textArg } from './method.ts'

/** Groups of people with a handle, such as @support. */

const idsIn = (args: Args, key: string): string[] | undefined => {
  const value = args[key]
  if (Array.isArray(value)) return value.map(String)
  return typeof value === 'string' ? value.split(',').filter((id) => id !== '') : undefined
}

export const createGroup: Method = {
  scopes: ['usergroups:write'],
  tier: 2,
  required: ['name'],
  errors: ['bad_handle', 'handle_already_exists', 'missing_subteam_name', 'name_already_exists'],
  run: (context, args, { caller }) => {
    const name = textArg(args, 'name')
    if (name === undefined) return refuse('missing_subteam_name')
    const handle = textArg(args, 'handle') ?? name.toLowerCase().replaceAll(/\s+/g, '-')
    const refused = refuseNames(context, { name, handle })
    if (refused) return refused
    const now = Math.floor(context.clock.now() / 1000)
    const group: UserGroup = {
      id: newId(context.state, 'S'),
      name,
      handle,
      description: textArg(args, 'description') ?? '',
      channels: idsIn(args, 'channels') ?? [],
      users: [],
      isEnabled: true,
      created: now,
      updated: now,
      createdBy: caller.user,
    }
    context.state.groups.set(group.id, group)
    return { ok: true, usergroup: groupJson(context, group, args) }
  },
}

function refuseNames(
  { state }: Context,
  wanted: Pick<UserGroup, 'name' | 'handle'>,
  own?: string,
): Answer | undefined {
  const others = [...state.groups.values()].filter(({ id }) => id !== own)
  if (!/^[\p{Ll}\p{N}_.-]{1,80}$/u.test(wanted.handle)) return refuse('bad_handle')
  if (others.some(({ name }) => name === wanted.name)) return refuse('name_already_exists')
  return others.some(({ handle }) => handle === wanted.handle) ? refuse('handle_already_exists') : undefined
}

/** Changes a group that the argument `usergroup` names. */
const changing =
  (change: (context: Context, group: UserGroup, args: Args) => Partial<UserGroup> | Answer): Method['run'] =>
  (context, args) => {
    const group = context.state.groups.get(textArg(args, 'usergroup') ?? '')
    if (group === undefined) return refuse('no_such_subteam')
    const outcome = change(context, group, args)
    if ('ok' in outcome) return outcome
    const changed = { ...group, ...outcome, updated: Math.floor(context.clock.now() / 1000) }
    context.state.groups.set(group.id, changed)
    return { ok: true, usergroup: groupJson(context, changed, args) }
  }

const changingFacts = { scopes: ['usergroups:write'], tier: 2, required: ['usergroup'] } as const

export const disableGroup: Method = {
  ...changingFacts,
  errors: ['no_such_subteam'],
  run: changing(() => ({ isEnabled: false })),
}

export const enableGroup: Method = {
  ...changingFacts,
  errors: ['no_such_subteam'],
  run: changing(() => ({ isEnabled: true })),
}

export const updateGroup: Method = {
  ...changingFacts,
  errors: ['bad_handle', 'handle_already_exists', 'name_already_exists', 'no_such_subteam'],
  run: changing((context, group, args) => {
    const name = textArg(args, 'name') ?? group.name
    const handle = textArg(args, 'handle') ?? group.handle
    const refused = refuseNames(context, { name, handle }, group.id)
    if (refused) return refused
    const description = textArg(args, 'description') ?? group.description
    return { name, handle, description, channels: idsIn(args, 'channels') ?? group.channels }
  }),
}

export const updateGroupUsers: Method = {
  ...changingFacts,
  required: ['usergroup', 'users'],
  errors: ['invalid_users', 'no_such_subteam', 'no_users_provided'],
  run: changing(({ state }, _group, args) => {
    const users = idsIn(args, 'users') ?? []
    if (users.length === 0) return refuse('no_users_provided')
    return users.every((id) => state.people.has(id)) ? { users } : refuse('invalid_users')
  }),
}

export const listGroups: Method = {
  scopes: ['usergroups:read'],
  tier: 2,
  run: (context, args) => {
    const groups = [...context.state.groups.values()].filter(
      ({ isEnabled }) => isEnabled || flagArg(args, 'include_disabled') === true,
    )
    return { ok: true, usergroups: groups.map((group) => groupJson(context, group, args)) }
  },
}

export const listGroupUsers: Method = {
  scopes: ['usergroups:read'],
  tier: 2,
  required: ['usergroup'],
  errors: ['no_such_subteam'],
  run: ({ state }, args) => {
    const group = state.groups.get(textArg(args, 'usergroup') ?? '')
    return group === undefined ? refuse('no_such_subteam') : { ok: true, users: group.users }
  },
}

function groupJson({ seed }: Context, group: UserGroup, args: Args): Record<string, unknown> {
  const count = { user_count: group.users.length, channel_count: group.channels.length }
  return {
    id: group.id,
    team_id: seed.team.id,
    is_usergroup: true,
    is_subteam: true,
    name: group.name,
    description: group.description,
    handle: group.handle,
    is_external: false,
    date_create: group.created,
    date_update: group.updated,
    date_delete: group.isEnabled ? 0 : group.updated,
    auto_type: null,
    auto_provision: false,
    created_by: group.createdBy,
    updated_by: group.createdBy,
    deleted_by: null,
    prefs: { channels: group.channels, groups: [] },
    ...(flagArg(args, 'include_users') && { users: group.users }),
    ...(flagArg(args, 'include_count') && count),
  }
}
