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

/** A variable that a hosting platform sets in every process it runs, and the platform's name; their disks are empty after a restart. */
const platformVariables = new Map([
  ['DYNO', 'Heroku'],
  ['RENDER', 'Render'],
  ['RAILWAY_ENVIRONMENT_NAME', 'Railway'],
  ['FLY_APP_NAME', 'Fly.io'],
  ['K_SERVICE', 'Cloud Run'],
  ['VCAP_APPLICATION', 'Cloud Foundry'],
])

/** The platform that this runs on, where it is one that usually wipes disks; the variables are the documented ones of each. */
export function ephemeralDiskPlatform(variables: Record<string, string | undefined>): string | undefined {
  return [...platformVariables].find(([name]) => variables[name]?.trim())?.[1]
}
