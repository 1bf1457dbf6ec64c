import { parseEnv } from 'node:util'
import { readConfiguration } from '../../config/configuration.ts'
import { proxySettings, readEnvironment } from '../../config/environment.ts'
import { placeholderVariables } from '../../config/settings.ts'
import { features } from '../../features.ts'
import type { Now, Sleep } from '../../mention-api/request-options.ts'
import type { Alert } from '../../model/alert.ts'
import { ourCommand } from '../../model/our-command.ts'
import { createSlackDispatcher } from '../../slack/client.ts'
import { createListAlerts, createSlackCalls, type ListAlerts, type SlackCalls } from '../credential-checks.ts'
import { exitCodes } from '../shutdown.ts'
import { createAppSteps } from '../slack-app.ts'
import { askAppToken, askBotToken, askMentionService } from './credential-steps.ts'
import { askListen, listenOffer } from './listen-steps.ts'
import { createDialogue, type Dialogue, type DialogueInput, type DialogueOutput } from './prompt.ts'
import {
  checkWritable,
  type ExistingFiles,
  readExistingFiles,
  type SavedAnswers,
  type SetupAnswers,
  type SetupFiles,
  saveAnswers,
} from './save-answers.ts'
import { askSubscription, type RecallChannel } from './subscription-steps.ts'

type SetupDeps = {
  input: DialogueInput
  output: DialogueOutput
  environment: Record<string, string | undefined>
  files: SetupFiles
  now: Now
  sleep: Sleep
  recall: RecallChannel
}

/**
 * Asks step by step for everything that a real workspace needs, checks each answer, and writes `.env` and the first subscription at the
 * end. Resolves with the exit code `stopped` if everything is written, `fault` if the setup ended early or cannot write, and
 * `unusableSettings` if the existing files have errors. Rejects if an existing file cannot be read.
 */
export async function runSetup(deps: SetupDeps): Promise<number> {
  const dialogue = createDialogue(deps.input, deps.output)
  try {
    return await runSteps(deps, dialogue)
  } catch (error) {
    if (!dialogue.interrupted.aborted) throw error
    dialogue.say(
      `The setup ended before its last question: nothing was written. Start it again with: ${ourCommand('setup')}`,
    )
    return exitCodes.fault
  } finally {
    dialogue.close()
  }
}

async function runSteps(deps: SetupDeps, dialogue: Dialogue): Promise<number> {
  const { environment, files, now } = deps
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
  const findings = await askAllQuestions({
    dialogue,
    listAlerts: createListAlerts({ ...deps, proxy }),
    slack,
    environment,
    kept,
    recall: deps.recall,
  })
  dialogue.interrupted.throwIfAborted()
  const saved = await saveAnswers(findings, files, kept)
  dialogue.say(
    saved.kind === 'failed' ? saved.sentence : finalText({ findings, files, saved, environment, kept }),
  )
  return saved.kind === 'failed' ? exitCodes.fault : exitCodes.stopped
}

