import type { MentionServiceError } from '../mentions/error.ts'
import type { Alert } from '../model/alert.ts'
import { askSecret } from './ask-secret.ts'
import { askUntilValid, type Dialogue } from './dialogue.ts'
import { fitsEnvFile } from './env-file.ts'

/** What came of asking the service for its alerts. */
export type ListAlertsResult =
  | { kind: 'listed'; alerts: Alert[] }
  | { kind: 'refused'; error: MentionServiceError }

/** Asks the service at an address, with a token, for its alerts; rejects only where the setup was ended meanwhile. */
export type ListAlerts = (url: string, token: string, signal: AbortSignal) => Promise<ListAlertsResult>

/** A service that answers. */
type ReachedService = { url: string; token: string; alerts: Alert[] }

/** Asks for address and access token until the service lists its alerts; `known` are those from before. */
export async function askMentionService(
  dialogue: Dialogue,
  listAlerts: ListAlerts,
  known: { url: string | undefined; token: string | undefined },
): Promise<ReachedService> {
  for (let offered = known; ; ) {
    const url = await askAddress(dialogue, offered.url)
    const token = await askSecret(
      dialogue,
      { text: 'Access token', known: offered.token },
      validateAccessToken,
    )
    dialogue.say('Asking the mention service …')
    const answer = await listAlerts(url, token, dialogue.interrupted)
    if (answer.kind === 'listed') {
      dialogue.say(
        `It answers, and has ${answer.alerts.length === 1 ? 'one alert' : `${answer.alerts.length} alerts`}.`,
      )
      return { url, token, alerts: answer.alerts }
    }
    const { error } = answer
    dialogue.say(`${error.message}${error.detail === undefined ? '' : ` It says: ${error.detail}`}`)
    offered = { url, token: error.kind === 'unauthorized' ? undefined : token }
  }
}

async function askAddress(dialogue: Dialogue, offered: string | undefined): Promise<string> {
  const question = { text: 'Base URL (without /v1.0)', ...(offered && { enter: offered, shown: offered }) }
  const address = await askUntilValid(dialogue, question, validateAddress)
  return address.replace(/\/+$/, '').replace(/\/v1\.0$/, '')
}

function validateAccessToken(token: string): string | undefined {
  return /\s/.test(token) || !fitsEnvFile(token)
    ? 'An access token has no blanks in it: was more than the token pasted?'
    : undefined
}

function validateAddress(text: string): string | undefined {
  if (!/^https?:\/\//i.test(text)) return 'An address begins with https:// (or http://).'
  if (!URL.canParse(text) || !fitsEnvFile(text)) return 'This is not a complete address.'
  const { search, hash } = new URL(text)
  return search || hash ? 'Give the address only, without what follows a ? or a #.' : undefined
}
