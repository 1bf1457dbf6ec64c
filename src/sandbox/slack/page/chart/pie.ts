import { h, type VNode } from '../dom/h.ts'
import type { Pie } from './read-chart.ts'
import { round } from './scale.ts'

const radius = 100

/** Draws parts of a whole, from the top, clockwise. */
export function drawPie({ segments }: Pie, label: string): VNode {
  const total = segments.reduce((sum, one) => sum + one.value, 0) || 1
  const ends = segments.map(
    (_, index) => segments.slice(0, index + 1).reduce((sum, one) => sum + one.value, 0) / total,
  )
  return h(
    'svg',
    { class: 'chart-drawing pie', viewBox: '-110 -110 220 220', role: 'img', 'aria-label': label },
    segments.map(({ name, value }, index) =>
      h(
        'g',
        { class: `series series-${index}` },
        h(
          'path',
          { class: 'chart-slice', d: slice(index === 0 ? 0 : (ends[index - 1] ?? 0), ends[index] ?? 1) },
          h('title', {}, `${name}: ${value}`),
        ),
      ),
    ),
  )
}

/** The outline from one share of the turn to another. A whole turn is two half arcs, since one arc would vanish. */
function slice(from: number, to: number): string {
  if (to - from > 0.9999)
    return `M0,${-radius} A${radius},${radius} 0 1 1 0,${radius} A${radius},${radius} 0 1 1 0,${-radius} Z`
  const isLarge = to - from > 0.5 ? 1 : 0
  return `M0,0 L${pointAt(from)} A${radius},${radius} 0 ${isLarge} 1 ${pointAt(to)} Z`
}

function pointAt(share: number): string {
  const angle = share * 2 * Math.PI
  return `${round(Math.sin(angle) * radius)},${round(-Math.cos(angle) * radius)}`
}
