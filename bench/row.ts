/**
 * One line of the table. A figure above `most`, or 25 % above `kept`, the figure of docs/build/benchmarks.md, is a fault. A figure above `goal` is open.
 * Without them, the line only informs.
 */
export type Row = {
  what: string
  figure: number
  unit: string
  most?: number
  kept?: number
  goal?: number
  note: string
}

const tolerated = 1.25

const boundOf = ({ most, kept }: Row) => most ?? (kept === undefined ? undefined : kept * tolerated)

export const meets = (row: Row) => row.figure <= (boundOf(row) ?? row.figure)

export const isOpen = ({ figure, goal }: Row) => goal !== undefined && figure > goal

function markOf(row: Row): string {
  if (!meets(row)) return '✗'
  if (isOpen(row)) return 'open'
  return boundOf(row) === undefined && row.goal === undefined ? '' : '✓'
}

function limitsOf(row: Row): string {
  const bound = boundOf(row)
  const limits = [
    ...(bound === undefined ? [] : [`≤ ${plain(bound)}`]),
    ...(row.goal === undefined ? [] : [`goal ${plain(row.goal)}`]),
  ]
  return limits.join(', ')
}

/** The rows as a plain text table. */
export function table(rows: Row[]): string {
  const cells = rows.map((row) => [
    markOf(row),
    row.what,
    `${plain(row.figure)} ${row.unit}`,
    limitsOf(row),
    row.note,
  ])
  const widths = [0, 1, 2, 3].map((column) => Math.max(...cells.map((line) => line[column]?.length ?? 0)))
  return cells
    .map((line) =>
      line
        .map((cell, column) =>
          column === 2 ? cell.padStart(widths[2] ?? 0) : cell.padEnd(widths[column] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

function plain(figure: number): string {
  return figure >= 100 ? String(Math.round(figure)) : String(Number(figure.toPrecision(3)))
}
