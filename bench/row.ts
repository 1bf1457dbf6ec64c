/** One line of the table. `most`: the bound of the figure; without it there is none. */
export type Row = { what: string; figure: number; unit: string; most?: number; note: string }

export const meets = ({ figure, most }: Row) => most === undefined || figure <= most

/** The rows as a plain text table. */
export function table(rows: Row[]): string {
  const cells = rows.map((row) => [
    meets(row) ? (row.most === undefined ? ' ' : '✓') : '✗',
    row.what,
    `${plain(row.figure)} ${row.unit}`,
    row.most === undefined ? '' : `≤ ${plain(row.most)}`,
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
