import type { SetTimer } from '@overheard/base/clock'
import type { Ms, Time } from '@overheard/base/time'
import type { z } from 'zod'
import type { Configuration } from '../../config/configuration.ts'
import { cutTextsIn, howToSet, linesOfSubscriptions, type PartialSettings } from '../../config/settings.ts'
import { checkRates, idCheckKind, pollingLimits } from '../../engine/index.ts'
import { features } from '../../features.ts'
import { isLoopback } from '../../health/status-access.ts'
import {
  findInstallation,
  installationProblem,
  isSilent,
  otherInstallations,
} from '../../installations/index.ts'
import { utc } from '../../messages/kit/dates.ts'
import { perLocale } from '../../messages/kit/locale.ts'
import { interval, plural } from '../../messages/kit/numbers.ts'
import { type ProblemText, problemTexts } from '../../messages/problems/problem-texts.ts'
import { type Collections, type MessageKey, openCollection } from '../../model/collection.ts'
import { type Check, type Finding, fault, fine, warning } from '../../model/finding.ts'
import { ourCommand } from '../../model/our-command.ts'
import { type Pause, pauseState, plannedPause, presentPause } from '../../model/pause.ts'
import type { EndReason } from '../../model/subscription.ts'
import { databaseFindings, folderFindings } from '../../store/check-store.ts'
import { inspectStore } from '../../store/inspect.ts'
import { connectDatabase } from '../../store/postgres/database.ts'
import type { Store } from '../../store/store.ts'
import {
  coreMessageSchemas,
  damageTexts,
  messagesOfFeatures,
  pauseKind,
  stoppingKinds,
  storedKinds,
  subscriptionKind,
} from '../../stored-kinds.ts'
import { diskWarnings, unlikelyValueWarnings } from '../unlikely-values.ts'

/** The collections with one record for each message. */
export const messageSchemas: Record<string, z.ZodType<MessageKey>> = {
  ...coreMessageSchemas,
  ...Object.fromEntries(messagesOfFeatures.map(({ name, schema }) => [name, schema])),
}

const sizes = perLocale(
  (locale) => (unit: string) =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 0 }),
)

const sizeUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte']

/** Faults in these areas end the doctor with exit code 78. */
export const settingsAreas = new Set(['Environment', 'Configuration'])

export function settingsChecks(settings: PartialSettings, remarks: ProblemText[]): Check[] {
  return [
    { area: 'Environment', run: async () => [...environmentFindings(settings), ...remarks.map(asWarning)] },
    { area: 'Configuration', run: async () => configurationFindings(settings) },
  ]
}

const asWarning = ({ what, whatToDo }: ProblemText) => warning(what, whatToDo)

function environmentFindings({ environmentErrors, environment }: PartialSettings): Finding[] {
  if (environmentErrors.length > 0) {
    return environmentErrors.map((line) => fault(`${line}.`, howToSet([line])))
  }
  const way = environment.SLACK_APP_TOKEN === undefined ? `HTTP on port ${environment.PORT}` : 'Socket Mode'
  return [fine(`Every variable is valid. Slack reaches the bot by ${way}.`), ...mcpFindings(environment)]
}

function mcpFindings({
  MCP_TOKEN,
  MCP_PRIVATE_TOKEN,
  HOST,
  PORT,
}: PartialSettings['environment']): Finding[] {
  if (MCP_TOKEN === undefined && MCP_PRIVATE_TOKEN === undefined) return []
  const advice = isLoopback(HOST)
    ? ''
    : ' Other machines may reach it: put a proxy with TLS in front, because the token is sent with each question.'
  return [fine(`AI assistants can ask /mcp on port ${PORT}.${advice}`)]
}

const asSentence = (line: string) => (line.endsWith('?') ? line : `${line}.`)

/** The other findings must not be lost among them. */
const mostCutTexts = 20

function configurationFindings({
  file,
  configuration: read,
  configurationErrors,
  environment,
  hasFile,
}: PartialSettings): Finding[] {
  if (read === undefined) {
    return configurationErrors.map((line) =>
      fault(asSentence(`${file}, ${line}`), `Correct it; \`${ourCommand('check')}\` checks this file alone.`),
    )
  }
  if (!hasFile)
    return [
      fine('There is no configuration file. What the setup and people in Slack have stored counts.'),
      ...diskWarnings(read, environment.DATABASE_URL).map(asWarning),
    ]
  const { subscriptions, digests } = read
  const valid = fine(`${file} is valid: subscriptions ${subscriptions.length}, digests ${digests.length}.`)
  const unlikely = [
    ...diskWarnings(read, environment.DATABASE_URL),
    ...unlikelyValueWarnings(read, () => linesOfSubscriptions(file)),
    ...cutTextsIn(file).slice(0, mostCutTexts),
  ]
  if (subscriptions.length + digests.length > 0) return [valid, ...unlikely.map(asWarning)]
  return [
    valid,
    warning('It has no subscriptions.', `Add a subscription to the file, or run \`${ourCommand('setup')}\`.`),
  ]
}

export function stateChecks(
  { environment, configuration }: PartialSettings,
  inDatabase: (url: string, configuration: Configuration | undefined) => Promise<Finding[]>,
  setTimer: SetTimer,
): Check[] {
  const { DATABASE_URL: url, DATA_DIR: folder } = environment
  const run = async () =>
    url === undefined
      ? folderFindings(folder, {
          setTimer,
          sizeOf: bytes,
          checkStored: (store) => checkStored(store, configuration),
        })
      : inDatabase(url, configuration)
  return [{ area: 'State', run }]
}

