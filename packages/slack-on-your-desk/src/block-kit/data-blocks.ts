import { z } from 'zod'
import { flag, identifier, textLength } from './composition.ts'
import { richText } from './rich-text.ts'
import { fault, list, problem, text } from './schema.ts'

/** Blocks for data: charts and tables. Only messages take them. */

const label = text(20, 1)
const series = z.strictObject({
  name: label,
  data: list(z.strictObject({ label, value: z.number() }), 20),
})
const axis = z.strictObject({
  categories: list(label, 20),
  x_label: text(50).optional(),
  y_label: text(50).optional(),
})

type Plot = { series: z.infer<typeof series>[]; axis_config: z.infer<typeof axis> }

const plot = z
  .strictObject({ type: z.enum(['line', 'bar', 'area']), series: list(series, 6), axis_config: axis })
  .refine(namesDiffer, fault('duplicate', 'series names must be unique'))
  .refine(pointsMatchCategories, fault('mismatch', 'every series must have one data point for each category'))

const pie = z.strictObject({
  type: z.literal('pie'),
  segments: list(z.strictObject({ label, value: z.number().positive() }), 6),
})

/**
 * A chart (June 2026): https://docs.slack.dev/reference/block-kit/blocks/data-visualization-block. A pie has 1 to 6
 * segments above 0; line, bar and area have 1 to 6 series over 1 to 20 categories.
 */
export const chart = z.strictObject({
  type: z.literal('data_visualization'),
  title: text(50, 1),
  chart: z.discriminatedUnion('type', [pie, plot]),
  block_id: identifier.optional(),
})

function namesDiffer(plotted: Plot): boolean {
  return new Set(plotted.series.map((one) => one.name)).size === plotted.series.length
}

function pointsMatchCategories(plotted: Plot): boolean {
  const wanted = JSON.stringify([...new Set(plotted.axis_config.categories)].sort())
  return plotted.series.every(({ data }) => {
    return JSON.stringify(data.map((point) => point.label).sort()) === wanted
  })
}

/**
 * A cell needs at least one character: Slack refuses an empty one (issue 1143 of getnao/nao, and the comments of
 * `@slack/types` 3.2).
 */
const cellText = text(Infinity, 1)
const rawText = z.strictObject({ type: z.literal('raw_text'), text: cellText })
const rawNumber = z.strictObject({ type: z.literal('raw_number'), value: z.number(), text: cellText })
const cell = z.discriminatedUnion('type', [rawText, rawNumber, richText])

/**
 * Limits of both tables (their pages): 20 cells a row, and 10,000 characters in all cells of a message. A message
 * takes one table. For the data table, libraries of October 2026 allow 20,000 characters and 201 rows; its page of
 * May 2026 says 10,000 and 101. This check takes the strict values.
 */
const row = list(cell, 20)
const maxCellText = 10_000
const tooMuchCellText = fault('too_long', `no more than ${maxCellText} characters allowed in all cells`, [
  'rows',
])

function cellsFit({ rows }: { rows: unknown }): boolean {
  return textLength(rows) <= maxCellText
}

/** A table: https://docs.slack.dev/reference/block-kit/blocks/table-block. `null` skips the settings of a column. */
export const table = z
  .strictObject({
    type: z.literal('table'),
    rows: list(row, 100),
    column_settings: list(
      z.strictObject({ align: z.enum(['left', 'center', 'right']).optional(), is_wrapped: flag }).nullable(),
      20,
      0,
    ).optional(),
    block_id: identifier.optional(),
  })
  .refine(cellsFit, tooMuchCellText)

const dataTableFields = z.strictObject({
  type: z.literal('data_table'),
  caption: text(Infinity, 1),
  rows: list(row, 101, 2),
  page_size: z.int().min(1).max(100).optional(),
  row_header_column_index: z.int().min(0).optional(),
  block_id: identifier.optional(),
})

/**
 * A table that people can sort, filter and page through:
 * https://docs.slack.dev/reference/block-kit/blocks/data-table-block. It has 2 to 101 rows; the first is the header.
 */
export const dataTable = dataTableFields.refine(cellsFit, tooMuchCellText).superRefine(checkColumns)

/** All rows have the same number of cells, the header has no rich text, and the column of row headers exists. */
function checkColumns(block: z.infer<typeof dataTableFields>, context: z.RefinementCtx): void {
  if (context.issues.length > 0) return
  const [header = [], ...body] = block.rows
  for (const [index, { type }] of header.entries())
    if (type === 'rich_text')
      context.addIssue(problem('unsupported_type', `unsupported type: ${type}`, ['rows', 0, index, 'type']))
  if (body.some(({ length }) => length !== header.length))
    context.addIssue(problem('mismatch', 'all rows must have the same number of cells', ['rows']))
  if ((block.row_header_column_index ?? 0) >= header.length)
    context.addIssue(problem('too_large', `must be less than ${header.length}`, ['row_header_column_index']))
}
