import { z } from 'zod'
import { isRecord } from '../json.ts'
import { call, card, carousel, containerOf, file, markdown, plan, taskCard, video } from './cards.ts'
import { anyText, flag, identifier, plainText, textObjects } from './composition.ts'
import { chart, dataTable, table } from './data-blocks.ts'
import {
  accessories,
  actionElements,
  contextActions,
  hasOneSource,
  image,
  inputElements,
  notOneSource,
  pictureFields,
} from './elements.ts'
import { richText } from './rich-text.ts'
import { fault, list, type Problem, problem, problemsOf, text } from './schema.ts'

/**
 * Blocks and the surfaces that take them. Each block has a page under
 * https://docs.slack.dev/reference/block-kit/blocks.
 */

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

/** Blocks for messages, modals, home tabs, and for containers. */
const basic = [
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
    elements: list(z.discriminatedUnion('type', [...actionElements]), 25),
    ...identified,
  }),
  z
    .strictObject({ ...pictureFields, title: plainText(2000).optional(), ...identified })
    .refine(hasOneSource, notOneSource),
  richText,
  z.strictObject({
    type: z.literal('input'),
    label: plainText(2000),
    element: z.discriminatedUnion('type', [...inputElements]),
    hint: plainText(2000).optional(),
    optional: flag,
    dispatch_action: flag,
    ...identified,
  }),
  video,
] as const

/** Blocks for messages, modals and home tabs. */
const everywhere = [...basic, card] as const

const container = containerOf(z.discriminatedUnion('type', [...basic, file, table]))

/** Feedback and icons below an answer: https://docs.slack.dev/reference/block-kit/blocks/context-actions-block */
const contextActionRow = z.strictObject({
  type: z.literal('context_actions'),
  elements: list(z.discriminatedUnion('type', [...contextActions]), 5),
  ...identified,
})

/**
 * A banner, for modals only: https://docs.slack.dev/reference/block-kit/blocks/alert-block. Its limit of 200 characters is
 * from AlertBlock.java of slackapi/java-slack-sdk (pull request 1624, July 2026).
 */
const alert = z.strictObject({
  type: z.literal('alert'),
  text: anyText(200),
  level: z.enum(['default', 'info', 'warning', 'error', 'success']).optional(),
  ...identified,
})

/** Slack's API refuses a third chart in a message (seen in trials; the reference does not say so). */
const maxCharts = 2

/** All Markdown of a message together. */
const maxMarkdown = 12_000

/** A message takes one table of either kind: https://docs.slack.dev/reference/block-kit/blocks/table-block */
const tables: readonly string[] = ['table', 'data_table']

/**
 * The blocks of each surface, from https://docs.slack.dev/blocks.json (`available-in-surfaces`). It lists home tabs
 * for both tables, too, but home tabs showed no table in the trials of TightknitAI/slack-block-kit-validator (its
 * surface check). This check is strict: only messages take tables.
 */
const inMessages = z.discriminatedUnion('type', [
  ...everywhere,
  carousel,
  chart,
  table,
  dataTable,
  contextActionRow,
  container,
  markdown,
  plan,
  taskCard,
  file,
  call,
])
const inModals = z.discriminatedUnion('type', [...everywhere, alert])
const inHomeTabs = z.discriminatedUnion('type', [...everywhere, carousel])

type AnyBlock = z.infer<typeof inMessages> | z.infer<typeof inModals>
type Child = z.infer<typeof container>['child_blocks'][number]

/** At most 50 blocks in a message, 100 in a view. */
const surfaces = {
  message: list(inMessages, 50, 0).superRefine(checkTogether),
  modal: list(inModals, 100, 0).superRefine(checkTogetherInView),
  home: list(inHomeTabs, 100, 0).superRefine(checkTogetherInView),
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

/** Checks each block, then all of them together. */
export function checkBlocks(blocks: unknown, surface: keyof typeof surfaces, pointer = '/blocks'): Problem[] {
  return problemsOf(surfaces[surface], blocks, pointer)
}

/** Checks a view, then its blocks. A modal with an input needs a submit button. */
export function checkView(view: unknown): Problem[] {
  const problems = problemsOf(viewFrame, view, '/view')
  if (problems.length > 0 || !isRecord(view)) return problems
  const surface = view.type === 'home' ? 'home' : 'modal'
  return [...checkBlocks(view.blocks, surface, '/view/blocks'), ...missingSubmit(view)]
}

function missingSubmit(view: Record<string, unknown>): Problem[] {
  const blocks = Array.isArray(view.blocks) ? view.blocks.filter(isRecord) : []
  const needsSubmit = view.type === 'modal' && blocks.some((block) => block.type === 'input')
  return needsSubmit && view.submit === undefined
    ? [{ pointer: '/view', code: 'missing_field', message: 'missing required field: submit' }]
    : []
}

/**
 * Block ids must differ within a list of blocks, action ids within a block. A message takes two charts and one table.
 */
function checkTogether(blocks: AnyBlock[], context: z.RefinementCtx): void {
  if (context.issues.length > 0) return
  checkIds(blocks, [], context)
  if (markdownLength(blocks) > maxMarkdown)
    context.addIssue(problem('too_long', `no more than ${maxMarkdown} characters of markdown allowed`))
  if (blocks.filter(({ type }) => type === 'data_visualization').length > maxCharts)
    context.addIssue(problem('too_many', `no more than ${maxCharts} data_visualization blocks allowed`))
  const all = blocks.flatMap((block) => (block.type === 'container' ? block.child_blocks : [block]))
  if (all.filter(({ type }) => tables.includes(type)).length > 1)
    context.addIssue(problem('only_one_table_allowed', 'only one table allowed'))
}

function checkIds(blocks: (AnyBlock | Child)[], path: PropertyKey[], context: z.RefinementCtx): void {
  reportRepeated(blocks, 'block_id', path, context)
  for (const [index, block] of blocks.entries())
    if (block.type === 'actions' || block.type === 'context_actions')
      reportRepeated(block.elements, 'action_id', [...path, index, 'elements'], context)
    else if (block.type === 'container')
      checkIds(block.child_blocks, [...path, index, 'child_blocks'], context)
}

/** The same for a view. At most one element can take the focus when the view opens. */
function checkTogetherInView(blocks: AnyBlock[], context: z.RefinementCtx): void {
  if (context.issues.length > 0) return
  checkTogether(blocks, context)
  const [, ...others] = blocks.flatMap((block, index) => focusedIn(block).map((path) => [index, ...path]))
  for (const path of others)
    context.addIssue(
      problem('duplicate', 'only one element can have `focus_on_load`', [...path, 'focus_on_load']),
    )
}

function markdownLength(blocks: AnyBlock[]): number {
  return blocks.reduce((sum, block) => sum + (block.type === 'markdown' ? block.text.length : 0), 0)
}

function focusedIn(block: AnyBlock): PropertyKey[][] {
  if (block.type === 'section') return takesFocus(block.accessory) ? [['accessory']] : []
  if (block.type === 'input') return takesFocus(block.element) ? [['element']] : []
  if (block.type !== 'actions') return []
  return block.elements.flatMap((element, index) => (takesFocus(element) ? [['elements', index]] : []))
}

function takesFocus(element: object | undefined): boolean {
  return element !== undefined && 'focus_on_load' in element && element.focus_on_load === true
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
