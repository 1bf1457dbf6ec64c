import { ephemeralDiskPlatform } from '../settings/wiped-disk.ts'

/** Something to know that stops nothing yet, and what to do about it. */
export type StartupWarning = { what: string; whatToDo: string }

/** What can be said of how this process is set up, before anything goes wrong. */
export function startupWarnings(
  variables: Record<string, string | undefined>,
  { DATABASE_URL }: { DATABASE_URL?: string },
): StartupWarning[] {
  const platform = ephemeralDiskPlatform(variables)
  if (platform === undefined || DATABASE_URL !== undefined) return []
  return [
    {
      what: `The bookmarks lie on the disk of ${platform}, which is usually wiped at every restart. Receipts in the channels replace them, but not the mutes and not the verdicts of the last days; a channel whose history cannot be read begins anew.`,
      whatToDo: 'Set DATABASE_URL to a PostgreSQL database, or DATA_DIR to a disk that stays.',
    },
  ]
}
