import { statSync } from 'node:fs'
import { isLoopback } from './status-access.ts'

export type StartupWarning = { what: string; whatToDo: string }

export function startupWarnings(
  variables: Record<string, string | undefined>,
  settings: { DATABASE_URL?: string; HOST: string; STATUS_TOKEN?: string; MENTIONS_API_URL?: string },
  envFile = '.env',
): StartupWarning[] {
  return [
    ...envFileWarning(envFile),
    ...ephemeralDiskWarning(variables, settings),
    ...statusWarning(settings),
    ...httpWarning(settings),
  ]
}

/**
 * Warns if other users can read the file. `npm run setup` makes the file readable only for its owner, but a copy of .env.example is readable
 * for all. Windows has no such modes.
 */
function envFileWarning(path: string): StartupWarning[] {
  const { mode = 0 } = statSync(path, { throwIfNoEntry: false }) ?? {}
  if ((mode & 0o077) === 0 || process.platform === 'win32') return []
  return [
    {
      what: `Other users of this machine may read ${path} (mode ${(mode & 0o777).toString(8)}), which has the tokens.`,
      whatToDo: `Run: chmod 600 ${path}`,
    },
  ]
}

/** Warns of an address without encryption, because the token is in the query string. */
function httpWarning({ MENTIONS_API_URL = '' }: { MENTIONS_API_URL?: string }): StartupWarning[] {
  const { protocol, hostname } = URL.canParse(MENTIONS_API_URL) ? new URL(MENTIONS_API_URL) : {}
  if (protocol !== 'http:' || hostname === undefined || isLoopback(hostname)) return []
  return [
    {
      what: `The mention service ${hostname} is asked over http, so everybody on the way can read its access token.`,
      whatToDo: 'Use an https address as MENTIONS_API_URL.',
    },
  ]
}

function statusWarning({ HOST, STATUS_TOKEN }: { HOST: string; STATUS_TOKEN?: string }): StartupWarning[] {
  if (isLoopback(HOST) || STATUS_TOKEN !== undefined) return []
  return [
    {
      what: `/status and /metrics are switched off, because HOST is ${HOST} and no STATUS_TOKEN is set: other machines could read them.`,
      whatToDo: 'Set STATUS_TOKEN to a long random text, or HOST to 127.0.0.1.',
    },
  ]
}

function ephemeralDiskWarning(
  variables: Record<string, string | undefined>,
  { DATABASE_URL }: { DATABASE_URL?: string },
): StartupWarning[] {
  const platform = ephemeralDiskPlatform(variables)
  if (platform === undefined || DATABASE_URL !== undefined) return []
  return [
    {
      what: `The checkpoints are on the disk of ${platform}, which is usually wiped at every restart. Checkpoints are then rebuilt from the receipts in the channels, but mutes and the decision log are lost, and a channel whose history cannot be read starts afresh.`,
      whatToDo: 'Set DATABASE_URL to a PostgreSQL database, or DATA_DIR to a disk that is kept.',
    },
  ]
}

/**
 * Variables that a hosting platform sets in every process (source: its documentation). The disks of these platforms are empty after a
 * restart.
 */
const platformVariables = new Map([
  ['DYNO', 'Heroku'],
  ['RENDER', 'Render'],
  ['RAILWAY_ENVIRONMENT_NAME', 'Railway'],
  ['FLY_APP_NAME', 'Fly.io'],
  ['K_SERVICE', 'Cloud Run'],
  ['VCAP_APPLICATION', 'Cloud Foundry'],
])

/** Returns the name of the hosting platform if it usually erases its disks at a restart. */
export function ephemeralDiskPlatform(variables: Record<string, string | undefined>): string | undefined {
  return [...platformVariables].find(([name]) => variables[name]?.trim())?.[1]
}
