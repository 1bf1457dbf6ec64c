import { setTimeout as wait } from 'node:timers/promises'
import { systemClocks } from '../../async/clock.ts'
import { createRuntime } from '../../async/runtime.ts'
import type { Ms } from '../../async/time.ts'
import { proxySettings } from '../../config/environment.ts'
import {
  configurationPath,
  linesOfSubscriptions,
  type PartialSettings,
  readPartialSettings,
  variables,
} from '../../config/settings.ts'
import { features } from '../../features.ts'
import { startupWarnings } from '../../health/startup-warnings.ts'
import type { Finding } from '../../model/finding.ts'
import { createHistorySearch } from '../../outbox/history-search.ts'
import { createChannels } from '../../slack/channels.ts'
import { createSlackDispatcher, sdkLogger, slackClient, slackFetch } from '../../slack/client.ts'
import { createIdentity, createReadHistoryPage } from '../../slack/history.ts'
import { createUsers } from '../../slack/users.ts'
import { lookUpChannelName } from '../channel-name.ts'
import { createListAlerts, createSlackCalls } from '../credential-checks.ts'
import { exitCodes } from '../shutdown.ts'
import { clockChecks, createFetchClock } from './clock-checks.ts'
import { configuredPeople } from './configured-people.ts'
import { runChecks, type Section } from './findings.ts'
import { createHistoryTier, historyTierCheck } from './history-tier.ts'
import { checkDatabase, settingsAreas, settingsChecks, stateChecks } from './local-checks.ts'
import { askAlertsOnce, mentionServiceChecks } from './mention-service-checks.ts'
import { channelChecks, slackChecks } from './slack-checks.ts'
import { queryChecks, sourceChecks } from './source-checks.ts'

type Level = Finding['level']

const slackTimeoutMs = 10_000

export async function doctor({ json = false }: { json?: boolean }): Promise<number> {
  const file = configurationPath(variables)
  const settings = readPartialSettings(variables, file)
  const sections = await runChecks(allChecks(settings))
  process.stdout.write(`${json ? doctorReportJson(sections) : formatDoctorReport(sections)}\n`)
  return doctorExitCode(sections)
}

function allChecks(settings: PartialSettings) {
  const { environment } = settings
  const { now, steady } = systemClocks
  const sleep = (ms: Ms, signal?: AbortSignal) => wait(ms, undefined, signal === undefined ? {} : { signal })
  const quiet = { warn: () => undefined, error: () => undefined }
  const { SLACK_API_URL: apiUrl, SLACK_BOT_TOKEN: token } = environment
  const proxy = proxySettings(variables)
  const dispatcher = createSlackDispatcher(proxy)
  const client = slackClient({ apiUrl, token, logger: sdkLogger(quiet), dispatcher }, slackTimeoutMs)
  const tier = createHistoryTier(createReadHistoryPage(client, createIdentity(client)))
  const readHistory = createHistorySearch(tier.readPage, steady)
  const findId = lookUpChannelName(environment)
  const ids = { find: (name: string) => findId(name).catch(() => undefined), keep: async () => undefined }
  const channels = createChannels(client, systemClocks, ids)
  const channelCheck = channelChecks(settings, { channels, readHistory })
  const users = settings.usable('SLACK_BOT_TOKEN') ? createUsers(client, now) : undefined
  const subscriptions = settings.configuration?.subscriptions ?? []
  const askAlerts = askAlertsOnce(settings, createListAlerts({ now, sleep, proxy }))
  return [
    ...settingsChecks(settings, startupWarnings(variables, environment)),
    ...mentionServiceChecks(settings, askAlerts, () => linesOfSubscriptions(settings.file)),
    // The mention service is loaded only if there is something to ask.
    ...sourceChecks(
      settings,
      async (listen) => (await import('../listen/ask-sources.ts')).askSources(listen, { variables, proxy }),
      now,
    ),
    ...queryChecks(
      settings,
      async () => (await import('../listen/alerts-from-slack.ts')).refusedAlertsFromSlack(variables),
      async (alerts) => {
        const { alertsFromSlack, heardWarnings } = await import('../listen/alerts-from-slack.ts')
        const { queryWarnings } = await import('../listen/check-listen.ts')
        const unlikely = queryWarnings([...alerts, ...(await alertsFromSlack(variables))])
        // A service that runs alone names those of its queries, too.
        const all = [...unlikely, ...(await heardWarnings(variables, now))]
        return [...new Map(all.map((one) => [one.what, one])).values()]
      },
    ),
    ...slackChecks(settings, createSlackCalls(apiUrl, now, dispatcher)),
    channelCheck,
    historyTierCheck(tier, channelCheck.run),
    ...configuredPeople(settings.configuration, users),
    ...features.flatMap((feature) =>
      feature.doctor({ users, subscriptions }, settings.configuration?.written ?? {}),
    ),
    ...clockChecks(settings, createFetchClock(slackFetch(slackTimeoutMs, dispatcher)), now),
    ...stateChecks(
      settings,
      (url, configuration) => checkDatabase(url, undefined, configuration),
      createRuntime().setTimer,
    ),
  ]
}

const levelSigns: Readonly<Record<Level, string>> = { fine: '✓', warning: '!', fault: '✗', unknown: '?' }

function formatDoctorReport(sections: Section[]): string {
  const lines = sections.flatMap(({ area, findings }) => [
    area,
    ...findings.flatMap(({ level, what, whatToDo }) => [
      `  ${levelSigns[level]} ${what}`,
      ...(whatToDo === undefined ? [] : [`    → ${whatToDo}`]),
    ]),
    '',
  ])
  return [...lines, summaryLine(sections)].join('\n')
}

function doctorReportJson(sections: Section[]): string {
  return JSON.stringify(
    { ok: countLevel(sections, 'fault') === 0, exitCode: doctorExitCode(sections), sections },
    null,
    2,
  )
}

/** Returns 78 if a setting has a fault, 1 for any other fault, otherwise 0. Warnings do not change the exit code. */
function doctorExitCode(sections: Section[]): number {
  const faulty = sections.filter(({ findings }) => findings.some(({ level }) => level === 'fault'))
  if (faulty.length === 0) return exitCodes.stopped
  return faulty.some(({ area }) => settingsAreas.has(area)) ? exitCodes.unusableSettings : exitCodes.fault
}

function summaryLine(sections: Section[]): string {
  const [faults, warnings] = [countLevel(sections, 'fault'), countLevel(sections, 'warning')]
  if (faults + warnings === 0) return 'No problems found.'
  return `${plural(faults, 'fault')}, ${plural(warnings, 'warning')}.`
}

function countLevel(sections: Section[], wanted: Level): number {
  return sections.flatMap(({ findings }) => findings).filter(({ level }) => level === wanted).length
}

const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`
