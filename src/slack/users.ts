import { memoizeAsync } from '@overheard/base/memoize'
import type { Ms, Time } from '@overheard/base/time'
import { outcomeOf } from '@overheard/post-once/errors'
import type { WebClient } from '@slack/web-api'
import { isTimezone } from '../model/timezone.ts'

type Person = {
  name: string
  isGuest: boolean
  isBot: boolean
  isDeactivated: boolean
  teamId: string | undefined
  enterpriseId: string | undefined
  /** The IANA time zone of the person; undefined if Slack gives none, or one that this Node does not know. */
  timezone: string | undefined
  /** The language tag that the person has set in Slack, such as `de-DE`. */
  language: string | undefined
}

export type Users = {
  nameOf(user: string): Promise<string>
  /** Resolves with undefined if Slack does not answer. The result is at most a minute old. */
  find(user: string): Promise<Person | undefined>
  /**
   * Resolves with `gone` if Slack does not know the person, or if the account is deactivated or belongs to an app, and with `unknown` if
   * Slack does not answer. The result is at most `maxAgeMs` old: a minute, if it is not given.
   */
  presenceOf(user: string, maxAgeMs?: Ms): Promise<'active' | 'gone' | 'unknown'>
  /** Resolves with undefined if Slack does not answer or gives no known time zone. */
  zoneOf(user: string): Promise<string | undefined>
  /** Resolves with undefined if Slack does not answer or gives none. The result is at most an hour old. */
  languageOf(user: string): Promise<string | undefined>
  /** Returns what Slack has said last, however long ago. */
  knownLanguageOf(user: string): string | undefined
  /**
   * Resolves with `unknown` if Slack does not answer. The result is at most a minute old. A person of another workspace of the same
   * organisation is a member.
   */
  kindOf(user: string): Promise<'member' | 'guest' | 'external' | 'unknown'>
  /**
   * Returns the ids of the public and private channels that the person is in and the bot can see; undefined if Slack does not answer. The
   * result is at most ten seconds old.
   */
  channelsOf(user: string): Promise<ReadonlySet<string> | undefined>
  /** Returns the id of the direct message channel with a person. Rejects if Slack refuses or does not answer. */
  openDirect(user: string): Promise<string>
  /** True if the person is in the channel. `channel` is an id, but not that of a direct message. False if Slack does not answer. */
  isMember(user: string, channel: string): Promise<boolean>
}

export type Speaks = (language: string | undefined) => Promise<void>

const unknownPersonCodes = new Set(['user_not_found', 'user_not_visible', 'users_not_found'])

const nameTtlMs = 3_600_000
const personTtlMs = 60_000
/**
 * The channels of a person are cached for this time, in ms. The time is short, because a permission must end soon after the person leaves a
 * channel.
 */
const membershipTtlMs = 10_000
const mostLanguages = 10_000
const channelPageSize = 999
/** Slack asks for at most 200 members at once. */
const memberPageSize = 200
const maxChannelPages = 50

/** `speaks` resolves when the sentences of a language are there, so that whoever is known can be spoken to. */
export function createUsers(client: WebClient, now: () => Time, speaks?: Speaks): Users {
  const findPerson = memoizeAsync(
    async (user: string) => {
      const person = await loadPerson(client, user)
      await speaks?.(person.language)
      note(user, person.language)
      return person
    },
    { now, ttlMs: nameTtlMs },
  )
  /** The languages of people change hardly ever. */
  const languages = new Map<string, string>()
  function note(user: string, language: string | undefined): void {
    languages.delete(user)
    if (language !== undefined) languages.set(user, language)
    const [oldest] = languages.keys()
    if (languages.size > mostLanguages && oldest !== undefined) languages.delete(oldest)
  }
  const loadChannelsOf = memoizeAsync((user: string) => loadMemberships(client, user), {
    now,
    ttlMs: membershipTtlMs,
  })
  const openDirect = memoizeAsync((user: string) => openDirectMessages(client, user), {
    now,
    ttlMs: nameTtlMs,
  })
  const loadSelf = memoizeAsync(() => client.auth.test(), { now, ttlMs: nameTtlMs })
  const find = (user: string) => findPerson.noOlderThan(personTtlMs, user).catch(() => undefined)

  async function presenceOf(user: string, maxAgeMs = personTtlMs) {
    try {
      const { isBot, isDeactivated } = await findPerson.noOlderThan(maxAgeMs, user)
      return isBot || isDeactivated ? 'gone' : 'active'
    } catch (error) {
      return unknownPersonCodes.has(outcomeOf(error, false).reason) ? 'gone' : 'unknown'
    }
  }

  async function kindOf(user: string) {
    const [person, self] = await Promise.all([find(user), loadSelf().catch(() => undefined)])
    if (person?.teamId === undefined || self?.team_id === undefined) return 'unknown'
    const isOfOrganisation = self.enterprise_id !== undefined && person.enterpriseId === self.enterprise_id
    if (person.teamId !== self.team_id && !isOfOrganisation) return 'external'
    return person.isGuest ? 'guest' : 'member'
  }
  const channelsOf = (user: string) => loadChannelsOf(user).catch(() => undefined)
  return {
    nameOf: async (user) => (await findPerson(user).catch(() => undefined))?.name ?? user,
    find,
    presenceOf,
    zoneOf: async (user) => (await find(user))?.timezone,
    languageOf: async (user) => (await findPerson(user).catch(() => undefined))?.language,
    knownLanguageOf: (user) => languages.get(user),
    kindOf,
    channelsOf,
    openDirect: (user) => openDirect(user),
    isMember: async (user, channel) => (await channelsOf(user))?.has(channel) ?? false,
  }
}

