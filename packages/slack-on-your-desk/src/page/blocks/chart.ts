import type { Json } from '../text/json.ts'
import { type Child, html, type Rendered } from '../ui/html.ts'
import {
  frame,
  type Pie,
  type Plot,
  readChart,
  round,
  type Scale,
  scaleOf,
  shortNumber,
} from './chart-data.ts'

/** Shows a chart: the drawing, the legend, and a table with the same data for people who cannot see the drawing. */
export function renderChart(block: Json): Child {
  const chart = readChart(block)
  if (!chart) return '(A chart that cannot be drawn)'
  return html`
    <figure class="chart">
      <figcaption>${chart.title}</figcaption>
      ${chart.kind === 'pie' ? renderPie(chart) : renderPlot(chart)}
      ${renderLegend(chart)}
      <details class="chart-data">
        <summary>Show as a table</summary>
        ${renderTable(chart)}
      </details>
    </figure>
  `
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

function renderLegend(chart: Plot | Pie): Rendered {
  const names =
    chart.kind === 'pie'
      ? chart.segments.map((one) => `${one.name} ${shortNumber(one.value)}`)
      : chart.series.map((one) => one.name)
  return html`
    <ul class="chart-legend">
      ${names.map((name, index) => html`<li class="series-${index}"><span class="swatch" />${name}</li>`)}
    </ul>
  `
}

function renderTable(chart: Plot | Pie): Rendered {
  const rows =
    chart.kind === 'pie'
      ? chart.segments.map((one) => [one.name, one.value])
      : chart.categories.map((name, at) => [name, ...chart.series.map((one) => one.values[at] ?? 0)])
  const heads = chart.kind === 'pie' ? ['', 'Value'] : [chart.xLabel, ...chart.series.map((one) => one.name)]
  return html`
    <table>
      <thead>
        <tr>${heads.map((head) => (head === '' ? html`<td />` : html`<th scope="col">${head}</th>`))}</tr>
      </thead>
      <tbody>
        ${rows.map(
          ([name, ...values]) => html`
            <tr><th scope="row">${name}</th>${values.map((value) => html`<td>${value}</td>`)}</tr>
          `,
        )}
      </tbody>
    </table>
  `
}

/** Lines, areas or bars over categories, with grid lines and labels. */
function renderPlot(plot: Plot): Rendered {
  const { kind, categories, series } = plot
  const scale = scaleOf(
    series.flatMap((one) => one.values),
    categories.length,
  )
  const render = { line: renderLine, area: renderArea, bar: renderBars }[kind]
  const viewBox = `0 0 ${frame.width} ${frame.height}`
  return html`
    <svg class="chart-drawing" viewBox=${viewBox} role="img" aria-label=${labelOf(plot)}>
      ${scale.ticks.map((tick) => renderTick(scale, tick))}
      ${categories.map((_, index) => renderCategory(plot, scale, index))}
      ${series.map((_, index) => html`<g class="series series-${index}">${render(plot, scale, index)}</g>`)}
    </svg>
  `
}

function renderTick(scale: Scale, tick: number): Rendered {
  const y = scale.y(tick)
  return html`
    <g class="chart-tick" key=${tick}>
      <line x1=${frame.left} x2=${frame.width - frame.right} y1=${y} y2=${y} />
      <text x=${frame.left - 8} y=${y + 4} text-anchor="end">${shortNumber(tick)}</text>
    </g>
  `
}

/** Shows only as many labels as fit side by side. */
function renderCategory({ categories }: Plot, scale: Scale, index: number): Child {
  const longest = Math.max(...categories.map((one) => one.length))
  const every = Math.ceil((longest * 8 + 8) / scale.band)
  if (index % every !== 0) return undefined
  return html`
    <text class="chart-category" x=${scale.x(index)} y=${frame.height - 10} text-anchor="middle">
      ${categories[index]}
    </text>
  `
}

function pointsOf({ series }: Plot, scale: Scale, index: number): string[] {
  return (series[index]?.values ?? []).map((value, at) => `${scale.x(at)},${scale.y(value)}`)
}

function renderLine(plot: Plot, scale: Scale, index: number): Child {
  const values = plot.series[index]?.values ?? []
  return [
    html`<polyline class="chart-line" points=${pointsOf(plot, scale, index).join(' ')} />`,
    values.map(
      (value, at) => html`
        <circle class="chart-dot" cx=${scale.x(at)} cy=${scale.y(value)} r="3">${renderTip(plot, index, at)}</circle>
      `,
    ),
  ]
}

function renderArea(plot: Plot, scale: Scale, index: number): Child {
  const ground = scale.y(0)
  const last = Math.max(0, plot.categories.length - 1)
  const outline = [`${scale.x(0)},${ground}`, ...pointsOf(plot, scale, index), `${scale.x(last)},${ground}`]
  return [
    html`<polygon class="chart-area" points=${outline.join(' ')} />`,
    html`<g class="series series-${index}">${renderLine(plot, scale, index)}</g>`,
  ]
}

function renderBars(plot: Plot, scale: Scale, index: number): Child {
  const width = round((scale.band * 0.72) / plot.series.length)
  const ground = scale.y(0)
  return (plot.series[index]?.values ?? []).map((value, at) => {
    const y = scale.y(value)
    const bar = {
      x: round(scale.x(at) - scale.band * 0.36 + index * width),
      width: Math.max(1, width - 1),
      y: Math.min(y, ground),
      height: round(Math.abs(ground - y)),
    }
    return html`<rect class="chart-bar" ...${bar} rx="1.5">${renderTip(plot, index, at)}</rect>`
  })
}

function renderTip({ series, categories }: Plot, index: number, at: number): Rendered {
  const one = series[index]
  return html`<title>${`${one?.name}, ${categories[at]}: ${one?.values[at]}`}</title>`
}

const radius = 100

/** Segments of a pie, clockwise from the top. */
function renderPie(pie: Pie): Rendered {
  const { segments } = pie
  const total = segments.reduce((sum, one) => sum + one.value, 0) || 1
  const ends = segments.map(
    (_, index) => segments.slice(0, index + 1).reduce((sum, one) => sum + one.value, 0) / total,
  )
  return html`
    <svg class="chart-drawing pie" viewBox="-110 -110 220 220" role="img" aria-label=${labelOf(pie)}>
      ${segments.map(
        ({ name, value }, index) => html`
          <g class="series series-${index}">
            <path class="chart-slice" d=${sliceOutline(ends[index - 1] ?? 0, ends[index] ?? 1)}>
              <title>${`${name}: ${value}`}</title>
            </path>
          </g>
        `,
      )}
    </svg>
  `
}

/**
 * The outline of a segment from one share of the circle to another. A whole circle is two half arcs, because one arc
 * would be invisible.
 */
function sliceOutline(from: number, to: number): string {
  if (to - from > 0.9999)
    return `M0,${-radius} A${radius},${radius} 0 1 1 0,${radius} A${radius},${radius} 0 1 1 0,${-radius} Z`
  const isLarge = to - from > 0.5 ? 1 : 0
  return `M0,0 L${pointAt(from)} A${radius},${radius} 0 ${isLarge} 1 ${pointAt(to)} Z`
}

function pointAt(share: number): string {
  const angle = share * 2 * Math.PI
  return `${round(Math.sin(angle) * radius)},${round(-Math.cos(angle) * radius)}`
}
