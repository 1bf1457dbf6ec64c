import type { Ms, Time } from '@overheard/base/time'
import type { Id } from '@overheard/mention-client/id'
import type { Access } from '../../listeners/access.ts'
import type { SpikeCardRecord } from '../../model/spike-card.ts'
import type { PeopleToCall } from '../../reminders/people-to-call.ts'
import type { OwnChannels } from '../../slack/rooms.ts'
import type { Users } from '../../slack/users.ts'
import { type Invitee, mostInvited, type Room } from './model.ts'
import { afterFailure, retryMs, type Step, save } from './step.ts'

type InviteDeps = {
  now: () => Time
  slack: Pick<OwnChannels, 'invite' | 'membersOfGroup'>
  users: Pick<Users, 'nameOf' | 'presenceOf' | 'kindOf'>
  calls: () => Pick<PeopleToCall, 'person'> | undefined
  access: Pick<Access, 'refusal'>
  isPrivateAlert: (alert: Id) => Promise<boolean>
}

/** After this time (ms) the room no longer waits for answers about the people to invite. */
const patienceMs: Ms = 5 * 60_000

type Outcome = NonNullable<Invitee['outcome']>

const isGuestCode = (reason: string) => /restricted|^ura_/.test(reason)
const leftCodes = new Set(['user_not_found', 'users_not_found', 'user_not_visible', 'user_disabled'])

function outcomeOfRefusal(reason: string): Outcome {
  if (reason === 'already_in_channel') return 'in'
  if (leftCodes.has(reason)) return 'left'
  return isGuestCode(reason) ? 'guest' : 'refused'
}

export function createInviting({ now, slack, users, calls, access, isPrivateAlert }: InviteDeps) {
  const isLate = ({ at }: Room) => now() - at > patienceMs

  /** Only people who may see a private alert come into its room. */
  async function mayNotSee({ user, role }: Invitee, { card, alert }: Room): Promise<boolean> {
    if (role === 'opener' || !(await isPrivateAlert(alert))) return false
    const asking = { user, channel: card.channel }
    return (await access.refusal(asking, 'read', { channel: card.channel, alerts: [alert] })) !== undefined
  }

  async function invite(one: Invitee, room: Room, channel: string): Promise<Step> {
    const known = (outcome: Outcome) =>
      save((current) => ({
        ...current,
        invitees: (current.invitees ?? []).map((other) =>
          other.user === one.user ? { ...other, outcome } : other,
        ),
      }))
    if ((await users.presenceOf(one.user)) === 'gone') return known('left')
    if ((await users.kindOf(one.user)) === 'external') return known('external')
    if (await mayNotSee(one, room)) return known('private')
    const answer = await slack.invite(channel, one.user)
    if (answer.kind === 'done') return known('in')
    const step = afterFailure(answer, (reason) => known(outcomeOfRefusal(reason)))
    return step.kind === 'wait' && isLate(room) ? known('refused') : step
  }

  async function groupMembers(groups: string[]): Promise<{ users: string[]; unknown: number } | 'later'> {
    const found: string[] = []
    let unknown = 0
    for (const group of groups) {
      const members = await slack.membersOfGroup(group)
      if (members.kind === 'done') found.push(...members.value)
      else if (members.kind === 'refused') unknown += 1
      else return 'later'
    }
    return { users: found, unknown }
  }

  return {
    /** Decides whom to invite: who opened the room, who leads the spike, who is on duty, and the people of `notify`. */
    async choose(room: Room, card: SpikeCardRecord | undefined): Promise<Step> {
      const { users: notified, groups } = card?.notified ?? { users: [], groups: [] }
      const onWatch = await calls()?.person({ channel: room.card.channel, alert: room.alert })
      const members = await groupMembers(groups)
      if ((onWatch === 'unknown' || members === 'later') && !isLate(room))
        return { kind: 'wait', forMs: retryMs }
      const { users: ofGroups, unknown } =
        members === 'later' ? { users: [], unknown: groups.length } : members
      const roles = new Map<string, Invitee['role']>()
      const add = (user: string | undefined, role: Invitee['role']) => {
        if (user !== undefined && !roles.has(user)) roles.set(user, role)
      }
      add(room.by.user, 'opener')
      add(card?.note.lead?.user, 'lead')
      add(onWatch === 'unknown' ? undefined : onWatch?.user, 'watch')
      for (const user of [...notified, ...ofGroups]) add(user, 'notify')
      const all = [...roles].slice(0, mostInvited)
      const invitees = await Promise.all(
        all.map(async ([user, role]): Promise<Invitee> => ({ user, name: await users.nameOf(user), role })),
      )
      const notAsked = { people: roles.size - all.length, groups: unknown }
      return save((current) => ({ ...current, invitees, notAsked }))
    },
    invite,
  }
}
