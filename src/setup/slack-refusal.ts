import { outcomeOf } from '../deliver/outcome.ts'

/** A call that Slack did not do: why, in a sentence for people, and whether the token is what is wrong. */
export type SlackRefusal = { kind: 'refused'; sentence: string; tokenIsWrong: boolean }

/** What Slack's errors mean for somebody who is just entering a token (from the pages of `auth.test` and `apps.connections.open`). */
const tokenErrors: Readonly<Record<string, string>> = {
  invalid_auth: 'Slack does not know this token: it may be cut off, or a new one has replaced it.',
  not_authed: 'Slack does not know this token: it may be cut off.',
  token_revoked: 'This token was revoked: install the app again (Install App) and take the new one.',
  account_inactive:
    'The app was removed from the workspace: install it again (Install App) and take the new token.',
  token_expired: 'This token has expired: switch token rotation off and install the app again.',
  not_allowed_token_type: 'Slack wants another kind of token here: this is not the one that was asked for.',
  missing_scope: 'This token lacks a permission that is needed here.',
}

/** Reads a failed call. `apiUrl` is named where Slack was not reached at all. */
export function toSlackRefusal(error: unknown, apiUrl: string): SlackRefusal {
  const failed = outcomeOf(error, false)
  const known = tokenErrors[failed.reason]
  if (known !== undefined) return createRefusal(`${known} (${failed.reason})`, true)
  if (failed.kind === 'rejected') return createRefusal(`Slack refuses this (${failed.reason}).`, false)
  if (failed.kind === 'deferred' && failed.reason === 'ratelimited')
    return createRefusal(
      `Slack asks for a pause of ${Math.ceil(failed.afterMs / 1000)} s (ratelimited).`,
      false,
    )
  return createRefusal(`Slack does not answer at ${apiUrl} (${failed.reason}). Try again in a moment.`, false)
}

function createRefusal(sentence: string, tokenIsWrong: boolean): SlackRefusal {
  return { kind: 'refused', sentence, tokenIsWrong }
}
