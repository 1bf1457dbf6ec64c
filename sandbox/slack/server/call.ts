import type { Context } from '../context.ts'
import type { Kept } from '../methods/method.ts'
import { methods } from '../methods/table.ts'
import { type Answer, refuse } from '../wire.ts'
import { refuseScope, refuseToken } from './access.ts'
import { type Reply, tooFast } from './ending.ts'
import { secondsToWait } from './limits.ts'

/** A call of the Web API as it came in, its token apart from its arguments. */
type Call = { method: string; args: Record<string, unknown>; token: string | undefined }

/** Does what a call asks: the method, the token, the scope, the rate, and then the method's own work. */
export function performCall(context: Context, call: Call, kept: Kept): Reply {
  const method = methods.get(call.method)
  if (!method) {
    context.log(`The sandbox workspace does not know the method ${call.method}.`)
    return { status: 200, headers: {}, answer: refuse('unknown_method', { req_method: call.method }) }
  }
  const kind = method.token === 'app' ? 'app' : 'bot'
  const refused =
    refuseToken(context, call.token, method.token) ??
    (method.scope && refuseScope(context, method.scope, kind))
  if (refused) return { status: 200, headers: scopeHeaders(context, kind, method.scope), answer: refused }
  const wait = secondsToWait(context, call.method, method, call.args)
  if (wait > 0) return tooFast(wait)
  const answer: Answer = method.run(context, call.args, kept)
  const headers = method.token === 'none' ? {} : scopeHeaders(context, kind, method.scope)
  return { status: 200, headers, answer }
}

function scopeHeaders(context: Context, kind: 'bot' | 'app', accepted = ''): Record<string, string> {
  const scopes = context.state.scopes[kind].join(',')
  return { 'x-oauth-scopes': scopes, ...(accepted !== '' && { 'x-accepted-oauth-scopes': accepted }) }
}
