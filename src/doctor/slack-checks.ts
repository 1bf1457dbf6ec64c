import type { PartialSettings } from '../settings/settings-seen.ts'
import { botScopes } from '../setup/slack-app.ts'
import type { BotTokenResult, SlackCalls } from '../setup/slack-calls.ts'
import { type Check, type Finding, fault, fine, unknown, warning } from './finding.ts'

/** What is lost without a permission; what is not listed here stops the bot. */
const missingScopeCosts = new Map([
  ['groups:read', 'channels cannot be found by name, only by id'],
  ['channels:join', 'public channels have to be entered by invitation'],
  [
    'channels:history',
    'receipts in public channels cannot be read: a post in doubt is repeated, and a lost bookmark begins anew',
  ],
  [
    'groups:history',
    'receipts in private channels cannot be read: a post in doubt is repeated, and a lost bookmark begins anew',
  ],
  ['commands', 'commands do not work'],
  ['im:write', 'the owner cannot be told by direct message'],
  ['users:read', 'the time zones of people are not known'],
])

const addScopesAdvice =
  'In your app: OAuth & Permissions, Bot Token Scopes, add it (config/slack-manifest.json has all), then Reinstall to Workspace.'

/** Whether Slack takes our tokens, and which permissions they have. */
export function slackChecks({ environment, usable }: PartialSettings, calls: SlackCalls): Check[] {
  return [
    {
      area: 'Slack: bot token',
      run: async () =>
        usable('SLACK_BOT_TOKEN')
          ? botFindings(await calls.testBot(environment.SLACK_BOT_TOKEN))
          : [unknown('There is none to try.')],
    },
    {
      area: 'Slack: way to us',
      run: async () => {
        const token = environment.SLACK_APP_TOKEN
        if (token !== undefined && usable('SLACK_APP_TOKEN')) return appFindings(await calls.testApp(token))
        if (!usable('SLACK_SIGNING_SECRET')) return [unknown('There is no app-level token to try.')]
        return [
          warning(
            'HTTP mode: whether Slack reaches us, and whether the signing secret is right, cannot be seen from here.',
            `Set the request URLs of your app to https://…/slack/events (port ${environment.PORT}) and try /mentions.`,
          ),
        ]
      },
    },
  ]
}

function botFindings(answer: BotTokenResult): Finding[] {
  if (answer.kind === 'refused')
    return [fault(answer.sentence, tokenAdvice(answer.tokenIsWrong, 'SLACK_BOT_TOKEN'))]
  const { team, bot, scopes } = answer
  const who = fine(`It is good: @${bot} in the workspace ${team}.`)
  if (scopes === undefined) {
    return [
      who,
      warning(
        'Slack does not say which permissions it has.',
        'Compare them with config/slack-manifest.json.',
      ),
    ]
  }
  const missing = botScopes.filter((scope) => !scopes.includes(scope)).map(missingScopeFinding)
  return missing.length === 0 ? [who, fine('It has every permission.')] : [who, ...missing]
}

function missingScopeFinding(scope: string): Finding {
  const cost = missingScopeCosts.get(scope)
  if (cost === undefined)
    return fault(`It lacks the permission ${scope}: nothing can be posted.`, addScopesAdvice)
  return warning(`It lacks the permission ${scope}: ${cost}.`, addScopesAdvice)
}

function appFindings(answer: Awaited<ReturnType<SlackCalls['testApp']>>): Finding[] {
  if (answer.kind === 'accepted')
    return [fine('Socket Mode: Slack opens a connection with the app-level token.')]
  return [fault(answer.sentence, tokenAdvice(answer.tokenIsWrong, 'SLACK_APP_TOKEN'))]
}

function tokenAdvice(tokenIsWrong: boolean, name: 'SLACK_BOT_TOKEN' | 'SLACK_APP_TOKEN'): string {
  if (!tokenIsWrong) return 'Check SLACK_API_URL and the way there; the bot itself goes on trying.'
  return name === 'SLACK_BOT_TOKEN'
    ? 'Replace SLACK_BOT_TOKEN (in your app: Install App).'
    : 'Replace SLACK_APP_TOKEN by a token with the scope connections:write (in your app: Basic Information).'
}