async function checkRecords(
  records: Collections,
  configuration: Configuration | undefined,
): Promise<Finding[]> {
  const found = [
    ...(await checkInstallations(records)),
    ...pauseFindings(await openCollection(records, pauseKind).entries(), Date.now(), pausesCount),
    ...(await checkRecipients(records)),
    ...(await checkRestartedIds(records)),
  ]
  return configuration === undefined ? found : [...found, ...(await checkIntervals(records, configuration))]
}

async function checkRestartedIds(records: Collections): Promise<Finding[]> {
  return (await openCollection(records, idCheckKind).entries()).flatMap(({ key, value: { restarted } }) =>
    (restarted?.subscriptions ?? []).map((name) => {
      const { what, whatToDo } = problemTexts.missedSince(key, name, restarted?.id ?? '')
      return fault(what, whatToDo)
    }),
  )
}

async function checkInstallations(records: Collections): Promise<Finding[]> {
  const installation = await findInstallation(records)
  if (installation === undefined) return []
  const { id: self, since } = installation
  const others = (await otherInstallations(records).all()).filter((one) => !isSilent(one, self, Date.now()))
  return [
    fine(`This store has the installation id ${self}, made on ${utc(since)}.`),
    ...others.map((other) => {
      const { what, whatToDo } = installationProblem(other, self)
      return warning(
        `${other.subscription}: ${what} Its last known message is of ${utc(other.lastAt)}.`,
        whatToDo,
      )
    }),
  ]
}

async function checkIntervals(
  records: Collections,
  { subscriptions, polling }: Configuration,
): Promise<Finding[]> {
  const paused = new Set(
    (pausesCount ? await openCollection(records, pauseKind).entries() : [])
      .filter(({ value }) => pauseState(value, Date.now()) !== 'none')
      .map(({ key }) => key),
  )
  const fromSlack = (await openCollection(records, subscriptionKind).all())
    .filter(({ ended }) => ended === undefined)
    .map(({ subscription }) => subscription)
  const polled = [...subscriptions, ...fromSlack].filter(({ name }) => !paused.has(name))
  const { alerts, everyMs, warnings } = checkRates(polled, pollingLimits(polling))
  if (warnings.length > 0) return warnings.map(({ what, whatToDo }) => warning(what, whatToDo))
  return alerts === 0 ? [] : [fine(checksText(alerts, everyMs))]
}

/** Without the feature that can end them, stored pauses do not count (start/open-records.ts). */
const pausesCount = features.some(({ changes }) => changes.has('pause'))

/** Lists what people paused from Slack, because nothing else explains why these subscriptions are silent. */
export function pauseFindings(
  pauses: readonly { key: string; value: Pause }[],
  now: Time,
  count: boolean,
): Finding[] {
  return pauses.flatMap(({ key, value }) => {
    if (!count && (pauseState(value, now) !== 'none' || plannedPause(value, now) !== undefined))
      return [fine(`A stored pause of the subscription ${key} does not count, because nobody could end it.`)]
    const pause = presentPause(value, now)
    const plan = plannedPause(value, now)
    const planned =
      plan === undefined
        ? []
        : [
            fine(
              `A pause of the subscription ${key} is planned from ${new Date(plan.from).toISOString()} until ${new Date(plan.until).toISOString()}. To cancel it: /mentions resume ${key}`,
            ),
          ]
    const state = pauseState(pause, now)
    if (pause === undefined || state === 'none') return planned
    const { until } = pause
    const end = until === undefined ? 'until somebody resumes it' : `until ${new Date(until).toISOString()}`
    const asks = state === 'asks' ? 'A question in its channel waits for an answer' : 'New mentions wait'
    return [
      ...planned,
      fine(`The subscription ${key} is paused from Slack, ${end}. ${asks}: /mentions resume ${key}`),
    ]
  })
}

const endedForWords: Record<EndReason, string> = {
  'person-left': 'the person has left the workspace',
  'access-lost': 'the person may not see the alert any more, and was told so',
}

/** Ends of this time (ms) are listed. */
const listedEndsMs = 30 * 86_400_000

/** Lists the subscriptions of people that the bot itself ended, because nobody else may know. */
async function checkRecipients(records: Collections): Promise<Finding[]> {
  return (await openCollection(records, subscriptionKind).all()).flatMap(({ subscription, ended }) => {
    if (ended?.reason === undefined || Date.now() - ended.at > listedEndsMs) return []
    const why = endedForWords[ended.reason]
    return [fine(`The subscription ${subscription.name} of ${ended.by} ended on ${utc(ended.at)}: ${why}.`)]
  })
}

async function checkStored(
  store: Omit<Store, 'close'>,
  configuration: Configuration | undefined,
): Promise<Finding[]> {
  await inspectStore(store, storedKinds, messageSchemas)
  const damaged = store.damage.all().map((damage) => {
    const stops = stoppingKinds.has(damage.collection)
    const { what, whatToDo } = stops ? damageTexts.stopping(damage) : damageTexts.others(damage, [])
    return stops ? fault(what, whatToDo) : warning(what, whatToDo)
  })
  const aside = (await store.setAside.list()).map((place) => fine(damageTexts.setAside(place)))
  return [...damaged, ...aside, ...(await checkRecords(store, configuration))]
}

export const checkDatabase = (url: string, connect = connectDatabase, configuration?: Configuration) =>
  databaseFindings(url, connect, (store) => checkStored(store, configuration))

/** Returns a number of bytes with its unit, for example “12 GB”. */
function bytes(count: number): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(count, 1)) / 3), sizeUnits.length - 1)
  return sizes()(sizeUnits[power] ?? 'byte').format(Math.floor(count / 1000 ** power))
}

const checksText = (alerts: number, everyMs: Ms) =>
  `Overheard checks ${plural(alerts, 'alert')} every ${interval(everyMs, 'long')} on average, busy alerts more often.`
