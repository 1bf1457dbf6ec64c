import { type Json, numberAt, recordAt, recordsAt, textAt, textsAt } from '../text/json.ts'

/** A chart over categories: each series has one value for each category. */
export type Plot = {
  kind: 'line' | 'bar' | 'area'
  title: string
  categories: string[]
  series: { name: string; values: number[] }[]
  xLabel: string
}

export type Pie = { kind: 'pie'; title: string; segments: { name: string; value: number }[] }

/** Reads a `data_visualization` block. Undefined: it contains nothing to draw. */
export function readChart(block: Json): Plot | Pie | undefined {
  const chart = recordAt(block, 'chart')
  const title = textAt(block, 'title')
  if (!chart) return undefined
  const { type } = chart
  if (type === 'pie') return { kind: type, title, segments: recordsAt(chart, 'segments').map(readSegment) }
  return type === 'line' || type === 'bar' || type === 'area' ? readPlot(type, title, chart) : undefined
}

function readSegment(segment: Json): { name: string; value: number } {
  return { name: textAt(segment, 'label'), value: Math.max(0, numberAt(segment, 'value') ?? 0) }
}

function readPlot(kind: Plot['kind'], title: string, chart: Json): Plot {
  const axis = recordAt(chart, 'axis_config') ?? {}
  const categories = textsAt(axis, 'categories')
  const series = recordsAt(chart, 'series').map((one) => ({
    name: textAt(one, 'name'),
    values: readValues(one, categories),
  }))
  return { kind, title, categories, series, xLabel: textAt(axis, 'x_label') }
}

function readValues(series: Json, categories: string[]): number[] {
  const points = recordsAt(series, 'data')
  const byLabel = new Map(points.map((point) => [textAt(point, 'label'), numberAt(point, 'value') ?? 0]))
  return categories.map((category) => byLabel.get(category) ?? 0)
}

/** In units of the drawing. The browser scales it to the available width. */
export const frame = { width: 480, height: 210, left: 42, right: 10, top: 12, bottom: 28 }

/** The positions of values and categories in the drawing. */
export type Scale = {
  /** Round values for the grid lines, lowest first. */
  ticks: number[]
  y: (value: number) => number
  /** The middle of a category. */
  x: (index: number) => number
  /** The width of a category. */
  band: number
}

/** Fits values and categories into the frame. Zero is always included. */
export function scaleOf(values: number[], categories: number): Scale {
  const { width, height, left, right, top, bottom } = frame
  const ticks = ticksOf(Math.min(0, ...values), Math.max(0, ...values))
  const low = ticks[0] ?? 0
  const span = (ticks.at(-1) ?? 1) - low || 1
  const band = (width - left - right) / Math.max(1, categories)
  return {
    ticks,
    band,
    x: (index) => round(left + band * (index + 0.5)),
    y: (value) => round(height - bottom - ((value - low) / span) * (height - top - bottom)),
  }
}

/** About four round values from the lowest to the highest. */
function ticksOf(low: number, high: number): number[] {
  const smallest = 1e-6
  const rough = (high - low < smallest ? 1 : high - low) / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 2.5, 5, 10].map((one) => one * power).find((one) => one >= rough) ?? rough
  const first = Math.floor(low / step)
  const count = Math.ceil((high || 1) / step) - first
  return Array.from({ length: count + 1 }, (_, index) => Number(((first + index) * step).toPrecision(12)))
}

/** Rounds to one decimal, which is enough for a screen. */
export function round(value: number): number {
  return Math.round(value * 10) / 10
}

/** A value on an axis, such as `1.2k`. */
export function shortNumber(value: number): string {
  return new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 }).format(value)
}
