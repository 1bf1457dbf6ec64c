import { closestWord } from '@overheard/base/name'
import type { Alert } from '@overheard/mention-client/alert'
import type { Suggestion } from '@overheard/mention-client/listening-client'
import { ourCommand } from '../../model/our-command.ts'
import type { ListAlerts, SlackCalls } from '../credential-checks.ts'
import { type AppManifest, appTokenSteps, botTokenSteps, configPrefix, pagesOfApp } from '../slack-app.ts'
import { fitsEnvFile } from './edit-env-file.ts'
import { listenNeedsFolder, listenWord } from './listen-steps.ts'
import type { Dialogue } from './prompt.ts'
import type { ReadSite } from './site-steps.ts'

export type ReachedService = { kind: 'service'; url: string; token: string; alerts: Alert[] }
type Answered =
  | ReachedService
  | { kind: 'listen' }
  | { kind: 'suggestion'; suggestion: Suggestion; address: string }

/** Returns the service of the person's account, a site to listen for, or that Overheard is to listen and the person writes the words. */
export async function askMentionService(
  dialogue: Dialogue,
  { listAlerts, readSite }: { listAlerts: ListAlerts; readSite: ReadSite },
  known: { url: string | undefined; token: string | undefined; mayListen: boolean },
): Promise<Answered> {
  for (let offered = known; ; ) {
    const answered = await askAddress(dialogue, offered)
    if (answered === undefined) return { kind: 'listen' }
    const read = answered === offered.url ? undefined : await siteAt(dialogue, readSite, answered)
    if (read?.kind === 'suggestion') {
      if (known.mayListen) return { ...read, address: answered }
      dialogue.say(listenNeedsFolder)
      continue
    }
    if (read?.kind === 'again') continue
    const reached = await tryService(dialogue, listAlerts, withoutEnding(answered), offered.token)
    if (reached.kind === 'service') return reached
    offered = { ...known, ...reached }
  }
}

/** Returns what is offered at the next try if the service cannot be used. */
async function tryService(
  dialogue: Dialogue,
  listAlerts: ListAlerts,
  url: string,
  offered: string | undefined,
): Promise<ReachedService | { kind: 'refused'; url: string; token: string | undefined }> {
  const token = await dialogue.ask({
    text: 'Access token',
    known: offered,
    secret: true,
    validate: validateAccessToken,
  })
  dialogue.say('Asking the mention service …')
  const answer = await listAlerts(url, token, dialogue.interrupted)
  if (answer.kind === 'listed') {
    dialogue.say(
      `It answers, and has ${answer.alerts.length === 1 ? 'one alert' : `${answer.alerts.length} alerts`}.`,
    )
    return { kind: 'service', url, token, alerts: answer.alerts }
  }
  const { error } = answer
  const advice = error.kind === 'unreachable' ? ` ${unreachableAdvice}` : ''
  dialogue.say(`${error.message}${error.detail === undefined ? '' : ` It says: ${error.detail}`}${advice}`)
  return { kind: 'refused', url, token: error.kind === 'unauthorized' ? undefined : token }
}

/** A page of a site is read; everything else with a scheme is taken for a mention service. */
async function siteAt(
  dialogue: Dialogue,
  readSite: ReadSite,
  answered: string,
): Promise<{ kind: 'suggestion'; suggestion: Suggestion } | { kind: 'service' } | { kind: 'again' }> {
  const isBare = !hasScheme(answered)
  if (/\/v1\.0\/?$/.test(answered)) return { kind: 'service' }
  if (isBare) dialogue.say(`Reading ${answered} …`)
  const read = await readSite(isBare ? `https://${answered}` : answered, dialogue.interrupted)
  if (read.kind === 'read') return { kind: 'suggestion', suggestion: read.suggestion }
  if (!isBare) return { kind: 'service' }
  dialogue.say(
    read.kind === 'failed' ? read.sentence : `At ${answered} there is no page that says whose it is.`,
  )
  dialogue.say(`Give another address, or answer ${listenWord} to write the words yourself.`)
  return { kind: 'again' }
}

const withoutEnding = (url: string) => url.replace(/\/+$/, '').replace(/\/v1\.0$/, '')

const unreachableAdvice =
  'Check the address. If this machine reaches the web through a proxy, set HTTPS_PROXY in .env, and start again.'

