import type { CallRecord } from '../events.ts'
import { completeUpload, getUploadUrl } from '../files.ts'
import { type Context, maxRecords } from '../state.ts'
import { type Answer, refuse } from '../wire.ts'
import { deleteMessage, getPermalink, postEphemeral, postMessage, updateMessage } from './chat.ts'
import {
  channelInfo,
  channelMembers,
  joinChannel,
  listChannels,
  openDirect,
  userConversations,
} from './conversations.ts'
import { type CallOutcome, type Reply, rateLimited } from './faults.ts'
import { history, replies } from './history.ts'
import { type Method, refuseScope, refuseToken, type StorageFaults } from './method.ts'
import { secondsToWait } from './rate-limits.ts'
import { authTest, botInfo, botReaction, listUsers, openConnection, userInfo } from './users.ts'
import { openView, publishView, pushView, updateView, validateBlocks } from './views.ts'

type Call = { method: string; args: Record<string, unknown>; token: string | undefined }

/** Checks the method, the token, the scope and the rate limit, in this order, then runs the method. */
export function performCall(context: Context, call: Call, storage: StorageFaults): Reply {
  const method = methods.get(call.method)
  if (!method) {
    context.log(`The embedded Slack has no method ${call.method}.`)
    return { status: 200, headers: {}, answer: refuse('unknown_method', { req_method: call.method }) }
  }
  const kind = method.token === 'app' ? 'app' : 'bot'
  const refused =
    refuseToken(context, call.token, method.token) ??
    (method.scope && refuseScope(context, method.scope, kind))
  if (refused) return { status: 200, headers: scopeHeaders(context, kind, method.scope), answer: refused }
  const wait = secondsToWait(context, call.method, method, call.args)
  if (wait > 0) return rateLimited(wait)
  const answer: Answer = method.run(context, call.args, storage)
  const headers = method.token === 'none' ? {} : scopeHeaders(context, kind, method.scope)
  return { status: 200, headers, answer }
}

function scopeHeaders(context: Context, kind: 'bot' | 'app', accepted = ''): Record<string, string> {
  const scopes = context.state.scopes[kind].join(',')
  return { 'x-oauth-scopes': scopes, ...(accepted !== '' && { 'x-accepted-oauth-scopes': accepted }) }
}

const methods: ReadonlyMap<string, Method> = new Map(
  Object.entries({
    'auth.test': authTest,
    'apps.connections.open': openConnection,
    'chat.postMessage': postMessage,
    'chat.update': updateMessage,
    'chat.delete': deleteMessage,
    'chat.postEphemeral': postEphemeral,
    'chat.getPermalink': getPermalink,
    'conversations.list': listChannels,
    'conversations.info': channelInfo,
    'conversations.history': history,
    'conversations.replies': replies,
    'conversations.join': joinChannel,
    'conversations.open': openDirect,
    'conversations.members': channelMembers,
    'users.conversations': userConversations,
    'users.info': userInfo,
    'users.list': listUsers,
    'reactions.add': botReaction(false),
    'reactions.remove': botReaction(true),
    'bots.info': botInfo,
    'files.getUploadURLExternal': getUploadUrl,
    'files.completeUploadExternal': completeUpload,
    'views.open': openView,
    'views.push': pushView,
    'views.update': updateView,
    'views.publish': publishView,
    'blocks.validate': validateBlocks,
  }),
)

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
