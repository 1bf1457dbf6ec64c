/** Who may change what a channel gets. */
export type Permission = (user: string, channel: string, wasThere: boolean) => Promise<boolean>

/**
 * Where `admins` are named in the configuration, they alone; else the members of the channel. `wasThere`: the person asked from
 * within the channel, which shows the membership.
 */
export function createPermission(
  admins: string[] | undefined,
  isMember: (user: string, channel: string) => Promise<boolean>,
): Permission {
  return async (user, channel, wasThere) => {
    if (admins !== undefined) return admins.includes(user)
    return wasThere || isMember(user, channel)
  }
}
