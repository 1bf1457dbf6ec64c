import { parseEnv } from 'node:util'
import { readConfiguration } from '../settings/configuration.ts'
import { askAppToken } from './app-token-step.ts'
import { askBotToken } from './bot-token-step.ts'
import type { Dialogue } from './dialogue.ts'
import type { ExistingFiles } from './kept.ts'
import { askMentionService, type ListAlerts } from './mention-service-step.ts'
import type { SetupAnswers } from './save.ts'
import { createAppSteps } from './slack-app.ts'
import type { SlackCalls } from './slack-calls.ts'
import { askSubscription, type RecallChannel } from './subscription-step.ts'

/** What the questions need. `environment` goes before what the `.env` file has kept. */
type QuestionDeps = {
  dialogue: Dialogue
  listAlerts: ListAlerts
  slack: SlackCalls
  environment: Record<string, string | undefined>
  kept: ExistingFiles
  recall: RecallChannel
}

/** Not asked for, but what was entered was checked with them: they belong to it. */
const relatedNames = ['SLACK_API_URL', 'CONFIG_FILE']

/** Asks every question, in order. Throws SetupEnded where the answers end. */
export async function askAllQuestions(deps: QuestionDeps): Promise<SetupAnswers> {
  const { dialogue, listAlerts, slack, kept, recall } = deps
  const known: NodeJS.Dict<string> = { ...parseEnv(kept.env), ...deps.environment }

  dialogue.say('\n1. The mention service')
  const service = await askMentionService(dialogue, listAlerts, {
    url: known.MENTIONS_API_URL,
    token: known.MENTIONS_API_TOKEN,
  })

  dialogue.say(`\n2. The Slack app\n${createAppSteps}`)
  const bot = await askBotToken(dialogue, slack, known.SLACK_BOT_TOKEN)
  const appToken = await askAppToken(dialogue, slack, known.SLACK_APP_TOKEN)

  dialogue.say('\n3. What is posted where')
  const reload = async () => {
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
    alerts: service.alerts,
    reload,
    existing,
    recall,
  })

  const variables = {
    ...relatedVariablesOf(deps.environment),
    MENTIONS_API_URL: service.url,
    MENTIONS_API_TOKEN: service.token,
    SLACK_BOT_TOKEN: bot.token,
    SLACK_APP_TOKEN: appToken,
  }
  return { variables, subscription }
}

function subscriptionsOf({ configuration }: ExistingFiles) {
  const read = readConfiguration(configuration.text)
  return 'configuration' in read ? read.configuration.subscriptions : []
}

function relatedVariablesOf(environment: QuestionDeps['environment']): Record<string, string> {
  const pairs = relatedNames.map((name) => [name, environment[name]?.trim() ?? ''])
  return Object.fromEntries(pairs.filter(([, value]) => value !== ''))
}