/**
 * Returns the channels of a person, and the bot's direct messages with them if Slack says which these are; undefined if Slack does not say in
 * which channels the person is.
 */
export async function placesOf(
  { channelsOf, openDirect }: Pick<Users, 'channelsOf' | 'openDirect'>,
  user: string,
): Promise<ReadonlySet<string> | undefined> {
  const [channels, direct] = await Promise.all([channelsOf(user), openDirect(user).catch(() => undefined)])
  return channels && new Set([...channels, ...(direct === undefined ? [] : [direct])])
}

/** Lists the full members of the workspace by name. Rejects if Slack refuses or does not answer. */
export async function listMembers(client: WebClient): Promise<{ id: string; name: string }[]> {
  const found: { id: string; name: string }[] = []
  let cursor: string | undefined
  do {
    const answer = await client.users.list({ limit: memberPageSize, ...(cursor ? { cursor } : {}) })
    for (const member of answer.members ?? []) {
      const { id, is_restricted, is_ultra_restricted, deleted } = member
      if (id !== undefined && !isApp(member) && !deleted && !is_restricted && !is_ultra_restricted)
        found.push({ id, name: nameIn(member) ?? id })
    }
    cursor = answer.response_metadata?.next_cursor
  } while (cursor)
  return found.toSorted((a, b) => a.name.localeCompare(b.name))
}

/** Slack's own helper says of itself that it is no bot. */
const isApp = ({ id, is_bot }: { id?: string; is_bot?: boolean }) => is_bot === true || id === 'USLACKBOT'

type Named = {
  name?: string
  real_name?: string
  profile?: { display_name?: string; real_name?: string }
}

/** Many people have no display name. */
function nameIn({ profile, real_name, name }: Named): string | undefined {
  const names = [profile?.display_name, profile?.real_name, real_name, name]
  return names.find((one) => one !== undefined && one.trim() !== '')
}

async function loadPerson(client: WebClient, id: string): Promise<Person> {
  const { user } = await client.users.info({ user: id, include_locale: true })
  return {
    name: nameIn(user ?? {}) ?? id,
    isGuest: user?.is_restricted === true || user?.is_ultra_restricted === true,
    isBot: isApp({ ...user, id }),
    isDeactivated: user?.deleted === true,
    teamId: user?.team_id,
    enterpriseId: user?.enterprise_user?.enterprise_id,
    timezone: isTimezone(user?.tz) ? user?.tz : undefined,
    language: user?.locale,
  }
}

async function openDirectMessages(client: WebClient, user: string): Promise<string> {
  const { channel } = await client.conversations.open({ users: user })
  if (channel?.id === undefined) throw new Error('Slack opened no direct messages')
  return channel.id
}

async function loadMemberships(client: WebClient, user: string): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  let cursor: string | undefined
  for (let page = 0; page < maxChannelPages; page++) {
    const answer = await client.users.conversations({
      user,
      types: 'public_channel,private_channel',
      limit: channelPageSize,
      ...(cursor ? { cursor } : {}),
    })
    for (const { id } of answer.channels ?? []) if (id !== undefined) found.add(id)
    cursor = answer.response_metadata?.next_cursor
    if (!cursor) break
  }
  return found
}
