import type { IncomingMessage, ServerResponse } from 'node:http'
import { directChannel, visibleChannel } from './channels.ts'
import { isRecord } from './json.ts'
import { addMessage, botMessage } from './messages.ts'
import { type Context, newId, type StoredFile } from './state.ts'
import { type Args, jsonArg, type Method, textArg } from './web-api/method.ts'
import { type Answer, refuse } from './wire.ts'

/** Slack takes files of at most 1 GB (its help page "Add files to Slack"). This workspace keeps them in memory. */
const maxBytes = 50_000_000

/**
 * Step 1. Source of the steps and the codes: https://docs.slack.dev/reference/methods/files.getUploadURLExternal. `filename`
 * and `length` (bytes) are required.
 */
export const getUploadUrl: Method = {
  token: 'bot',
  scope: 'files:write',
  run: (context, args) => {
    const name = textArg(args, 'filename')
    const length = Number(textArg(args, 'length') ?? Number.NaN)
    if (name === undefined || !Number.isInteger(length) || length <= 0) return refuse('invalid_arguments')
    if (length > maxBytes) return refuse('file_upload_size_restricted')
    const id = newId(context.state, 'F')
    context.state.files.set(id, { id, name, length, isShared: false })
    return { ok: true, upload_url: `${context.url()}/upload/v1/${id}`, file_id: id }
  },
}

/**
 * Step 3. Source: https://docs.slack.dev/reference/methods/files.completeUploadExternal. Without `channel_id` the file stays
 * private. A file that was not uploaded, or is shared already, is `file_not_found`.
 */
export const completeUpload: Method = {
  token: 'bot',
  scope: 'files:write',
  run: (context, args) => {
    const given = jsonArg(args, 'files')
    if (!Array.isArray(given) || given.length === 0) return refuse('invalid_arguments')
    const files = given.map((one: unknown) =>
      isRecord(one) && typeof one.id === 'string' ? uploaded(context, one.id) : undefined,
    )
    if (!files.every((file) => file !== undefined)) return refuse('file_not_found')
    const shared = files.map((file) => fileJson(context, file))
    const refusal = share(context, args, shared)
    if (refusal !== undefined) return refusal
    for (const file of files) file.isShared = true
    return { ok: true, files: shared }
  },
}

function uploaded({ state }: Context, id: string): (StoredFile & { bytes: Buffer }) | undefined {
  const file = state.files.get(id)
  return file?.bytes === undefined || file.isShared ? undefined : Object.assign(file, { bytes: file.bytes })
}

/** Posts the message with the files. Returns Slack's refusal. */
function share(context: Context, args: Args, files: ReturnType<typeof fileJson>[]): Answer | undefined {
  const reference = textArg(args, 'channel_id')
  if (reference === undefined) return undefined
  const person = context.state.people.get(reference)
  const channel =
    person === undefined ? visibleChannel(context, reference) : directChannel(context, person.id).channel
  if (channel === undefined) return refuse('channel_not_found')
  if (!channel.botIsMember) return refuse('not_in_channel')
  if (channel.isArchived) return refuse('is_archived')
  addMessage(context, channel.id, {
    ...botMessage(context, { text: textArg(args, 'initial_comment') ?? '' }),
    files,
  })
  return undefined
}

function fileJson(context: Context, { id, name, bytes }: StoredFile & { bytes: Buffer }) {
  const url = `${context.url()}/files/${id}`
  const filetype = name.split('.').at(-1) ?? ''
  return { id, name, title: name, filetype, size: bytes.length, url_private: url, permalink: url }
}

/** Step 2, without a token: takes the bytes at the upload address once. Also shows a file that was uploaded. */
export async function serveFile(
  { state }: Context,
  request: IncomingMessage,
  response: ServerResponse,
  { id, isUpload }: { id: string; isUpload: boolean },
): Promise<void> {
  const file = state.files.get(id)
  const isExpected = isUpload
    ? request.method === 'POST' && file?.bytes === undefined
    : file?.bytes !== undefined
  if (file === undefined || !isExpected) return void response.writeHead(404).end('Not found\n')
  if (!isUpload) {
    const disposition = `attachment; filename="${file.name.replaceAll(/[^\w.-]/g, '_')}"`
    const type = 'application/octet-stream'
    return void response
      .writeHead(200, { 'content-type': type, 'content-disposition': disposition })
      .end(file.bytes)
  }
  const bytes = await fileIn(request.headers['content-type'] ?? '', await readBytes(request, maxBytes))
  if (bytes.length !== file.length) return void response.writeHead(400).end('The length differs\n')
  file.bytes = bytes
  response.writeHead(200, { 'content-type': 'text/plain' }).end(`OK - ${bytes.length}`)
}

/** "Files can be sent as raw bytes or can be multipart form encoded" (files.getUploadURLExternal). */
async function fileIn(type: string, body: Buffer): Promise<Buffer> {
  if (!type.startsWith('multipart/form-data')) return body
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData()
  const [part] = form.values()
  return part instanceof Blob ? Buffer.from(await part.arrayBuffer()) : Buffer.from(part ?? '')
}

/** Throws if the request's body is larger than `limit` bytes. */
export async function readBytes(request: IncomingMessage, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk)
    size += bytes.length
    if (size > limit) throw new Error(`The request body is larger than ${limit} bytes`)
    chunks.push(bytes)
  }
  return Buffer.concat(chunks)
}
