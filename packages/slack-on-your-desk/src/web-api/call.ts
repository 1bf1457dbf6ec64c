import type { CallRecord } from '../events.ts'
import type { TokenKind } from '../options.ts'
import { type Context, maxRecords } from '../state.ts'
import { type Answer, refuse } from '../wire.ts'
import { type CallOutcome, type Reply, rateLimited } from './faults.ts'
import { checkToken, type Method, refuseMissing, refuseScope, type StorageFaults } from './method.ts'
import { methods } from './methods.ts'
import { secondsToWait } from './rate-limits.ts'

type Call = { method: string; args: Record<string, unknown>; token: string | undefined }

/** Checks the method, the token, the scope, the rate limit and the required arguments, in this order, then runs the method. */
export function performCall(context: Context, call: Call, storage: StorageFaults): Reply {
  const method = methods.get(call.method)
  if (!method) {
    context.log(`The embedded Slack has no method ${call.method}.`)
    return { status: 200, headers: {}, answer: refuse('unknown_method', { req_method: call.method }) }
  }
  const token = checkToken(context, call.token, method.tokens)
  const kind = token.kind === 'valid' ? token.caller.kind : (method.tokens?.[0] ?? 'bot')
  const headers = method.tokens?.length === 0 ? {} : scopeHeaders(context, kind, method)
  const answered = (answer: Answer): Reply => ({ status: 200, headers, answer })
  if (token.kind === 'refused') return answered(token.answer)
  const scopes = scopesOf(method, kind)
  const refused = scopes.length === 1 ? refuseScope(context, scopes, kind) : undefined
  if (refused) return answered(refused)
  const wait = secondsToWait(context, call.method, method, call.args)
  if (wait > 0) return rateLimited(wait)
  const answer =
    refuseMissing(call.args, method.required) ??
    method.run(context, call.args, { ...storage, caller: token.caller })
  reportUndocumented(context, call.method, method, answer)
  return answered(answer)
}

const scopesOf = (method: Method, kind: TokenKind): readonly string[] =>
  (kind === 'user' ? method.userScopes : undefined) ?? method.scopes ?? []

function scopeHeaders(context: Context, kind: TokenKind, method: Method): Record<string, string> {
  const accepted = scopesOf(method, kind)
  return {
    'x-oauth-scopes': context.state.scopes[kind].join(','),
    ...(accepted.length > 0 && { 'x-accepted-oauth-scopes': accepted.join(',') }),
  }
}

/** Error codes that any method can answer with (the part "Errors" of each reference page). */
export const commonErrors: readonly string[] = [
  'internal_error',
  'invalid_arguments',
  'method_deprecated',
  'missing_scope',
]

export const undeclaredError = 'which it does not declare.'

/** An answer with a code that the method does not declare is a mistake of this workspace, which its tests find by this line. */
function reportUndocumented(context: Context, name: string, { errors = [] }: Method, answer: Answer): void {
  if (
    answer.ok ||
    commonErrors.includes(answer.error) ||
    errors.includes(answer.error) ||
    errors.includes('*')
  )
    return
  context.log(`${name} answered with ${answer.error}, ${undeclaredError}`)
}

/** Records a call and its outcome, without the token. */
export function recordCall(
  context: Context,
  call: { method: string; args: Record<string, unknown> },
  at: number,
  ending: CallOutcome,
): void {
  const { token: _token, ...args } = call.args
  const reply = ending.kind === 'answered' ? ending.reply : ending.unsent
  const record: CallRecord = {
    id: (context.state.calls.at(-1)?.id ?? 0) + 1,
    method: call.method,
    args,
    at,
    endedAt: context.clock.now(),
    ending: ending.kind,
    status: ending.kind === 'answered' ? ending.reply.status : 0,
    answer: reply?.answer ?? null,
  }
  context.state.calls.push(record)
  if (context.state.calls.length > maxRecords) context.state.calls.shift()
  context.emit({ type: 'call', call: record })
}
