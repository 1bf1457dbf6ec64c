import { z } from 'zod'
import { visibleChannel } from '../channels.ts'
import { type Canvas, type Context, newId } from '../state.ts'
import { type Answer, refuse } from '../wire.ts'
import { type Args, invalidArguments, jsonArg, type Method, textArg } from './method.ts'

/** Canvases, whose Markdown is kept as sections: https://docs.slack.dev/surfaces/canvases */

const content = z.object({ type: z.literal('markdown'), markdown: z.string() })

const change = z.discriminatedUnion('operation', [
  z.object({ operation: z.enum(['insert_at_start', 'insert_at_end']), document_content: content }),
  z.object({
    operation: z.enum(['insert_before', 'insert_after']),
    section_id: z.string(),
    document_content: content,
  }),
  z.object({ operation: z.literal('replace'), section_id: z.string().optional(), document_content: content }),
  z.object({ operation: z.literal('delete'), section_id: z.string() }),
  z.object({ operation: z.literal('rename'), title_content: content }),
])
type Change = z.infer<typeof change>

const criteria = z.object({
  section_types: z.array(z.enum(['h1', 'h2', 'h3', 'any_header'])).optional(),
  contains_text: z.string().optional(),
})

/** Splits Markdown at empty lines. Each heading is a section of its own. */
function sectionsOf({ state }: Context, markdown: string): Canvas['sections'] {
  const parts = markdown
    .split(/\n{2,}|(?<=^#{1,6} .*)\n|\n(?=#{1,6} )/m)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  return parts.map((text) => ({ id: newId(state, 'temp:C:'), text }))
}

function create(context: Context, args: Args, channel?: string): Answer {
  const given = jsonArg(args, 'document_content')
  const parsed = content.optional().safeParse(given)
  if (!parsed.success) return refuse('canvas_creation_failed')
  const id = newId(context.state, 'F')
  context.state.canvases.set(id, {
    id,
    title: textArg(args, 'title') ?? '',
    sections: sectionsOf(context, parsed.data?.markdown ?? ''),
    access: {},
    ...(channel !== undefined && { channel }),
  })
  return { ok: true, canvas_id: id }
}

export const createCanvas: Method = {
  scopes: ['canvases:write'],
  tier: 2,
  errors: ['canvas_creation_failed', 'channel_not_found'],
  run: (context, args) => {
    const reference = textArg(args, 'channel_id')
    if (reference === undefined) return create(context, args)
    const channel = visibleChannel(context, reference)
    return channel === undefined ? refuse('channel_not_found') : create(context, args, channel.id)
  },
}

/** The canvas of a channel, which has one. */
export const createChannelCanvas: Method = {
  scopes: ['canvases:write'],
  tier: 2,
  required: ['channel_id'],
  errors: ['canvas_creation_failed', 'channel_canvas_already_exists', 'channel_not_found'],
  run: (context, args) => {
    const channel = visibleChannel(context, textArg(args, 'channel_id') ?? '')
    if (channel === undefined) return refuse('channel_not_found')
    const exists = [...context.state.canvases.values()].some((canvas) => canvas.channel === channel.id)
    return exists ? refuse('channel_canvas_already_exists') : create(context, args, channel.id)
  },
}

/** Runs on a canvas that the argument `canvas_id` names. */
const onCanvas =
  (run: (context: Context, canvas: Canvas, args: Args) => Answer): Method['run'] =>
  (context, args) => {
    const canvas = context.state.canvases.get(textArg(args, 'canvas_id') ?? '')
    return canvas === undefined ? refuse('canvas_not_found') : run(context, canvas, args)
  }

/** All changes are made, or none. */
export const editCanvas: Method = {
  scopes: ['canvases:write'],
  tier: 3,
  required: ['canvas_id', 'changes'],
  errors: ['canvas_editing_failed', 'canvas_not_found'],
  run: onCanvas((context, canvas, args) => {
    const changes = z.array(change).min(1).safeParse(jsonArg(args, 'changes'))
    if (!changes.success) return invalidArguments(changes.error.issues.map(({ message }) => message))
    let edited: Canvas | undefined = canvas
    for (const one of changes.data) edited = edited && apply(context, edited, one)
    if (edited === undefined) return refuse('canvas_editing_failed')
    context.state.canvases.set(canvas.id, edited)
    return { ok: true }
  }),
}

/** Undefined: there is no such section. */
function apply(context: Context, canvas: Canvas, edit: Change): Canvas | undefined {
  const { sections } = canvas
  if (edit.operation === 'rename') return { ...canvas, title: edit.title_content.markdown }
  const fresh = edit.operation === 'delete' ? [] : sectionsOf(context, edit.document_content.markdown)
  if (edit.operation === 'insert_at_start') return { ...canvas, sections: [...fresh, ...sections] }
  if (edit.operation === 'insert_at_end') return { ...canvas, sections: [...sections, ...fresh] }
  const wanted = 'section_id' in edit ? edit.section_id : undefined
  if (edit.operation === 'replace' && wanted === undefined) return { ...canvas, sections: fresh }
  const at = sections.findIndex(({ id }) => id === wanted)
  if (at === -1) return undefined
  const start = edit.operation === 'insert_after' ? at + 1 : at
  const removed = edit.operation === 'insert_before' || edit.operation === 'insert_after' ? 0 : 1
  return { ...canvas, sections: sections.toSpliced(start, removed, ...fresh) }
}

export const lookUpSections: Method = {
  scopes: ['canvases:read'],
  tier: 3,
  required: ['canvas_id', 'criteria'],
  errors: ['canvas_not_found'],
  run: onCanvas((_context, canvas, args) => {
    const wanted = criteria.safeParse(jsonArg(args, 'criteria'))
    if (!wanted.success) return invalidArguments(wanted.error.issues.map(({ message }) => message))
    const { section_types: types, contains_text: text } = wanted.data
    const found = canvas.sections.filter(
      (section) =>
        (text === undefined || section.text.includes(text)) &&
        (types === undefined || types.some((type) => isOfType(section.text, type))),
    )
    return { ok: true, sections: found.map(({ id }) => ({ id })) }
  }),
}

function isOfType(text: string, type: string): boolean {
  const level = /^(#{1,6}) /.exec(text)?.[1]?.length
  return type === 'any_header' ? level !== undefined : `h${level}` === type
}

export const deleteCanvas: Method = {
  scopes: ['canvases:write'],
  tier: 3,
  required: ['canvas_id'],
  errors: ['canvas_not_found'],
  run: onCanvas(({ state }, canvas) => {
    state.canvases.delete(canvas.id)
    return { ok: true }
  }),
}

const accessErrors = ['canvas_not_found', 'channel_not_found', 'invalid_parameters', 'user_not_found']

export const setAccess: Method = {
  scopes: ['canvases:write'],
  tier: 3,
  required: ['access_level', 'canvas_id'],
  errors: accessErrors,
  run: onCanvas((context, canvas, args) => {
    const level = textArg(args, 'access_level')
    if (level !== 'read' && level !== 'write' && level !== 'owner') return refuse('invalid_parameters')
    const whom = grantees(context, args)
    if (whom.kind === 'refused') return whom.answer
    const granted = Object.fromEntries(whom.ids.map((id) => [id, level]))
    context.state.canvases.set(canvas.id, { ...canvas, access: { ...canvas.access, ...granted } })
    return { ok: true }
  }),
}

export const deleteAccess: Method = {
  scopes: ['canvases:write'],
  tier: 3,
  required: ['canvas_id'],
  errors: accessErrors,
  run: onCanvas((context, canvas, args) => {
    const whom = grantees(context, args)
    if (whom.kind === 'refused') return whom.answer
    const rest = Object.entries(canvas.access).filter(([id]) => !whom.ids.includes(id))
    context.state.canvases.set(canvas.id, { ...canvas, access: Object.fromEntries(rest) })
    return { ok: true }
  }),
}

type Grantees = { kind: 'ids'; ids: string[] } | { kind: 'refused'; answer: Answer }

/** Either people or channels. */
function grantees(context: Context, args: Args): Grantees {
  const [users, channels] = [listArg(args, 'user_ids'), listArg(args, 'channel_ids')]
  const refused = (code: string): Grantees => ({ kind: 'refused', answer: refuse(code) })
  if ((users.length === 0) === (channels.length === 0)) return refused('invalid_parameters')
  if (users.some((id) => !context.state.people.has(id))) return refused('user_not_found')
  if (channels.some((id) => visibleChannel(context, id) === undefined)) return refused('channel_not_found')
  return { kind: 'ids', ids: [...users, ...channels] }
}

/** A list in JSON, or separated by commas. */
function listArg(args: Args, key: string): string[] {
  const value = jsonArg(args, key) ?? (textArg(args, key) ?? '').split(',')
  return Array.isArray(value) ? value.map(String).filter((one) => one !== '') : []
}
