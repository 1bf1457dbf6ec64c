import { setTimeout as wait } from 'node:timers/promises'
import { systemClocks } from '@overheard/base/clock'
import { createRuntime } from '@overheard/base/runtime'
import type { Ms } from '@overheard/base/time'
import { createHistorySearch } from '@overheard/post-once'
import { createSlackDispatcher, sdkLogger, slackClient, slackFetch } from '@overheard/post-once/client'
import { createIdentity, createReadHistoryPage } from '@overheard/post-once/slack-history'
import { proxySettings } from '../../config/environment.ts'
import { renamedWarnings } from '../../config/renamed-keys.ts'
import {
  configurationPath,
  linesOfSubscriptions,
  needsFileReason,
  type PartialSettings,
  readPartialSettings,
  variables,
} from '../../config/settings.ts'
import { features } from '../../features.ts'
import { startupWarnings } from '../../health/startup-warnings.ts'
import type { Finding } from '../../model/finding.ts'
import { createChannels } from '../../slack/channels.ts'
import { readProof } from '../../slack/receipts.ts'
import { createUsers } from '../../slack/users.ts'
import { lookUpChannelName } from '../channel-name.ts'
import { createListAlerts, createSlackCalls } from '../credential-checks.ts'
import { exitCodes } from '../shutdown.ts'
import { manifestFor } from '../slack-app.ts'
import { storedSettings } from '../stored-settings.ts'
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

/** With `app`, it asks for an app-configuration token, and compares the app with what this version needs. */
export async function doctor({
  json = false,
  app = false,
}: {
  json?: boolean
  app?: boolean
}): Promise<number> {
  const file = configurationPath(variables)
  const { made, needsFile } = await storedSettings(variables)
  const read = readPartialSettings(variables, file, undefined, made)
  const settings =
    needsFile && !read.hasFile
      ? { ...read, configuration: undefined, configurationErrors: [needsFileReason] }
      : read
  const ofApp = app ? [{ area: 'Slack: the app', findings: await findingsOfApp(settings) }] : []
  const sections = [...ofApp, ...(await runChecks(allChecks(settings)))]
  process.stdout.write(`${json ? doctorReportJson(sections) : formatDoctorReport(sections)}\n`)
  return doctorExitCode(sections)
}

async function findingsOfApp({ environment, usable, configuration }: PartialSettings): Promise<Finding[]> {
  const { askAboutApp } = await import('./app-check.ts')
  return askAboutApp({
    input: process.stdin,
    // What a program reads of the report is on stdout.
    output: process.stderr,
    slack: createSlackCalls(
      environment.SLACK_API_URL,
      Date.now,
      createSlackDispatcher(proxySettings(environment)),
    ),
    botToken: usable('SLACK_BOT_TOKEN') ? environment.SLACK_BOT_TOKEN : undefined,
    ours: manifestFor(configuration?.written ?? {}),
  })
}

function allChecks(settings: PartialSettings) {
  const { environment } = settings
  const { now, steady } = systemClocks
  const sleep = (ms: Ms, signal?: AbortSignal) => wait(ms, undefined, signal === undefined ? {} : { signal })
  const quiet = { warn: () => undefined, error: () => undefined }
  const { SLACK_API_URL: apiUrl, SLACK_BOT_TOKEN: token } = environment
  // Without proxies that are no addresses: the environment's check reports those.
  const proxy = proxySettings(environment)
  const dispatcher = createSlackDispatcher(proxy)
  const client = slackClient({ apiUrl, token, logger: sdkLogger(quiet), dispatcher }, slackTimeoutMs)
  const tier = createHistoryTier(createReadHistoryPage(client, createIdentity(client), readProof))
  const readHistory = createHistorySearch(tier.readPage, steady)
  const findId = lookUpChannelName(environment)
  const ids = { find: (name: string) => findId(name).catch(() => undefined), keep: async () => undefined }
  const channels = createChannels(client, systemClocks, ids)
  const channelCheck = channelChecks(settings, { channels, readHistory })
  const users = settings.usable('SLACK_BOT_TOKEN') ? createUsers(client, now) : undefined
  const subscriptions = settings.configuration?.subscriptions ?? []
  const askAlerts = askAlertsOnce(settings, createListAlerts({ now, sleep, proxy }))
  return [
    ...settingsChecks(settings, [
      ...startupWarnings(variables, environment),
      ...renamedWarnings(settings.configuration ?? {}),
    ]),
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
