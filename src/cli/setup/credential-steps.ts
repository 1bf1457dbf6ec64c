import type { Alert } from '../../model/alert.ts'
import { closestWord } from '../../model/name.ts'
import type { ListAlerts, SlackCalls } from '../credential-checks.ts'
import { appTokenSteps, botScopes, botTokenSteps } from '../slack-app.ts'
import { fitsEnvFile } from './edit-env-file.ts'
import { listenNeedsFolder, listenWord } from './listen-steps.ts'
import type { Dialogue } from './prompt.ts'

type ReachedService = { url: string; token: string; alerts: Alert[] }

/** Returns undefined if the person has no account, so that Overheard listens itself. */
export async function askMentionService(
  dialogue: Dialogue,
  listAlerts: ListAlerts,
  known: { url: string | undefined; token: string | undefined; mayListen: boolean },
): Promise<ReachedService | undefined> {
  for (let offered = known; ; ) {
    const url = await askAddress(dialogue, offered)
    if (url === undefined) return undefined
    const token = await dialogue.ask({
      text: 'Access token',
      known: offered.token,
      secret: true,
      validate: validateAccessToken,
    })
    dialogue.say('Asking the mention service …')
    const answer = await listAlerts(url, token, dialogue.interrupted)
    if (answer.kind === 'listed') {
      dialogue.say(
        `It answers, and has ${answer.alerts.length === 1 ? 'one alert' : `${answer.alerts.length} alerts`}.`,
      )
      return { url, token, alerts: answer.alerts }
    }
    const { error } = answer
    const advice = error.kind === 'unreachable' ? ` ${unreachableAdvice}` : ''
    dialogue.say(`${error.message}${error.detail === undefined ? '' : ` It says: ${error.detail}`}${advice}`)
    offered = { ...known, url, token: error.kind === 'unauthorized' ? undefined : token }
  }
}

const unreachableAdvice =
  'Check the address. If this machine reaches the web through a proxy, set HTTPS_PROXY in .env, and start again.'

async function askAddress(
  dialogue: Dialogue,
  { url, mayListen }: { url: string | undefined; mayListen: boolean },
): Promise<string | undefined> {
  const text = `Base URL (without /v1.0), or ${listenWord}`
  const isListen = (answer: string) => answer.trim().toLowerCase() === listenWord
  const address = await dialogue.ask({
    text,
    known: url,
    validate: (answer) =>
      isListen(answer) ? (mayListen ? undefined : listenNeedsFolder) : validateAddress(answer),
  })
  if (isListen(address)) return undefined
  return address.replace(/\/+$/, '').replace(/\/v1\.0$/, '')
}

function validateAccessToken(token: string): string | undefined {
  return /\s/.test(token) || !fitsEnvFile(token)
    ? 'An access token has no blanks in it: was more than the token pasted?'
    : undefined
}

function validateAddress(text: string): string | undefined {
  if (closestWord(text.trim(), [listenWord]) !== undefined)
    return `Did you mean ${listenWord}? Otherwise give an address that begins with https:// (or http://).`
  if (!/^https?:\/\//i.test(text)) return 'An address begins with https:// (or http://).'
  if (!URL.canParse(text) || !fitsEnvFile(text)) return 'This is not a complete address.'
  const { search, hash } = new URL(text)
  return search || hash ? 'Give the address only, without what follows a ? or a #.' : undefined
}

export type Bot = { token: string; name: string }

export async function askBotToken(
  dialogue: Dialogue,
  slack: SlackCalls,
  known: string | undefined,
): Promise<Bot> {
  dialogue.say(`\n${botTokenSteps}`)
  for (let offered = known; ; ) {
    const token = await dialogue.ask({
      text: 'Bot User OAuth Token (xoxb-…)',
      known: offered,
      secret: true,
      validate: (answer) => validateToken(answer, 'xoxb-'),
    })
    const answer = await slack.testBot(token)
    if (answer.kind === 'refused') {
      dialogue.say(answer.sentence)
      offered = answer.tokenIsWrong ? undefined : token
      continue
    }
    const missing = findMissingScopes(answer.scopes)
    dialogue.say(`This is @${answer.bot} in the workspace ${answer.team}.`)
    if (missing.length === 0) return { token, name: answer.bot }
    dialogue.say(missingScopesMessage(missing))
    offered = token
  }
}

function findMissingScopes(scopes: string[] | undefined): string[] {
  return scopes === undefined ? [] : botScopes.filter((scope) => !scopes.includes(scope))
}

function missingScopesMessage(missing: string[]): string {
  return [
    `The token lacks ${missing.length === 1 ? 'a permission' : 'permissions'}: ${missing.join(', ')}.`,
    'In your app, open OAuth & Permissions, add what is missing under Bot Token Scopes and press Reinstall to Workspace;',
    'then press Enter here (or paste the new token).',
  ].join('\n')
}

export async function askAppToken(
  dialogue: Dialogue,
  slack: SlackCalls,
  known: string | undefined,
): Promise<string> {
  dialogue.say(`\n${appTokenSteps}`)
  for (let offered = known; ; ) {
    const token = await dialogue.ask({
      text: 'App-level token (xapp-…)',
      known: offered,
      secret: true,
      validate: (answer) => validateToken(answer, 'xapp-'),
    })
    const answer = await slack.testApp(token)
    if (answer.kind === 'accepted') {
      dialogue.say('Slack takes it: Socket Mode works.')
      return token
    }
    dialogue.say(`${answer.sentence}${answer.tokenIsWrong ? ' It needs the scope connections:write.' : ''}`)
    offered = answer.tokenIsWrong ? undefined : token
  }
}

const tokenKinds = [
  { pattern: /^xoxb-/, name: 'a bot token (Bot User OAuth Token)' },
  { pattern: /^xapp-/, name: 'an app-level token' },
  { pattern: /^xoxp-/, name: 'a user token (User OAuth Token)' },
  { pattern: /^xoxe/, name: 'a token of an app with token rotation, which has to be off' },
  { pattern: /^xox[a-z]-/, name: 'another kind of Slack token' },
  { pattern: /^[0-9a-f]{32}$/, name: 'a secret of the app (signing secret or client secret)' },
  { pattern: /^https?:/, name: 'an address' },
]

export function validateToken(text: string, prefix: 'xoxb-' | 'xapp-'): string | undefined {
  if (/\s/.test(text)) return 'A token has no blanks in it: was more than the token pasted?'
  if (text.startsWith(prefix))
    return text.length > prefix.length + 4 ? undefined : 'This token is cut off: it has only its beginning.'
  const kind = tokenKinds.find(({ pattern }) => pattern.test(text))
  const what = kind === undefined ? 'This does not look like a Slack token' : `This is ${kind.name}`
  return `${what}. The one that is asked for here begins with ${prefix}.`
}