async function askAddress(
  dialogue: Dialogue,
  { url, mayListen }: { url: string | undefined; mayListen: boolean },
): Promise<string | undefined> {
  const isListen = (answer: string) => answer.trim().toLowerCase() === listenWord
  const address = await dialogue.ask({
    text: `Your own site, or the base URL of your mention service (without /v1.0), or ${listenWord}`,
    known: url,
    validate: (answer) =>
      isListen(answer) ? (mayListen ? undefined : listenNeedsFolder) : validateAddress(answer),
  })
  return isListen(address) ? undefined : address.trim()
}

function validateAccessToken(token: string): string | undefined {
  return /\s/.test(token) || !fitsEnvFile(token)
    ? 'An access token has no blanks in it: was more than the token pasted?'
    : undefined
}

const hasScheme = (text: string) => /^https?:\/\//i.test(text)

/** The address of a site may lack its scheme; that of a mention service has it, because it may be http. */
function validateAddress(text: string): string | undefined {
  if (closestWord(text.trim(), [listenWord]) !== undefined)
    return `Did you mean ${listenWord}? Otherwise give the address of your site, such as acme.example.`
  const isSite = /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+(\/\S*)?$/u.test(text)
  if (!isSite && !hasScheme(text))
    return 'Give the address of your site, such as acme.example, or one of a mention service, which begins with https:// (or http://).'
  if (!URL.canParse(isSite ? `https://${text}` : text) || !fitsEnvFile(text))
    return 'This is not a complete address.'
  const { search, hash } = new URL(isSite ? `https://${text}` : text)
  return search || hash ? 'Give the address only, without what follows a ? or a #.' : undefined
}

/** `scopes` are its permissions; undefined if Slack does not list them. */
export type Bot = { token: string; name: string; scopes: string[] | undefined }

export async function askBotToken(
  dialogue: Dialogue,
  slack: SlackCalls,
  known: string | undefined,
  app: AppManifest,
): Promise<Bot> {
  dialogue.say(`\n${botTokenSteps}`)
  for (let offered = known; ; ) {
    const token = await dialogue.ask({
      text: `Bot User OAuth Token (xoxb-…), or an app-configuration token (${configPrefix}…)`,
      known: offered,
      secret: true,
      validate: (answer) => validateToken(answer, answer.startsWith(configPrefix) ? configPrefix : 'xoxb-'),
    })
    if (token.startsWith(configPrefix)) {
      const created = await slack.createApp(token, app)
      dialogue.say(created.kind === 'created' ? pagesOfApp(created.id) : created.sentence)
      continue
    }
    const answer = await slack.testBot(token)
    if (answer.kind === 'refused') {
      dialogue.say(answer.sentence)
      offered = answer.tokenIsWrong ? undefined : token
      continue
    }
    dialogue.say(`This is @${answer.bot} in the workspace ${answer.team}.`)
    if (hasEnough(dialogue, app, answer.scopes)) return { token, name: answer.bot, scopes: answer.scopes }
    offered = token
  }
}

/** Says which permissions are missing. Whoever installs the app may refuse the optional ones. */
function hasEnough(dialogue: Dialogue, app: AppManifest, granted: string[] | undefined): boolean {
  const { bot, bot_optional: optional } = app.oauth_config.scopes
  const absent = granted === undefined ? [] : bot.filter((scope) => !granted.includes(scope))
  const missing = absent.filter((scope) => !optional.includes(scope))
  if (missing.length > 0) dialogue.say(missingScopesMessage(missing))
  else if (absent.length > 0) dialogue.say(refusedMessage(absent))
  return missing.length === 0
}

const refusedMessage = (refused: string[]) =>
  `Not granted, and not needed to begin: ${refused.join(', ')}. \`${ourCommand('doctor')}\` says what does not work without them.`

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
  { pattern: /^xoxe\.xoxp-/, name: 'an app-configuration token' },
  { pattern: /^xoxe/, name: 'a token of an app with token rotation, which has to be off' },
  { pattern: /^xox[a-z]-/, name: 'another kind of Slack token' },
  { pattern: /^[0-9a-f]{32}$/, name: 'a secret of the app (signing secret or client secret)' },
  { pattern: /^https?:/, name: 'an address' },
]

export function validateToken(
  text: string,
  prefix: 'xoxb-' | 'xapp-' | typeof configPrefix,
): string | undefined {
  if (/\s/.test(text)) return 'A token has no blanks in it: was more than the token pasted?'
  if (text.startsWith(prefix))
    return text.length > prefix.length + 4 ? undefined : 'This token is cut off: it has only its beginning.'
  const kind = tokenKinds.find(({ pattern }) => pattern.test(text))
  const what = kind === undefined ? 'This does not look like a Slack token' : `This is ${kind.name}`
  return `${what}. The one that is asked for here begins with ${prefix}.`
}
