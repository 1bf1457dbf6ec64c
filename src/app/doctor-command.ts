import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createChannels } from '../deliver/channels.ts'
import { createLook } from '../deliver/history.ts'
import { createIdentity } from '../deliver/identity.ts'
import { followRenamed } from '../deliver/renamed-channels.ts'
import { sdkLogger } from '../deliver/sdk-logger.ts'
import { slackClient } from '../deliver/slack-client.ts'
import { channelChecks } from '../doctor/channel-checks.ts'
import { clockChecks, clockOverHttp } from '../doctor/clock-checks.ts'
import { lookAtDatabase } from '../doctor/database-check.ts'
import { examine } from '../doctor/examine.ts'
import { exitCode, reportJson, reportText } from '../doctor/report.ts'
import { serviceChecks } from '../doctor/service-checks.ts'
import { settingsChecks } from '../doctor/settings-checks.ts'
import { slackChecks } from '../doctor/slack-checks.ts'
import { stateChecks } from '../doctor/state-checks.ts'
import { type SettingsSeen, seeSettings } from '../settings/settings-seen.ts'
import { configurationFile, variables } from '../settings.ts'
import { createListAlerts } from '../setup/list-alerts.ts'
import { createSlackCalls } from '../setup/slack-calls.ts'
import { recallChannel } from './recall-channel.ts'
import { remarksOn } from './remarks.ts'
import { createRuntime } from './runtime.ts'

/** For each call to Slack, in ms. */
const patience = 10_000

/** `npm run doctor [-- --json]`: looks at everything the bot depends on, and says what to do about what is not in order. */
export async function doctor(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { json: { type: 'boolean', default: false } } })
  const file = configurationFile(variables)
  const settings = seeSettings(variables, file, (path) => readFileSync(path))
  const sections = await examine(allChecks(settings))
  process.stdout.write(`${values.json ? reportJson(sections) : reportText(sections)}\n`)
  return exitCode(sections)
}

function allChecks(settings: SettingsSeen) {
  const { environment } = settings
  const now = Date.now
  const sleep = (ms: number, signal?: AbortSignal) =>
    wait(ms, undefined, signal === undefined ? {} : { signal })
  const quiet = { warn: () => undefined, error: () => undefined }
  const { SLACK_API_URL: apiUrl, SLACK_BOT_TOKEN: token } = environment
  const client = slackClient({ apiUrl, token, logger: sdkLogger(quiet) }, patience)
  const look = createLook(client, createIdentity(client))
  const known = { find: recallChannel(environment), keep: async () => undefined }
  const channels = followRenamed(createChannels(client, now), known, quiet)
  return [
    ...settingsChecks(settings, remarksOn(variables, environment)),
    ...serviceChecks(settings, createListAlerts({ now, sleep, random: Math.random })),
    ...slackChecks(settings, createSlackCalls(apiUrl, now)),
    ...channelChecks(settings, { channels, look }),
    ...clockChecks(settings, clockOverHttp, now),
    ...stateChecks(settings, lookAtDatabase, createRuntime().setTimer),
  ]
}
