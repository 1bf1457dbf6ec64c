import { readWorkCalendar } from '../config/calendar.ts'
import { CalendarError } from '../config/calendar-lines.ts'
import { type Configuration, subscriptionLines } from '../config/configuration.ts'
import { renamedWarnings } from '../config/renamed-keys.ts'
import {
  configurationPath,
  cutTextsIn,
  linesOfSubscriptions,
  readConfigurationOnly,
  readConfigurationText,
  SettingsError,
  variables,
} from '../config/settings.ts'
import { type ProblemText, warningTexts } from '../messages/problems/problem-texts.ts'
import { privateByChannelName } from '../subscriptions/private-alerts.ts'
import { digestScheduleWarnings } from './digest-schedules.ts'
import { storedConfiguration } from './export-config.ts'
import type { CheckedListen } from './listen/check-listen.ts'
import { exitCodes } from './shutdown.ts'
import { diskWarnings, unlikelyValueWarnings } from './unlikely-values.ts'

/**
 * Checks only the configuration file, or what is stored if the bot runs without one. Throws a SettingsError with all errors. Warnings do not
 * change the exit code.
 */
export async function check(): Promise<number> {
  const stored = await storedConfiguration()
  const file = stored === undefined ? configurationPath(variables) : 'What is stored'
  const configuration = stored === undefined ? readConfigurationOnly() : readConfigurationText(file, stored)
  await readWorkCalendar(configuration, Date.now()).catch((error: unknown) => {
    throw error instanceof CalendarError
      ? new SettingsError(`${file} has an error:\n  ${error.message}`)
      : error
  })
  const { warnings, meanings } = await checkSources(file, configuration)
  const ofSources = [...warnings, ...diskWarnings(configuration, variables.DATABASE_URL)]
  process.stdout.write(
    checkReport(
      file,
      configuration,
      { meanings, ofSources, ofTexts: stored === undefined ? cutTextsIn(file) : [] },
      () => (stored === undefined ? linesOfSubscriptions(file) : subscriptionLines(stored)),
    ),
  )
  return exitCodes.stopped
}

async function checkSources(file: string, { listen }: Configuration): Promise<CheckedListen> {
  if (listen === undefined) return { warnings: [], meanings: [] }
  // The mention service is loaded only if there is something to check.
  const { checkListen } = await import('./listen/check-listen.ts')
  return checkListen(file, listen, variables)
}

const mostWarnings = 20

function checkReport(
  file: string,
  configuration: Configuration,
  { meanings, ofSources, ofTexts }: { meanings: string[]; ofSources: ProblemText[]; ofTexts: ProblemText[] },
  lines: () => number[],
): string {
  const { subscriptions, digests, listen } = configuration
  const byName = privateByChannelName(configuration).map(({ name, alert, channel }) =>
    warningTexts.privateByChannelName(name, alert, channel),
  )
  const ofDigests = digestScheduleWarnings(digests, Date.now())
  const unlikely = [...unlikelyValueWarnings(configuration, lines), ...ofTexts]
  const more = unlikely.length - mostWarnings
  return [
    `${file} is valid (subscriptions: ${subscriptions.length}, digests: ${digests.length}${listen === undefined ? '' : `, alerts to listen for: ${listen.alerts.length}`}).`,
    ...meanings,
    ...[
      ...renamedWarnings(configuration),
      ...ofSources,
      ...byName,
      ...ofDigests,
      ...unlikely.slice(0, mostWarnings),
    ].flatMap(({ what, whatToDo }) => [`Warning: ${what}`, `  → ${whatToDo}`]),
    ...(more > 0 ? [`… and ${more} more warnings of this kind`] : []),
    '',
  ].join('\n')
}
