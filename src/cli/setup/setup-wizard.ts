import { parseEnv } from 'node:util'
import type { Now, Sleep } from '@overheard/mention-client'
import type { Alert } from '@overheard/mention-client/alert'
import { createSlackDispatcher } from '@overheard/post-once/client'
import { z } from 'zod'
import { readConfiguration } from '../../config/configuration.ts'
import { proxySettings, readEnvironment } from '../../config/environment.ts'
import { placeholderVariables } from '../../config/settings.ts'
import { features } from '../../features.ts'
import type { WrittenFile } from '../../kernel/feature.ts'
import { secretFileOf, secretNames } from '../../kernel/secret-files.ts'
import { ourCommand } from '../../model/our-command.ts'
import { createListAlerts, createSlackCalls, type ListAlerts, type SlackCalls } from '../credential-checks.ts'
import { exitCodes } from '../shutdown.ts'
import { createAppSteps, manifestFor } from '../slack-app.ts'
import {
  askAppToken,
  askBotToken,
  askMentionService,
  type Bot,
  type ReachedService,
} from './credential-steps.ts'
import { addKeys, addSubscription, type NewSubscription } from './edit-configuration.ts'
import { askListen, listenOffer, listenWord, type NewListen, type TryFeed } from './listen-steps.ts'
import { createDialogue, type Dialogue, type DialogueInput, type DialogueOutput } from './prompt.ts'
import {
  checkWritable,
  createSaver,
  type ExistingFiles,
  readExistingFiles,
  SaveError,
  type Saver,
  type SetupFiles,
} from './save-answers.ts'
import { askSuggestion, type ReadSite } from './site-steps.ts'
import { askSubscriptions, type RecallChannel } from './subscription-steps.ts'

type SetupDeps = {
  input: DialogueInput
  output: DialogueOutput
  /** The variables, with the secrets of files. */
  environment: Record<string, string | undefined>
  /** The variables as they were set. */
  given: Record<string, string | undefined>
  files: SetupFiles
  now: Now
  sleep: Sleep
  recall: RecallChannel
  tryFeed: TryFeed
  readSite: ReadSite
}

/**
 * Asks step by step for everything that a real workspace needs, checks each answer, and writes it to `.env` or to the configuration file at
 * once. Resolves with the exit code `stopped` if the bot can start, `fault` if the setup ended before that or cannot write, and
 * `unusableSettings` if the existing files have errors. Rejects if an existing file cannot be read.
 */
export async function runSetup(options: SetupDeps): Promise<number> {
  const dialogue = createDialogue(options.input, options.output)
  try {
    return await runSteps(options, dialogue)
  } finally {
    dialogue.close()
  }
}

async function runSteps(options: SetupDeps, dialogue: Dialogue): Promise<number> {
  const { environment, files, now } = options
  const kept = await readExistingFiles(files)
  const written = { path: files.configuration, text: kept.configuration.text }
  const errors = [...kept.errors, ...findExistingErrors(environment, written)]
  if (errors.length > 0) {
    dialogue.say(fixFirstText(errors))
    return exitCodes.unusableSettings
  }
  const problem = await checkWritable(files, kept)
  if (problem !== undefined) {
    dialogue.say(problem)
    return exitCodes.fault
  }
  dialogue.say(welcomeText)
  const proxy = proxySettings(environment)
  const slack = createSlackCalls(apiUrlOf(environment), now, createSlackDispatcher(proxy))
  const fromFiles = secretsOfFiles(options)
  const saver = createSaver(files, kept, fromFiles)
  const deps = {
    ...{ dialogue, slack, environment, kept, saver },
    ...{ recall: options.recall, tryFeed: options.tryFeed, readSite: options.readSite },
    listAlerts: createListAlerts({ ...options, proxy }),
  }
  try {
    const answers = await askAllQuestions(deps)
    await saver.finish()
    await askForPeople(deps, answers.bot)
    dialogue.say(finalText({ answers, files, saver, environment, fromFiles, kept }))
    return exitCodes.stopped
  } catch (error) {
    if (error instanceof SaveError) dialogue.say(`${error.message}\n${toGoOn(saver)}`)
    else if (dialogue.interrupted.aborted)
      dialogue.say(`The setup ended before its last question. ${toGoOn(saver)}`)
    else throw error
    return exitCodes.fault
  }
}

