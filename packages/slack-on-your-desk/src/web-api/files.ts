import { directChannel, visibleChannel } from '../channels.ts'
import type { Channel } from '../events.ts'
import { maxFileBytes } from '../file-server.ts'
import { isRecord, stringAt } from '../json.ts'
import { addMessage, botMessage, replaceMessage, storedIn } from '../messages.ts'
import { type Context, newId, type StoredFile } from '../state.ts'
import { type Answer, type Message, refuse } from '../wire.ts'
import { isAttachedFile } from './attached-file.ts'
import { type Args, jsonArg, type Method, textArg } from './method.ts'

/**
 * Step 1. Source of the steps and the codes: https://docs.slack.dev/reference/methods/files.getUploadURLExternal. `filename`
 * and `length` (bytes) are required.
 */
export const getUploadUrl: Method = {
  scopes: ['files:write'],
  tier: 4,
  required: ['filename', 'length'],
  errors: ['file_upload_size_restricted'],
  run: (context, args, { caller }) => {
    const name = textArg(args, 'filename')
    const length = Number(textArg(args, 'length') ?? Number.NaN)
    if (name === undefined || !Number.isInteger(length) || length <= 0) return refuse('invalid_arguments')
    if (length > maxFileBytes) return refuse('file_upload_size_restricted')
    const { id } = newFile(context, { name, length, user: caller.user })
    return { ok: true, upload_url: `${context.url()}/upload/v1/${id}`, file_id: id }
  },
}

function newFile(
  { state, clock }: Context,
  file: Pick<StoredFile, 'name' | 'length' | 'user'> & Partial<StoredFile>,
): StoredFile {
  const id = newId(state, 'F')
  const created = Math.floor(clock.now() / 1000)
  const stored = { id, title: file.name, created, isShared: false, ...file }
  state.files.set(id, stored)
  return stored
}

/**
 * Step 3. Source: https://docs.slack.dev/reference/methods/files.completeUploadExternal. Without `channel_id` the file stays
 * private. A file that was not uploaded, or is shared already, is `file_not_found`.
 */
export const completeUpload: Method = {
  scopes: ['files:write'],
  tier: 4,
  required: ['files'],
  errors: ['channel_not_found', 'file_not_found', 'is_archived', 'not_in_channel'],
  run: (context, args) => {
    const given = jsonArg(args, 'files')
    if (!Array.isArray(given) || given.length === 0) return refuse('invalid_arguments')
    const files = given.map((one: unknown) => (isRecord(one) ? uploaded(context, one) : undefined))
    if (!files.every((file) => file !== undefined)) return refuse('file_not_found')
    const places =
      args.channel_id === undefined ? knownPlaces(context, args) : placesIn(context, args, 'channel_id')
    if (places.kind === 'refused') return places.answer
    share(context, args, files, places.channels)
    return { ok: true, files: files.map((file) => fileJson(context, file)) }
  },
}

/** The file after its second step, with the title that the third step gives it. */
function uploaded({ state }: Context, given: Record<string, unknown>): StoredFile | undefined {
  const file = state.files.get(stringAt(given, 'id') ?? '')
  if (file?.bytes === undefined || file.isShared) return undefined
  return Object.assign(file, { title: stringAt(given, 'title') ?? file.name })
}

type Places = { kind: 'channels'; channels: Channel[] } | { kind: 'refused'; answer: Answer }

/** The channels in an argument, separated by commas, if the bot may write to all of them. */
function placesIn(context: Context, args: Args, key: string): Places {
  const references = (textArg(args, key) ?? '').split(',')
  const channels: Channel[] = []
  for (const reference of references.filter((one) => one !== '')) {
    const person = context.state.people.get(reference)
    const channel =
      person === undefined ? visibleChannel(context, reference) : directChannel(context, person.id).channel
    if (channel === undefined) return { kind: 'refused', answer: refuse('channel_not_found') }
    if (!channel.botIsMember) return { kind: 'refused', answer: refuse('not_in_channel') }
    if (channel.isArchived) return { kind: 'refused', answer: refuse('is_archived') }
    channels.push(channel)
  }
  return { kind: 'channels', channels }
}

/**
 * The channels in the argument `channels` of `files.completeUploadExternal`. Ids that do not exist are skipped: Slack's own tests of its SDK for
 * Python pass there with the letters of an id (`C,0,1,…`).
 */
function knownPlaces(context: Context, args: Args): Places {
  const isKnown = (id: string) => context.state.people.has(id) || visibleChannel(context, id) !== undefined
  const channels = (textArg(args, 'channels') ?? '').split(',').filter(isKnown).join(',')
  return placesIn(context, { channels }, 'channels')
}

/** Posts a message with the files to each channel. */
function share(context: Context, args: Args, files: StoredFile[], channels: Channel[]): void {
  for (const file of files) file.isShared = true
  for (const { id } of channels)
    addMessage(context, id, {
      ...botMessage(context, {
        text: textArg(args, 'initial_comment') ?? '',
        ...(textArg(args, 'thread_ts') !== undefined && { thread_ts: textArg(args, 'thread_ts') ?? '' }),
      }),
      files: files.map((file) => fileJson(context, file)),
    })
}

/**
 * Slack ended `files.upload` on 12 November 2025: https://docs.slack.dev/changelog/2024-04-a-better-way-to-upload-files-is-here-to-stay. With
 * the option `legacyUploads` it works as before, for old apps and their tests.
 */
