import type { Context } from '../context.ts'
import { type Answer, refuse } from '../wire.ts'

/** Whose token a method takes. */
export type TokenKind = 'bot' | 'app' | 'none'

/** Refuses a call whose token is missing, wrong, revoked or of the wrong kind; undefined: it may go on. */
export function refuseToken(
  context: Context,
  token: string | undefined,
  wanted: TokenKind,
): Answer | undefined {
  const { state } = context
  if (wanted === 'none') return undefined
  if (!token) return refuse('not_authed')
  if (state.revoked.has(token)) return refuse('token_revoked')
  if (token === state.token[wanted]) return undefined
  const isOtherKind = token === state.token.bot || token === state.token.app
  return refuse(isOtherKind ? 'not_allowed_token_type' : 'invalid_auth')
}

/** Refuses a call whose token lacks a scope, in Slack's words; undefined: it has it. */
export function refuseScope(
  context: Context,
  needed: string,
  kind: 'bot' | 'app' = 'bot',
): Answer | undefined {
  const provided = context.state.scopes[kind]
  if (provided.includes(needed)) return undefined
  return refuse('missing_scope', { needed, provided: provided.join(',') })
}
