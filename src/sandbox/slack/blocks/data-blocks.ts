/** Blocks that show data. Only messages take them. */
import { z } from 'zod'
import { identifier } from './composition.ts'
import { fault, list, text } from './schema.ts'

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
