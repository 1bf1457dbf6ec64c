import type { WebClient } from '@slack/web-api'

/** The people of a workspace. */
type Users = {
  /** A person's name as Slack shows it; their id where it cannot be told. */
  nameOf(user: string): Promise<string>
  /** Whether somebody is in a channel; false where that cannot be told. */
  isMember(user: string, channel: string): Promise<boolean>
}

/** A name serves this long, in ms; at most so many are remembered. */
const nameLives = 3_600_000
const mostNames = 1000
/** At most this many pages of a channel's members are looked through, 200 a page: 10,000 people. */
const mostMemberPages = 50

/** People over Slack's Web API. */
export function createUsers(client: WebClient, now: () => number): Users {
  const names = new Map<string, { at: number; name: string }>()
  return {
    async nameOf(user) {
      const known = names.get(user)
      if (known !== undefined && now() - known.at < nameLives) return known.name
      const name = await askName(client, user)
      if (name === undefined) return user
      if (names.size >= mostNames) names.clear()
      names.set(user, { at: now(), name })
      return name
    },
    async isMember(user, channel) {
      let cursor: string | undefined
      for (let page = 0; page < mostMemberPages; page++) {
        const asked = { channel, limit: 200, ...(cursor ? { cursor } : {}) }
        const answer = await client.conversations.members(asked).catch(() => undefined)
        if (answer?.members?.includes(user)) return true
        cursor = answer?.response_metadata?.next_cursor
        if (!cursor) return false
      }
      return false
    },
  }
}

/** Many people have no display name. */
async function askName(client: WebClient, user: string): Promise<string | undefined> {
  const answer = await client.users.info({ user }).catch(() => undefined)
  const profile = answer?.user?.profile
  const names = [profile?.display_name, profile?.real_name, answer?.user?.real_name, answer?.user?.name]
  return names.find((name) => name !== undefined && name.trim() !== '')
}