export const legacyUpload: Method = {
  scopes: ['files:write'],
  tier: 2,
  errors: ['channel_not_found', 'invalid_channel', 'is_archived', 'no_file_data', 'not_in_channel'],
  run: (context, args, { caller }) => {
    if (!context.seed.legacyUploads) return refuse('method_deprecated')
    const given = isAttachedFile(args.file) ? args.file : undefined
    const content = textArg(args, 'content')
    const bytes = given?.bytes ?? (content === undefined ? undefined : Buffer.from(content))
    if (bytes === undefined) return refuse('no_file_data')
    const places = placesIn(context, args, 'channels')
    if (places.kind === 'refused') return places.answer
    const name = textArg(args, 'filename') ?? given?.name ?? 'Untitled'
    const title = textArg(args, 'title') ?? name
    const file = newFile(context, { name, title, length: bytes.length, bytes, user: caller.user })
    share(context, args, [file], places.channels)
    return { ok: true, file: fileJson(context, file) }
  },
}

/** Runs on a file that the argument `file` names. */
const onFile =
  (run: (context: Context, file: StoredFile, args: Args) => Answer): Method['run'] =>
  (context, args) => {
    const file = context.state.files.get(textArg(args, 'file') ?? '')
    return file?.bytes === undefined ? refuse('file_not_found') : run(context, file, args)
  }

export const fileInfo: Method = {
  scopes: ['files:read'],
  tier: 4,
  required: ['file'],
  errors: ['file_not_found'],
  run: onFile((context, file) => ({
    ok: true,
    file: fileJson(context, file),
    comments: [],
    response_metadata: { next_cursor: '' },
  })),
}

/** The newest first. Slack still pages this list by numbers. */
export const listFiles: Method = {
  scopes: ['files:read'],
  tier: 3,
  errors: ['user_not_found'],
  run: (context, args) => {
    const [user, channel] = [textArg(args, 'user'), textArg(args, 'channel')]
    if (user !== undefined && !context.state.people.has(user)) return refuse('user_not_found')
    const files = [...context.state.files.values()]
      .filter(({ bytes }) => bytes !== undefined)
      .filter((file) => user === undefined || file.user === user)
      .filter((file) => channel === undefined || channelsOf(context, file).includes(channel))
      .toReversed()
    const [count, number] = [Number(textArg(args, 'count') ?? 100), Number(textArg(args, 'page') ?? 1)]
    const shown = files.slice((number - 1) * count, number * count)
    const pages = Math.max(1, Math.ceil(files.length / count))
    return {
      ok: true,
      files: shown.map((file) => fileJson(context, file)),
      paging: { count, total: files.length, page: number, pages },
    }
  },
}

export const deleteFile: Method = {
  scopes: ['files:write'],
  tier: 3,
  required: ['file'],
  errors: ['cant_delete_file', 'file_not_found'],
  run: onFile((context, file) => {
    if (file.user !== context.state.bot.userId) return refuse('cant_delete_file')
    for (const id of channelsOf(context, file))
      for (const { message } of [...storedIn(context, id)])
        if (message.files?.some((one) => one.id === file.id))
          replaceMessage(context, id, withoutFile(message, file.id))
    context.state.files.delete(file.id)
    return { ok: true }
  }),
}

/** Makes a file public, or ends that. */
const setPublic = (isPublic: boolean) =>
  onFile((context, file) => ({ ok: true, file: fileJson(context, Object.assign(file, { isPublic })) }))

/** Only people may do this. */
export const publishFile: Method = {
  tokens: ['user'],
  scopes: ['files:write'],
  tier: 3,
  required: ['file'],
  errors: ['file_not_found'],
  run: setPublic(true),
}

export const unpublishFile: Method = {
  tokens: ['bot', 'user'],
  scopes: ['files:write'],
  tier: 3,
  required: ['file'],
  errors: ['file_not_found'],
  run: setPublic(false),
}

function withoutFile(message: Message, id: string): Message {
  const { files = [], ...rest } = message
  const others = files.filter((one) => one.id !== id)
  return others.length === 0 ? rest : { ...rest, files: others }
}

/** The ids of the channels with messages that show a file. */
function channelsOf(context: Context, { id }: StoredFile): string[] {
  return [...context.state.channels.keys()].filter((channel) =>
    storedIn(context, channel).some(({ message }) => message.files?.some((one) => one.id === id)),
  )
}

const mimeTypes: Record<string, string> = {
  csv: 'text/csv',
  gif: 'image/gif',
  jpg: 'image/jpeg',
  json: 'application/json',
  md: 'text/markdown',
  pdf: 'application/pdf',
  png: 'image/png',
  py: 'text/x-python',
  text: 'text/plain',
  ts: 'text/x-typescript',
  txt: 'text/plain',
}

/** The first characters of a text, as Slack shows them below a message. */
const previewLength = 500

function fileJson(context: Context, file: StoredFile) {
  const url = `${context.url()}/files/${file.id}`
  const filetype = file.name.includes('.') ? (file.name.split('.').at(-1) ?? '').toLowerCase() : 'text'
  const mimetype = mimeTypes[filetype] ?? 'application/octet-stream'
  const bytes = file.bytes ?? Buffer.alloc(0)
  const isText = mimetype.startsWith('text/')
  return {
    id: file.id,
    created: file.created,
    timestamp: file.created,
    name: file.name,
    title: file.title,
    mimetype,
    filetype,
    pretty_type: filetype.toUpperCase(),
    user: file.user,
    user_team: context.seed.team.id,
    editable: isText,
    size: bytes.length,
    mode: isText ? 'snippet' : 'hosted',
    is_external: false,
    is_public: true,
    public_url_shared: file.isPublic === true,
    ...(file.isPublic && { permalink_public: url }),
    url_private: url,
    url_private_download: url,
    permalink: url,
    channels: channelsOf(context, file),
    groups: [],
    ims: [],
    ...(isText && { preview: bytes.toString('utf8').slice(0, previewLength) }),
  }
}