function toGoOn(saver: Saver): string {
  const again = `start it again with: ${ourCommand('setup')}`
  const written = saver.written()
  if (written.length === 0) return `Nothing was written: ${again}`
  return `Your answers so far are in ${written.join(' and ')}. To go on, ${again} (Enter keeps an answer)`
}

export function apiUrlOf({ SLACK_API_URL }: Record<string, string | undefined>): string {
  return (SLACK_API_URL?.trim() || 'https://slack.com/api/').replace(/\/*$/, '/')
}

type QuestionDeps = {
  dialogue: Dialogue
  listAlerts: ListAlerts
  slack: SlackCalls
  environment: Record<string, string | undefined>
  kept: ExistingFiles
  saver: Saver
  recall: RecallChannel
  tryFeed: TryFeed
  readSite: ReadSite
}

type SetupAnswers = {
  bot: Bot
  variables: Record<string, string>
  subscriptions: NewSubscription[]
  /** True if the configuration has `listen`, so the first sync posts a few older mentions. */
  listens: boolean
}

/** The setup does not ask for these variables, but it checked the answers with them. So it writes them, too. */
const relatedNames = ['SLACK_API_URL', 'CONFIG_FILE']

async function askAllQuestions(deps: QuestionDeps): Promise<SetupAnswers> {
  const { dialogue, listAlerts, slack, kept, saver, recall } = deps
  const known: NodeJS.Dict<string> = { ...parseEnv(kept.env), ...deps.environment }

  dialogue.say(`\n1. What to listen for\n${listenOffer}`)
  const before = listenOf(kept)
  const { service, listen } = await askWhatToHear(deps, known, before !== undefined)
  if (service === undefined && before !== undefined)
    dialogue.say('The configuration says what to listen for already: it stays as it is.')
  const ofService = { ...relatedVariablesOf(deps.environment), ...serviceVariables(service, known) }
  await saver.setVariables(ofService)
  if (listen !== undefined) await saver.editConfiguration((text) => addKeys(text, { listen }))
  const ownAlerts = (listen ?? before)?.alerts.map(toAlert) ?? []

  const app = manifestFor(writtenIn(saver))
  dialogue.say(`\n2. The Slack app\n${createAppSteps(app)}`)
  const bot = await askBotToken(dialogue, slack, known.SLACK_BOT_TOKEN, app)
  await saver.setVariables({ SLACK_BOT_TOKEN: bot.token })
  const appToken = await askAppToken(dialogue, slack, known.SLACK_APP_TOKEN)
  await saver.setVariables({ SLACK_APP_TOKEN: appToken })

  dialogue.say('\n3. What is posted where')
  const reload = async () => {
    if (service === undefined) return ownAlerts
    const answer = await listAlerts(service.url, service.token, dialogue.interrupted)
    if (answer.kind === 'listed') return answer.alerts
    dialogue.say(answer.error.message)
    return service.alerts
  }
  const existing = subscriptionsOf(kept)
  const subscriptions = await askSubscriptions({
    dialogue,
    slack,
    bot,
    alerts: service?.alerts ?? ownAlerts,
    reload,
    made: listen === undefined ? [] : ownAlerts,
    existing,
    recall,
  })

  for (const subscription of subscriptions)
    await saver.editConfiguration((text) => addSubscription(text, subscription))
  const variables = { ...ofService, SLACK_BOT_TOKEN: bot.token, SLACK_APP_TOKEN: appToken }
  return { bot, variables, subscriptions, listens: (listen ?? before) !== undefined }
}

/** The account of the person, or what Overheard shall listen for itself; neither if the file says it already. */
async function askWhatToHear(
  { dialogue, listAlerts, readSite, tryFeed }: QuestionDeps,
  known: NodeJS.Dict<string>,
  isWritten: boolean,
): Promise<{ service?: ReachedService; listen?: NewListen }> {
  let url = known.MENTIONS_API_URL || (isWritten ? listenWord : undefined)
  for (;;) {
    const answered = await askMentionService(
      dialogue,
      { listAlerts, readSite },
      { url, token: known.MENTIONS_API_TOKEN, mayListen: !known.DATABASE_URL?.trim() },
    )
    if (answered.kind === 'service') return { service: answered }
    if (isWritten) return {}
    if (answered.kind === 'listen') return { listen: await askListen(dialogue, tryFeed) }
    const taken = await askSuggestion(dialogue, answered.suggestion)
    if (typeof taken === 'object') return { listen: taken }
    if (taken === 'own') return { listen: await askListen(dialogue, tryFeed) }
    url = answered.address
  }
}

/** Everything that the bot needs is written by then, so a setup that ends here is complete. */
async function askForPeople({ dialogue, slack, saver }: QuestionDeps, bot: Bot): Promise<void> {
  const written = writtenIn(saver)
  const questions = features.flatMap(({ setupPerson }) => setupPerson ?? [])
  const isUseful = ({ key, scope }: (typeof questions)[number]) =>
    written[key] === undefined && bot.scopes?.includes(scope) !== false
  for (const { key, text, otherwise } of questions.filter(isUseful)) {
    const listed = await slack.people(bot.token)
    if (listed.kind === 'refused') return dialogue.say(listed.sentence)
    dialogue.say('')
    const person = await dialogue
      .choose({ text, items: listed.people, describe: ({ name }) => name, otherwise, isOptional: true })
      .catch((error) => {
        if (!dialogue.interrupted.aborted) throw error
        return undefined
      })
    if (person !== undefined)
      await saver.editConfiguration((configuration) =>
        addKeys(configuration, { [key]: person.id }, person.name),
      )
  }
}

function writtenIn(saver: Saver): Record<string, WrittenFile> {
  const read = readConfiguration(saver.configuration())
  return 'configuration' in read ? z.record(z.string(), z.json()).parse(read.configuration.written) : {}
}

/** Removes the address in `.env` if there is no account, because the bot would ask it instead of listening itself. */
function serviceVariables(
  service: { url: string; token: string } | undefined,
  known: NodeJS.Dict<string>,
): Record<string, string> {
  if (service !== undefined) return { MENTIONS_API_URL: service.url, MENTIONS_API_TOKEN: service.token }
  return known.MENTIONS_API_URL ? { MENTIONS_API_URL: '' } : {}
}

const toAlert = ({ name }: { name: string }, place: number): Alert => ({
  ...{ id: String(1001 + place), name, type: 'mentions', projectName: 'Overheard' },
})

function listenOf({ configuration }: ExistingFiles) {
  const read = readConfiguration(configuration.text)
  return 'configuration' in read ? read.configuration.listen : undefined
}

function subscriptionsOf({ configuration }: ExistingFiles) {
  const read = readConfiguration(configuration.text)
  return 'configuration' in read ? read.configuration.subscriptions : []
}

function relatedVariablesOf(environment: QuestionDeps['environment']): Record<string, string> {
  const pairs = relatedNames.map((name) => [name, environment[name]?.trim() ?? ''])
  return Object.fromEntries(pairs.filter(([, value]) => value !== ''))
}

function findExistingErrors(
  environment: Record<string, string | undefined>,
  configuration: { path: string; text: string },
): string[] {
  const { errors } = readConfiguration(configuration.text)
  return [
    ...readEnvironment({ ...environment, ...placeholdersFor(environment) }).errors,
    ...errors.map((fault) => `${configuration.path}, ${fault}`),
  ]
}

/** A secret whose file cannot be used gets no placeholder, because only one of them may be set. */
function placeholdersFor(environment: Record<string, string | undefined>) {
  return Object.fromEntries(
    Object.entries(placeholderVariables).filter(([name]) => !environment[secretFileOf(name)]?.trim()),
  )
}

/** Returns the secrets that are in files (`SLACK_BOT_TOKEN_FILE`), by the names of their variables. */
function secretsOfFiles({ environment, given }: SetupDeps): Map<string, string> {
  const inFiles = secretNames.filter((name) => given[secretFileOf(name)]?.trim())
  return new Map(inFiles.map((name) => [name, environment[name] ?? '']))
}

const welcomeText = [
  'This connects Overheard to your mention service and to your Slack workspace, in three steps.',
  'Every answer is checked and written at once, so you can end with Ctrl-C and go on later. Enter takes what is in [brackets].',
].join('\n')

function fixFirstText(errors: string[]): string {
  return ['Fix these first, then run setup again:', ...errors.map((line) => `  ${line}`)].join('\n')
}

type FinishedSetup = {
  answers: SetupAnswers
  files: SetupFiles
  saver: Saver
  environment: Record<string, string | undefined>
  fromFiles: ReadonlyMap<string, string>
  kept: ExistingFiles
}

function finalText(ending: FinishedSetup): string {
  const { answers, files, saver } = ending
  return [
    `\nDone. ${files.env} holds the tokens; only you can read it.`,
    ...aboutSubscription(answers, files, saver.byHand()),
    ...aboutEnvironment(ending),
    `\nNext:  ${ourCommand('start')}`,
    ...whatToExpect(answers),
    ...hintsOfFeatures(ending),
  ].join('\n')
}

function aboutSubscription(
  { subscriptions }: SetupAnswers,
  files: SetupFiles,
  byHand: string | undefined,
): string[] {
  if (byHand !== undefined) return [`Add these lines to ${files.configuration} by hand:\n\n${byHand}`]
  if (subscriptions.length === 0) return [`The subscriptions in ${files.configuration} stay as they are.`]
  return subscriptions.map(
    ({ name, alert, channelName }) =>
      `${files.configuration} has a new subscription, '${name}': ${alert} to #${channelName}.`,
  )
}

function hintsOfFeatures({ files, saver }: FinishedSetup): string[] {
  const written = writtenIn(saver)
  const file = files.stored === undefined ? files.configuration : undefined
  return features.flatMap((feature) => feature.setupHint(file, written) ?? [])
}

function aboutEnvironment({ answers, environment, fromFiles, files, kept }: FinishedSetup): string[] {
  const before: NodeJS.Dict<string> = parseEnv(kept.env)
  const winning = Object.entries(answers.variables)
    .filter(([name]) => !fromFiles.has(name))
    .filter(([name, value]) => ![undefined, '', value, before[name]].includes(environment[name]))
    .map(([name]) => name)
  const replaced = [...fromFiles.keys()].filter(
    (name) => ![undefined, fromFiles.get(name)].includes(answers.variables[name]),
  )
  const inShell = replaced.map(secretFileOf).filter((name) => !before[name])
  return [
    ...(winning.length === 0
      ? []
      : [
          `Careful: ${winning.join(', ')} set in your shell, with another value, which goes before the file's.`,
        ]),
    ...(replaced.length === 0
      ? []
      : [`${files.env} has ${replaced.join(', ')} now; what was in a file before is not read any more.`]),
    ...(inShell.length === 0
      ? []
      : [
          `Careful: ${inShell.join(', ')} set in your shell: unset it, because only one of the two may be set.`,
        ]),
  ]
}

function whatToExpect({ subscriptions: [subscription], listens }: SetupAnswers): string[] {
  const end = 'In Slack, /mentions-stats shows how an alert is doing, and /mentions help lists the rest.'
  if (subscription === undefined) return [end]
  return [
    `A few seconds after the start one line appears in #${subscription.channelName}: what is watched from now on. ${listens ? 'At most three older mentions are posted;' : 'Nothing old is posted;'}`,
    `each new mention comes as a card. ${end}`,
  ]
}