function apiUrlOf({ SLACK_API_URL }: Record<string, string | undefined>): string {
  return (SLACK_API_URL?.trim() || 'https://slack.com/api/').replace(/\/*$/, '/')
}

type QuestionDeps = {
  dialogue: Dialogue
  listAlerts: ListAlerts
  slack: SlackCalls
  environment: Record<string, string | undefined>
  kept: ExistingFiles
  recall: RecallChannel
}

/** The setup does not ask for these variables, but it checked the answers with them. So it writes them, too. */
const relatedNames = ['SLACK_API_URL', 'CONFIG_FILE']

async function askAllQuestions(deps: QuestionDeps): Promise<SetupAnswers> {
  const { dialogue, listAlerts, slack, kept, recall } = deps
  const known: NodeJS.Dict<string> = { ...parseEnv(kept.env), ...deps.environment }

  dialogue.say(`\n1. The mention service\n${listenOffer}`)
  const service = await askMentionService(dialogue, listAlerts, {
    url: known.MENTIONS_API_URL,
    token: known.MENTIONS_API_TOKEN,
    mayListen: !known.DATABASE_URL?.trim(),
  })
  const before = listenOf(kept)
  const listen = service === undefined && before === undefined ? await askListen(dialogue) : undefined
  if (service === undefined && before !== undefined)
    dialogue.say('The configuration file says what to listen for already: it stays as it is.')
  const ownAlerts = (listen ?? before)?.alerts.map(toAlert) ?? []

  dialogue.say(`\n2. The Slack app\n${createAppSteps}`)
  const bot = await askBotToken(dialogue, slack, known.SLACK_BOT_TOKEN)
  const appToken = await askAppToken(dialogue, slack, known.SLACK_APP_TOKEN)

  dialogue.say('\n3. What is posted where')
  const reload = async () => {
    if (service === undefined) return ownAlerts
    const answer = await listAlerts(service.url, service.token, dialogue.interrupted)
    if (answer.kind === 'listed') return answer.alerts
    dialogue.say(answer.error.message)
    return service.alerts
  }
  const existing = subscriptionsOf(kept)
  const subscription = await askSubscription({
    dialogue,
    slack,
    bot,
    alerts: service?.alerts ?? ownAlerts,
    reload,
    made: listen === undefined ? undefined : ownAlerts[0],
    existing,
    recall,
  })

  const variables = {
    ...relatedVariablesOf(deps.environment),
    ...serviceVariables(service, known),
    SLACK_BOT_TOKEN: bot.token,
    SLACK_APP_TOKEN: appToken,
  }
  return { variables, subscription, listen }
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
    ...readEnvironment({ ...environment, ...placeholderVariables }).errors,
    ...errors.map((fault) => `${configuration.path}, ${fault}`),
  ]
}

const welcomeText = [
  'This connects Overheard to your mention service and to your Slack workspace, in three steps.',
  'Every answer is checked at once, and nothing is written before the last one. Enter takes what is in [brackets]; Ctrl-C ends.',
].join('\n')

function fixFirstText(errors: string[]): string {
  return ['Fix these first, then run setup again:', ...errors.map((line) => `  ${line}`)].join('\n')
}

type FinishedSetup = {
  findings: SetupAnswers
  files: SetupFiles
  saved: Extract<SavedAnswers, { kind: 'saved' }>
  environment: Record<string, string | undefined>
  kept: ExistingFiles
}

function finalText(ending: FinishedSetup): string {
  const { findings, files, saved } = ending
  return [
    `\nDone. ${files.env} holds the tokens; only you can read it.`,
    ...aboutSubscription(findings, files, saved.byHand),
    ...aboutEnvironment(ending),
    `\nNext:  ${ourCommand('start')}`,
    ...whatToExpect(findings),
    ...hintsOfFeatures(ending),
  ].join('\n')
}

function aboutSubscription(
  { subscription }: SetupAnswers,
  files: SetupFiles,
  byHand: string | undefined,
): string[] {
  if (byHand !== undefined) return [`Add these lines to ${files.configuration} by hand:\n\n${byHand}`]
  if (subscription === undefined) return [`The subscriptions in ${files.configuration} stay as they are.`]
  const { name, alert, channelName } = subscription
  return [`${files.configuration} has a new subscription, '${name}': ${alert} to #${channelName}.`]
}

function hintsOfFeatures({ files, kept }: FinishedSetup): string[] {
  const read = readConfiguration(kept.configuration.text)
  const written = 'configuration' in read ? read.configuration.written : {}
  return features.flatMap((feature) => feature.setupHint(files.configuration, written) ?? [])
}

function aboutEnvironment({ findings, environment, kept }: FinishedSetup): string[] {
  const before: NodeJS.Dict<string> = parseEnv(kept.env)
  const winning = Object.entries(findings.variables)
    .filter(([name, value]) => ![undefined, '', value, before[name]].includes(environment[name]))
    .map(([name]) => name)
  if (winning.length === 0) return []
  return [
    `Careful: ${winning.join(', ')} set in your shell, with another value, which goes before the file's.`,
  ]
}

function whatToExpect({ subscription, listen }: SetupAnswers): string[] {
  const end = 'In Slack, /mentions-stats shows how an alert is doing, and /mentions help lists the rest.'
  if (subscription === undefined) return [end]
  return [
    `A few seconds after the start one line appears in #${subscription.channelName}: what is watched from now on. ${listen === undefined ? 'Nothing old is posted;' : 'At most three older mentions are posted;'}`,
    `each new mention comes as a card. ${end}`,
  ]
}
