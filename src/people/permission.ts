import type { Mute } from '../model/mute.ts'

const briefMuteMs = 86_400_000

/**
 * A `guest` is a guest of the workspace. An `external` person belongs to another organisation that shares a channel (Slack Connect).
 * `unknown` means that Slack did not say.
 */
export type PersonKind = 'member' | 'guest' | 'external' | 'unknown'

export type PersonFacts = {
  kind: PersonKind
  isAdmin: boolean
  channels: ReadonlySet<string> | undefined
}

/**
 * A person who may `read` sees mentions, statistics and settings. `handle` is to claim, mark as done, snooze, undo these, or lead a spike.
 * `dismiss` is to mark as not relevant, undo it, set the status of a spike, or mark it as a false alarm. `mute-briefly` is to set or end a mute of at most a day, and
 * `mute` a longer one. `share` is to post an answer into a channel. `subscribe` is to let a channel get an alert: to subscribe, to edit, or
 * to undo the end of a subscription. `change` is any other change of what a channel gets.
 */
export type Operation =
  | 'read'
  | 'handle'
  | 'assign'
  | 'dismiss'
  | 'mute-briefly'
  | 'mute'
  | 'share'
  | 'subscribe'
  | 'change'

export type Subject = {
  /** The id of the channel in which the person asks; undefined on the home tab. */
  askedIn: string | undefined
  /** False if not Slack says that the person asks there. */
  isThere?: boolean
  channels: string[]
  /** For each private alert of the subject, the ids of the channels to which it may be posted. */
  privateTo: string[][]
  /** True if the channel is the direct messages of the bot with the person. What comes there, the person decides alone. */
  isOwnMessages?: boolean
}

export type RefusalReason =
  | 'unknown-person'
  | 'private-alert'
  | 'private-elsewhere'
  | 'outside-own-channels'
  | 'members-only'
  | 'admins-only'
  | 'mute-admins-only'
  | 'channel-members-only'

type Permission = { kind: 'allowed' } | { kind: 'refused'; reason: RefusalReason }

const allowed: Permission = { kind: 'allowed' }
const refused = (reason: RefusalReason): Permission => ({ kind: 'refused', reason })

export function checkPermission(
  person: PersonFacts,
  operation: Operation,
  subject: Subject,
  hasAdmins: boolean,
): Permission {
  if (person.isAdmin) return allowed
  if (person.kind === 'unknown') return refused('unknown-person')
  if (!isInsideEach(person, subject.privateTo) && !seesCard(person, operation, subject))
    return refused('private-alert')
  if (subject.isOwnMessages && person.kind === 'member') return allowed
  if (isSending(operation) && !isSentToItsChannels(subject)) return refused('private-elsewhere')
  return person.kind === 'member'
    ? mayMember(person, operation, subject, hasAdmins)
    : mayVisitor(person, operation, subject)
}

/** A card shows its mention to everybody in its channel, so handling a mention there reveals nothing. */
function seesCard(person: PersonFacts, operation: Operation, subject: Subject): boolean {
  if (operation !== 'handle' && operation !== 'dismiss') return false
  const { channels, isOwnMessages = false } = subject
  return isOwnMessages || channels.every((channel) => isMemberOf(person, channel, subject))
}

const isSending = (operation: Operation) => operation === 'subscribe' || operation === 'share'

/** A member of a private alert's channel could otherwise show the alert to everybody in another channel. */
function isSentToItsChannels({ channels, privateTo }: Subject): boolean {
  return privateTo.every((channelIds) => channels.every((channel) => channelIds.includes(channel)))
}

/** True for an operation that only the members of a channel may do there. */
export function isOfMembers(operation: Operation): boolean {
  return (
    operation === 'mute-briefly' ||
    operation === 'mute' ||
    operation === 'subscribe' ||
    operation === 'change'
  )
}

function isInsideEach({ channels }: PersonFacts, privateTo: string[][]): boolean {
  return privateTo.every((channelIds) => channelIds.some((channel) => channels?.has(channel)))
}

/** Guests and external people may only read and handle, only in a channel that they are in, and only subjects of that channel. */
function mayVisitor({ channels }: PersonFacts, operation: Operation, subject: Subject): Permission {
  if (operation !== 'read' && operation !== 'handle') return refused('members-only')
  const { askedIn } = subject
  const isThere = askedIn !== undefined && channels?.has(askedIn) === true
  return isThere && subject.channels.includes(askedIn) ? allowed : refused('outside-own-channels')
}

function mayMember(
  person: PersonFacts,
  operation: Operation,
  subject: Subject,
  hasAdmins: boolean,
): Permission {
  if (!isOfMembers(operation)) return allowed
  if (operation === 'mute' && hasAdmins) return refused('mute-admins-only')
  if (operation !== 'mute-briefly' && hasAdmins) return refused('admins-only')
  const isThere = subject.channels.every((channel) => isMemberOf(person, channel, subject))
  return isThere ? allowed : refused('channel-members-only')
}

/** If Slack does not say which channels a person is in, the person counts as a member of the channel in which they ask. */
function isMemberOf(
  { channels }: PersonFacts,
  channel: string,
  { askedIn, isThere = true }: Pick<Subject, 'askedIn' | 'isThere'>,
): boolean {
  return channels === undefined ? isThere && channel === askedIn : channels.has(channel)
}

export function operationOfMutes(mutes: Pick<Mute, 'at' | 'until'>[]): 'mute' | 'mute-briefly' {
  return mutes.every(isBriefMute) ? 'mute-briefly' : 'mute'
}

/** A brief mute lasts at most a day. Full members of the channel may set and end it even if the configuration names admins. */
function isBriefMute({ at, until }: Pick<Mute, 'at' | 'until'>): boolean {
  return until !== undefined && until - at <= briefMuteMs
}
