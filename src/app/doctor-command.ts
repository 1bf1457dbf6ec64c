import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createChannels } from '../deliver/channels.ts'
import { createReadHistory } from '../deliver/history.ts'
import { createIdentity } from '../deliver/identity.ts'
import { rememberRenamedChannels } from '../deliver/renamed-channels.ts'
import { sdkLogger } from '../deliver/sdk-logger.ts'
import { slackClient } from '../deliver/slack-client.ts'
import { channelChecks } from '../doctor/channel-checks.ts'
import { clockChecks, fetchHttpClock } from '../doctor/clock-checks.ts'
import { checkDatabase } from '../doctor/database-check.ts'
import { runChecks } from '../doctor/examine.ts'
import { doctorExitCode, doctorReportJson, formatDoctorReport } from '../doctor/report.ts'
import { mentionServiceChecks } from '../doctor/service-checks.ts'
import { settingsChecks } from '../doctor/settings-checks.ts'
import { slackChecks } from '../doctor/slack-checks.ts'
import { stateChecks } from '../doctor/state-checks.ts'
import { type PartialSettings, readPartialSettings } from '../settings/settings-seen.ts'
import { configurationPath, variables } from '../settings.ts'
import { createListAlerts } from '../setup/list-alerts.ts'
import { createSlackCalls } from '../setup/slack-calls.ts'
import { lookUpChannelName } from './recall-channel.ts'
import { startupWarnings } from './remarks.ts'
import { createRuntime } from './runtime.ts'

/** For each call to Slack, in ms. */
const slackTimeoutMs = 10_000

/** `npm run doctor [-- --json]`: looks at everything the bot depends on, and says what to do about what is not in order. */
export async function doctor(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { json: { type: 'boolean', default: false } } })
  const file = configurationPath(variables)
  const settings = readPartialSettings(variables, file, (path) => readFileSync(path))
  const sections = await runChecks(allChecks(settings))
  process.stdout.write(`${values.json ? doctorReportJson(sections) : formatDoctorReport(sections)}\n`)
  return doctorExitCode(sections)
}

function allChecks(settings: PartialSettings) {
  const { environment } = settings
  const now = Date.now
  const sleep = (ms: number, signal?: AbortSignal) =>
    wait(ms, undefined, signal === undefined ? {} : { signal })
  const quiet = { warn: () => undefined, error: () => undefined }
  const { SLACK_API_URL: apiUrl, SLACK_BOT_TOKEN: token } = environment
  const client = slackClient({ apiUrl, token, logger: sdkLogger(quiet) }, slackTimeoutMs)
  const readHistory = createReadHistory(client, createIdentity(client))
  const known = { find: lookUpChannelName(environment), keep: async () => undefined }
  const channels = rememberRenamedChannels(createChannels(client, now), known, quiet)
  return [
    ...settingsChecks(settings, startupWarnings(variables, environment)),
    ...mentionServiceChecks(settings, createListAlerts({ now, sleep, random: Math.random })),
    ...slackChecks(settings, createSlackCalls(apiUrl, now)),
    ...channelChecks(settings, { channels, readHistory }),
    ...clockChecks(settings, fetchHttpClock, now),
    ...stateChecks(settings, checkDatabase, createRuntime().setTimer),
  ]
}
