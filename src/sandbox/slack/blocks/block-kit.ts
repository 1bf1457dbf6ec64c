/** Blocks, and which of them stand where: https://docs.slack.dev/reference/block-kit/blocks, one page for each block. */
import { z } from 'zod'
import { isRecord } from '../json.ts'
import { anyText, flag, identifier, plainText, textObjects } from './composition.ts'
import { chart } from './data-blocks.ts'
import {
  accessories,
  filledIn,
  hasOneSource,
  image,
  notOneSource,
  pictureFields,
  pressed,
} from './elements.ts'
import { richText } from './rich-text.ts'
import { fault, list, type Problem, problem, problemsOf, text } from './schema.ts'

const identified = { block_id: identifier.optional() }

const section = z
  .strictObject({
    type: z.literal('section'),
    text: anyText(3000).optional(),
    fields: list(anyText(2000), 10).optional(),
    accessory: z.discriminatedUnion('type', [...accessories]).optional(),
    expand: flag,
    ...identified,
  })
  .refine(
    (block) => block.text !== undefined || block.fields !== undefined,
    fault('missing_field', 'must provide text or fields'),
  )

/** Blocks that stand in messages, modals and home tabs. */
const everywhere = [
  section,
  z.strictObject({ type: z.literal('header'), text: plainText(150), ...identified }),
  z.strictObject({ type: z.literal('divider'), ...identified }),
  z.strictObject({
    type: z.literal('context'),
    elements: list(z.discriminatedUnion('type', [...textObjects(3000), image]), 10),
    ...identified,
  }),
  z.strictObject({
    type: z.literal('actions'),
    elements: list(z.discriminatedUnion('type', [...pressed]), 25),
    ...identified,
  }),
  z
    .strictObject({ ...pictureFields, title: plainText(2000).optional(), ...identified })
    .refine(hasOneSource, notOneSource),
  richText,
  z.strictObject({
    type: z.literal('input'),
    label: plainText(2000),
    element: z.discriminatedUnion('type', [...filledIn]),
    hint: plainText(2000).optional(),
    optional: flag,
    dispatch_action: flag,
    ...identified,
  }),
] as const

/** Slack's API refuses a third chart in a message (seen in trials; its reference does not say so). */
const mostCharts = 2

const inMessages = z.discriminatedUnion('type', [...everywhere, chart])
const inViews = z.discriminatedUnion('type', [...everywhere])

type AnyBlock = z.infer<typeof inMessages>

/** Where blocks can stand, and how many: 50 in a message, 100 in a view. */
const surfaces = {
  message: list(inMessages, 50, 0).superRefine(checkTogether),
  modal: list(inViews, 100, 0).superRefine(checkTogether),
  home: list(inViews, 100, 0).superRefine(checkTogether),
}

const sharedByViews = {
  blocks: z.unknown(),
  callback_id: text(255).optional(),
  private_metadata: text(3000).optional(),
  external_id: text(255).optional(),
  clear_on_close: flag,
  notify_on_close: flag,
}

/** A view without its blocks: https://docs.slack.dev/reference/views */
const viewFrame = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('modal'),
    title: plainText(24),
    submit: plainText(24).optional(),
    close: plainText(24).optional(),
    submit_disabled: flag,
    ...sharedByViews,
  }),
  z.strictObject({ type: z.literal('home'), ...sharedByViews }),
])

/** Checks a list of blocks: each for itself, then all together. */
export function checkBlocks(blocks: unknown, surface: keyof typeof surfaces, pointer = '/blocks'): Problem[] {
  return problemsOf(surfaces[surface], blocks, pointer)
}

/** Checks a view: its frame, then its blocks. A modal with an input needs a submit button. */
export function checkView(view: unknown, pointer = '/view'): Problem[] {
  const problems = problemsOf(viewFrame, view, pointer)
  if (problems.length > 0 || !isRecord(view)) return problems
  const surface = view.type === 'home' ? 'home' : 'modal'
  return [...checkBlocks(view.blocks, surface, `${pointer}/blocks`), ...missingSubmit(view, pointer)]
}

/** Characters in all texts of the blocks: every string under `text`. */
export function textLength(value: unknown): number {
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + textLength(item), 0)
  if (!isRecord(value)) return 0
  return Object.entries(value).reduce(
    (sum, [key, item]) => sum + (key === 'text' && typeof item === 'string' ? item.length : textLength(item)),
    0,
  )
}

function missingSubmit(view: Record<string, unknown>, pointer: string): Problem[] {
  const blocks = Array.isArray(view.blocks) ? view.blocks.filter(isRecord) : []
  const needsSubmit = view.type === 'modal' && blocks.some((block) => block.type === 'input')
  return needsSubmit && view.submit === undefined
    ? [{ pointer, code: 'missing_field', message: 'missing required field: submit' }]
    : []
}

/** Block ids differ in a list of blocks, action ids in a block; a message has only so many charts. */
function checkTogether(blocks: AnyBlock[], context: z.RefinementCtx<AnyBlock[]>): void {
  if (context.issues.length > 0) return
  reportRepeated(blocks, 'block_id', [], context)
  for (const [index, block] of blocks.entries())
    if (block.type === 'actions') reportRepeated(block.elements, 'action_id', [index, 'elements'], context)
  if (blocks.filter(({ type }) => type === 'data_visualization').length > mostCharts)
    context.addIssue(problem('too_many', `no more than ${mostCharts} data_visualization blocks allowed`))
}

function reportRepeated<Key extends string>(
  items: { [key in Key]?: string | undefined }[],
  key: Key,
  path: PropertyKey[],
  context: z.RefinementCtx,
): void {
  const seen = new Set<string>()
  for (const [index, { [key]: id }] of items.entries()) {
    if (id !== undefined && seen.has(id))
      context.addIssue(problem('duplicate', `\`${key}\` must be unique`, [...path, index, key]))
    if (id !== undefined) seen.add(id)
  }
}
