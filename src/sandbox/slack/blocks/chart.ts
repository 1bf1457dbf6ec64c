import { isRecord } from '../json.ts'
import { all, byType, holds, type as kind, list, number, object, type Rule, string } from './rule.ts'

/**
 * The data visualization block, from its reference page of June 2026: title 50; a pie has 1 to 6 segments above 0;
 * line, bar and area have 1 to 6 series over 1 to 20 categories, names and labels 20, axis titles 50.
 */
const label = string(20, 1)
const datum = object({ label, value: number() })
const series = object({ name: label, data: list(datum, 20) })
const axis = object({ categories: list(label, 20) }, { x_label: string(50), y_label: string(50) })

const plotted: Rule = all(
  object({ type: kind, series: list(series, 6), axis_config: axis }),
  holds(namesDiffer, 'duplicate', 'series names must be unique'),
  holds(pointsMatchCategories, 'mismatch', 'every series must have one data point for each category'),
)

const pie = object({
  type: kind,
  segments: list(object({ label, value: all(number(), aboveZero) }), 6),
})

/** The block itself. Only messages take it, at most two of them. */
export const chart: Rule = object(
  { type: kind, title: string(50, 1), chart: byType({ pie, line: plotted, bar: plotted, area: plotted }) },
  { block_id: string(255) },
)

function aboveZero(value: unknown, pointer: string) {
  const isAbove = typeof value === 'number' && value > 0
  return isAbove ? [] : [{ pointer, code: 'too_small', message: 'must be greater than 0' }]
}

function records(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isRecord) : []
}

function namesDiffer(plot: Record<string, unknown>): boolean {
  const names = records(plot.series).map((one) => one.name)
  return new Set(names).size === names.length
}

function pointsMatchCategories(plot: Record<string, unknown>): boolean {
  const categories = isRecord(plot.axis_config) ? plot.axis_config.categories : undefined
  if (!Array.isArray(categories)) return false
  const wanted = JSON.stringify([...new Set(categories)].sort())
  return records(plot.series).every((one) => {
    const labels = records(one.data).map((point) => point.label)
    return JSON.stringify(labels.sort()) === wanted
  })
}
