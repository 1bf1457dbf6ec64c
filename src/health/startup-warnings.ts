import { statSync } from 'node:fs'
import { type ProblemText, warningTexts } from '../messages/problems/problem-texts.ts'
import { isLoopback, type StatusSettings, whyStatusIsOff } from './status-access.ts'

type StartSettings = StatusSettings & { DATABASE_URL?: string; MENTIONS_API_URL?: string }

export function startupWarnings(
  variables: Record<string, string | undefined>,
  settings: StartSettings,
  envFile = '.env',
): ProblemText[] {
  return [
    ...envFileWarning(envFile),
    ...ephemeralDiskWarning(variables, settings),
    ...statusWarning(settings),
    ...httpWarning(settings),
  ]
}

/**
 * Warns if other users can read the file. `npm run setup` makes the file readable only for its owner, but a copy of .env.example is
 * readable for all. Windows has no such modes.
 */
function envFileWarning(path: string): ProblemText[] {
  const { mode = 0 } = statSync(path, { throwIfNoEntry: false }) ?? {}
  if ((mode & 0o077) === 0 || process.platform === 'win32') return []
  return [warningTexts.envFileReadable(path, (mode & 0o777).toString(8))]
}

function httpWarning({ MENTIONS_API_URL = '' }: StartSettings): ProblemText[] {
  const { protocol, hostname } = URL.canParse(MENTIONS_API_URL) ? new URL(MENTIONS_API_URL) : {}
  if (protocol !== 'http:' || hostname === undefined || isLoopback(hostname)) return []
  return [warningTexts.withoutEncryption(hostname)]
}

function statusWarning(settings: StartSettings): ProblemText[] {
  const why = whyStatusIsOff(settings)
  return why === undefined ? [] : [warningTexts.statusOff(why, settings.HOST)]
}

function ephemeralDiskWarning(
  variables: Record<string, string | undefined>,
  { DATABASE_URL }: StartSettings,
): ProblemText[] {
  const platform = ephemeralDiskPlatform(variables)
  if (platform === undefined || DATABASE_URL !== undefined) return []
  return [warningTexts.diskWiped(platform)]
}

/** A hosting platform sets these variables in every process (source: its documentation). Its disks are empty after a restart. */
const platformVariables = new Map([
  ['DYNO', 'Heroku'],
  ['RENDER', 'Render'],
  ['RAILWAY_ENVIRONMENT_NAME', 'Railway'],
  ['FLY_APP_NAME', 'Fly.io'],
  ['K_SERVICE', 'Cloud Run'],
  ['VCAP_APPLICATION', 'Cloud Foundry'],
])

export function ephemeralDiskPlatform(variables: Record<string, string | undefined>): string | undefined {
  return [...platformVariables].find(([name]) => variables[name]?.trim())?.[1]
}
