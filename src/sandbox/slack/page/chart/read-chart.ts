import { isRecord, type Json, numberAt, recordAt, recordsAt, textAt, textsAt } from '../blocks/read.ts'

/** A chart over categories: one value of each series for each category. */
export type Plot = {
  kind: 'line' | 'bar' | 'area'
  title: string
  categories: string[]
  series: { name: string; values: number[] }[]
  xLabel: string
  yLabel: string
}

/** Parts of a whole. */
export type Pie = { kind: 'pie'; title: string; segments: { name: string; value: number }[] }

/** Reads a `data_visualization` block. Undefined: nothing that can be drawn. */
export function readChart(block: Json): Plot | Pie | undefined {
  const chart = recordAt(block, 'chart')
  const title = textAt(block, 'title')
  if (!chart) return undefined
  const { type } = chart
  if (type === 'pie') return { kind: type, title, segments: recordsAt(chart, 'segments').map(segmentOf) }
  return type === 'line' || type === 'bar' || type === 'area' ? plotOf(type, title, chart) : undefined
}

function segmentOf(segment: Json): { name: string; value: number } {
  return { name: textAt(segment, 'label'), value: Math.max(0, numberAt(segment, 'value') ?? 0) }
}

function plotOf(kind: Plot['kind'], title: string, chart: Json): Plot {
  const axis = recordAt(chart, 'axis_config') ?? {}
  const categories = textsAt(axis, 'categories')
  const series = recordsAt(chart, 'series').map((one) => ({
    name: textAt(one, 'name'),
    values: valuesOf(one, categories),
  }))
  return { kind, title, categories, series, xLabel: textAt(axis, 'x_label'), yLabel: textAt(axis, 'y_label') }
}

function valuesOf(series: Json, categories: string[]): number[] {
  const points = Array.isArray(series.data) ? series.data.filter(isRecord) : []
  const byLabel = new Map(points.map((point) => [textAt(point, 'label'), numberAt(point, 'value') ?? 0]))
  return categories.map((category) => byLabel.get(category) ?? 0)
}
