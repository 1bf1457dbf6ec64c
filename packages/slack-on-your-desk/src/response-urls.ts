import {
  addEphemeral,
  addMessage,
  botMessage,
  editedMessage,
  findEphemeral,
  findMessage,
  removeEphemeral,
  removeMessage,
  replaceEphemeral,
  replaceMessage,
} from './messages.ts'
import { type Context, newId, type ResponseUrl } from './state.ts'
import { readContent, readMetadata } from './web-api/chat.ts'
import type { Reply } from './web-api/faults.ts'
import { type Args, flagArg, type StorageFaults, textArg } from './web-api/method.ts'
import { type Answer, type Message, refuse } from './wire.ts'

/** A response_url works five times within thirty minutes (Slack's documentation). */
const maxUses = 5
const lifeMs = 30 * 60_000

/** Creates a response_url for a user's action in a channel, perhaps on a message. */
export function issueResponseUrl(
  context: Context,
  place: Pick<ResponseUrl, 'user' | 'channel' | 'original'>,
): string {
  const id = newId(context.state, 'response-')
  context.state.responseUrls.set(id, { ...place, issuedAt: context.clock.now(), uses: 0 })
  return `${context.url()}/response/${id}`
}

/** Handles a request to a response_url. */
export function useResponseUrl(context: Context, id: string, args: Args, storage: StorageFaults): Reply {
  const place = context.state.responseUrls.get(id)
  if (!place) return refusedReply(404, 'no_active_hooks')
  if (context.clock.now() - place.issuedAt > lifeMs) return refusedReply(404, 'expired_url')
  if (place.uses >= maxUses) return refusedReply(404, 'used_url')
  place.uses += 1
  const answer = respond(context, place, args, storage)
  return { status: answer.ok ? 200 : 400, headers: {}, answer }
}

/** Shows an answer to the user's action. It also shows the acknowledgement of a command. */
export function respond(context: Context, place: ResponseUrl, args: Args, storage: StorageFaults): Answer {
  if (flagArg(args, 'delete_original')) return deleteOriginal(context, place)
  const content = readContent(context, args)
  if (content.kind === 'refused') return content.answer
  const metadata = readMetadata(args)
  if (metadata.kind === 'refused') return metadata.answer
  const thread = textArg(args, 'thread_ts')
  const message = botMessage(context, {
    text: content.text,
    blocks: content.blocks,
    ...(thread && { thread_ts: thread }),
    ...(metadata.kind === 'some' && !storage.dropMetadata && { metadata: metadata.metadata }),
  })
  if (flagArg(args, 'replace_original') && place.original) return replaceOriginal(context, place, message)
  if (args.response_type === 'in_channel') addMessage(context, place.channel, message, storage.lagMs)
  else addEphemeral(context, { channel: place.channel, user: place.user, message })
  return { ok: true }
}

function replaceOriginal(context: Context, place: ResponseUrl, message: Message): Answer {
  const { ts, ephemeral } = place.original ?? { ts: '', ephemeral: false }
  const shown = ephemeral ? findEphemeral(context, place.channel, place.user, ts) : undefined
  const thread = shown?.message.thread_ts
  if (shown) replaceEphemeral(context, shown, { ...message, ts, ...(thread && { thread_ts: thread }) })
  const old = ephemeral ? undefined : findMessage(context, place.channel, ts)
  if (old) replaceMessage(context, place.channel, editedMessage(context, old, message))
  return shown || old ? { ok: true } : refuse('message_not_found')
}

function deleteOriginal(context: Context, place: ResponseUrl): Answer {
  const ts = place.original?.ts ?? ''
  const shown = findEphemeral(context, place.channel, place.user, ts)
  if (shown) removeEphemeral(context, shown)
  const old = findMessage(context, place.channel, ts)
  if (old) removeMessage(context, place.channel, old)
  return shown || old ? { ok: true } : refuse('message_not_found')
}

function refusedReply(status: number, error: string): Reply {
  return { status, headers: {}, answer: refuse(error) }
}
