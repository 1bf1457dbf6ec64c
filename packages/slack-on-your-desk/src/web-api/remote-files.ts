import { visibleChannel } from '../channels.ts'
import { addMessage, botMessage } from '../messages.ts'
import { type Context, newId, type RemoteFile } from '../state.ts'
import { type Answer, refuse } from '../wire.ts'
import { isAttachedFile } from './attached-file.ts'
import { type Args, type Method, pageOf, textArg } from './method.ts'

/** Files of other services, which blocks of the type `file` show: https://docs.slack.dev/messaging/working-with-files#remote */

export const addRemoteFile: Method = {
  scopes: ['remote_files:write'],
  tier: 2,
  required: ['external_id', 'external_url', 'title'],
  errors: ['bad_title', 'invalid_external_id'],
  run: (context, args, { caller }) => {
    const [externalId, title] = [textArg(args, 'external_id'), textArg(args, 'title')]
    if (externalId === undefined) return refuse('invalid_external_id')
    if (title === undefined) return refuse('bad_title')
    const { state, clock } = context
    const known = [...state.remoteFiles.values()].find((one) => one.externalId === externalId)
    const file: RemoteFile = {
      id: known?.id ?? newId(state, 'F'),
      externalId,
      url: textArg(args, 'external_url') ?? '',
      title,
      filetype: textArg(args, 'filetype') ?? '',
      hasPreview: isAttachedFile(args.preview_image),
      user: caller.user,
      created: Math.floor(clock.now() / 1000),
    }
    state.remoteFiles.set(file.id, file)
    return { ok: true, file: remoteJson(context, file) }
  },
}

/** Runs on a file that the argument `file` or `external_id` names, not both. */
const onRemoteFile =
  (run: (context: Context, file: RemoteFile, args: Args) => Answer): Method['run'] =>
  (context, args) => {
    const [id, externalId] = [textArg(args, 'file'), textArg(args, 'external_id')]
    if (id !== undefined && externalId !== undefined) return refuse('too_many_ids')
    if (id === undefined && externalId === undefined) return refuse('invalid_args')
    const file = [...context.state.remoteFiles.values()].find(
      (one) => one.id === id || one.externalId === externalId,
    )
    return file === undefined ? refuse('file_not_found') : run(context, file, args)
  }

const foundErrors = ['file_not_found', 'invalid_args', 'too_many_ids']

export const remoteFileInfo: Method = {
  scopes: ['remote_files:read'],
  tier: 2,
  errors: foundErrors,
  run: onRemoteFile((context, file) => ({ ok: true, file: remoteJson(context, file) })),
}

export const updateRemoteFile: Method = {
  scopes: ['remote_files:write'],
  tier: 2,
  errors: foundErrors,
  run: onRemoteFile((context, file, args) => {
    const changed = {
      ...file,
      url: textArg(args, 'external_url') ?? file.url,
      title: textArg(args, 'title') ?? file.title,
      filetype: textArg(args, 'filetype') ?? file.filetype,
      hasPreview: file.hasPreview || isAttachedFile(args.preview_image),
    }
    context.state.remoteFiles.set(file.id, changed)
    return { ok: true, file: remoteJson(context, changed) }
  }),
}

export const removeRemoteFile: Method = {
  scopes: ['remote_files:write'],
  tier: 2,
  errors: foundErrors,
  run: onRemoteFile(({ state }, file) => {
    state.remoteFiles.delete(file.id)
    return { ok: true }
  }),
}

export const shareRemoteFile: Method = {
  scopes: ['remote_files:share'],
  tier: 2,
  required: ['channels'],
  errors: ['channel_not_found', 'not_in_channel', ...foundErrors],
  run: onRemoteFile((context, file, args) => {
    const channels = (textArg(args, 'channels') ?? '').split(',').map((id) => visibleChannel(context, id))
    if (!channels.every((channel) => channel !== undefined)) return refuse('channel_not_found')
    if (!channels.every(({ botIsMember }) => botIsMember)) return refuse('not_in_channel')
    for (const { id } of channels)
      addMessage(context, id, {
        ...botMessage(context, { text: '' }),
        files: [{ ...remoteJson(context, file), size: 0 }],
      })
    return { ok: true, file: remoteJson(context, file) }
  }),
}

export const listRemoteFiles: Method = {
  scopes: ['remote_files:read'],
  tier: 2,
  errors: ['invalid_cursor', 'invalid_limit'],
  run: (context, args) => {
    const page = pageOf([...context.state.remoteFiles.values()], ({ id }) => id, args, { most: 1000 })
    if (page.kind === 'refused') return page.answer
    return {
      ok: true,
      files: page.items.map((file) => remoteJson(context, file)),
      response_metadata: { next_cursor: page.nextCursor },
    }
  },
}

function remoteJson({ seed }: Context, file: RemoteFile) {
  return {
    id: file.id,
    created: file.created,
    timestamp: file.created,
    name: file.title,
    title: file.title,
    mimetype: '',
    filetype: file.filetype === '' ? 'remote' : file.filetype,
    pretty_type: 'Remote',
    user: file.user,
    editable: false,
    mode: 'external',
    is_external: true,
    external_type: 'app',
    external_id: file.externalId,
    external_url: file.url,
    app_id: seed.bot.appId,
    has_rich_preview: file.hasPreview,
    url_private: file.url,
    permalink: file.url,
  }
}
