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
