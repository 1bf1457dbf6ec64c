/** Who may change what a channel gets. */
export type Permission = (user: string, channel: string, askedInChannel: boolean) => Promise<boolean>

/**
 * Where `admins` are named in the configuration, they alone; else the members of the channel. `wasThere`: the person asked from
 * within the channel, which shows the membership.
 */
export function createPermission(
  admins: string[] | undefined,
  isMember: (user: string, channel: string) => Promise<boolean>,
): Permission {
  return async (user, channel, askedInChannel) => {
    if (admins !== undefined) return admins.includes(user)
    return askedInChannel || isMember(user, channel)
  }
}
