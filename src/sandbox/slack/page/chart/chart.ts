import type { Json } from '../blocks/read.ts'
import { type Child, h, type VNode } from '../dom/h.ts'
import { drawPie } from './pie.ts'
import { drawPlot } from './plot.ts'
import { type Pie, type Plot, readChart } from './read-chart.ts'
import { shortNumber } from './scale.ts'

/** Shows a chart: its drawing, its legend, and the same as a table for those who cannot see the drawing. */
export function showChart(block: Json): Child {
  const chart = readChart(block)
  if (!chart) return '(A chart that cannot be drawn)'
  return h('figure', { class: 'chart' }, [
    h('figcaption', {}, chart.title),
    chart.kind === 'pie' ? drawPie(chart, labelOf(chart)) : drawPlot(chart, labelOf(chart)),
    legend(chart),
    h('details', { class: 'chart-data' }, [h('summary', {}, 'Show as a table'), table(chart)]),
  ])
}

function labelOf(chart: Plot | Pie): string {
  if (chart.kind === 'pie')
    return `Pie chart, ${chart.title}: ${chart.segments.map((one) => `${one.name} ${one.value}`).join(', ')}`
  const { kind, title, categories, series } = chart
  const extremes = series.map(
    ({ name, values }) => `${name} ${Math.min(...values)} to ${Math.max(...values)}`,
  )
  return `${kind} chart, ${title}, ${categories[0]} to ${categories.at(-1)}: ${extremes.join('; ')}`
}

function legend(chart: Plot | Pie): VNode {
  const names =
    chart.kind === 'pie'
      ? chart.segments.map((one) => `${one.name} ${shortNumber(one.value)}`)
      : chart.series.map((one) => one.name)
  return h(
    'ul',
    { class: 'chart-legend' },
    names.map((name, index) => h('li', { class: `series-${index}` }, [h('span', { class: 'swatch' }), name])),
  )
}

function table(chart: Plot | Pie): VNode {
  const rows =
    chart.kind === 'pie'
      ? chart.segments.map((one) => [one.name, one.value])
      : chart.categories.map((name, at) => [name, ...chart.series.map((one) => one.values[at] ?? 0)])
  const heads = chart.kind === 'pie' ? ['', 'Value'] : [chart.xLabel, ...chart.series.map((one) => one.name)]
  return h('table', {}, [
    h(
      'thead',
      {},
      h(
        'tr',
        {},
        heads.map((head) => (head === '' ? h('td') : h('th', { scope: 'col' }, head))),
      ),
    ),
    h(
      'tbody',
      {},
      rows.map(([name, ...values]) =>
        h('tr', {}, [h('th', { scope: 'row' }, name), values.map((value) => h('td', {}, value))]),
      ),
    ),
  ])
}
