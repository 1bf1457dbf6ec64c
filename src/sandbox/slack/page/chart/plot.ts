import { h, type VNode } from '../dom/h.ts'
import type { Plot } from './read-chart.ts'
import { frame, round, type Scale, scaleOf, shortNumber } from './scale.ts'

/** Draws lines, areas or bars over categories, with lines across and labels below. */
export function drawPlot(plot: Plot, label: string): VNode {
  const scale = scaleOf(
    plot.series.flatMap((one) => one.values),
    plot.categories.length,
  )
  const draw = { line: drawLine, area: drawArea, bar: drawBars }[plot.kind]
  return h(
    'svg',
    {
      class: 'chart-drawing',
      viewBox: `0 0 ${frame.width} ${frame.height}`,
      role: 'img',
      'aria-label': label,
    },
    [
      scale.ticks.map((tick) => drawTick(scale, tick)),
      plot.categories.map((category, index) => drawCategory(plot, scale, category, index)),
      plot.series.map((_, index) => draw(plot, scale, index)),
    ],
  )
}

function drawTick(scale: Scale, tick: number): VNode {
  const y = scale.y(tick)
  return h('g', { class: 'chart-tick', key: tick }, [
    h('line', { x1: frame.left, x2: frame.width - frame.right, y1: y, y2: y }),
    h('text', { x: frame.left - 8, y: y + 4, 'text-anchor': 'end' }, shortNumber(tick)),
  ])
}

/** As many labels as stand side by side without touching. */
function drawCategory(
  { categories }: Plot,
  scale: Scale,
  category: string,
  index: number,
): VNode | undefined {
  const longest = Math.max(...categories.map((one) => one.length))
  const every = Math.ceil((longest * 8 + 8) / scale.band)
  if (index % every !== 0) return undefined
  return h(
    'text',
    { class: 'chart-category', x: scale.x(index), y: frame.height - 10, 'text-anchor': 'middle' },
    category,
  )
}

function points({ series }: Plot, scale: Scale, index: number): string[] {
  return (series[index]?.values ?? []).map((value, at) => `${scale.x(at)},${scale.y(value)}`)
}

function drawLine(plot: Plot, scale: Scale, index: number): VNode {
  return h('g', { class: `series series-${index}` }, [
    h('polyline', { class: 'chart-line', points: points(plot, scale, index).join(' ') }),
    (plot.series[index]?.values ?? []).map((value, at) =>
      h('circle', { class: 'chart-dot', cx: scale.x(at), cy: scale.y(value), r: 3 }, tip(plot, index, at)),
    ),
  ])
}

function drawArea(plot: Plot, scale: Scale, index: number): VNode {
  const ground = scale.y(0)
  const last = Math.max(0, plot.categories.length - 1)
  const outline = [`${scale.x(0)},${ground}`, ...points(plot, scale, index), `${scale.x(last)},${ground}`]
  return h('g', { class: `series series-${index}` }, [
    h('polygon', { class: 'chart-area', points: outline.join(' ') }),
    drawLine(plot, scale, index),
  ])
}

function drawBars(plot: Plot, scale: Scale, index: number): VNode {
  const width = round((scale.band * 0.72) / plot.series.length)
  const ground = scale.y(0)
  const bars = (plot.series[index]?.values ?? []).map((value, at) => {
    const y = scale.y(value)
    const x = round(scale.x(at) - scale.band * 0.36 + index * width)
    const size = {
      x,
      width: Math.max(1, width - 1),
      y: Math.min(y, ground),
      height: round(Math.abs(ground - y)),
    }
    return h('rect', { class: 'chart-bar', ...size, rx: 1.5 }, tip(plot, index, at))
  })
  return h('g', { class: `series series-${index}` }, bars)
}

function tip({ series, categories }: Plot, index: number, at: number): VNode {
  const one = series[index]
  return h('title', {}, `${one?.name}, ${categories[at]}: ${one?.values[at]}`)
}
