/** CPU per operation, ours beside the raw pool and the script: user and system time of the whole process, threads and all. */
import { startAnswering, startFarSide } from './processes.ts'
import { alternate } from './rounds.ts'
import type { Row } from './row.ts'

const rounds = 7

/** Operations a round, chosen so that a round takes a few tenths of a second. */
const contenders = {
  'raw pool: empty poll': 200,
  'script: empty poll': 200,
  'ours: empty poll': 200,
  'raw pool: full page': 150,
  'ours: full page': 150,
  'script: bare post': 80,
  'ours: posted message': 4,
} as const
type Name = keyof typeof contenders

export async function cpuRows(): Promise<Row[]> {
  const farSide = await startFarSide()
  const names: Name[] = Object.keys(contenders).filter((name): name is Name => name in contenders)
  const processes = await Promise.all(
    names.map((name) => startAnswering('bench/contender.ts', [name, farSide.url])),
  )
  const runs = processes.map(
    (process, place) => () => process.ask(contenders[names[place] ?? names[0] ?? 'ours: empty poll']),
  )
  await alternate(2, runs)
  const medians = await alternate(rounds, runs)
  for (const process of processes) process.end()
  farSide.end()
  return rowsOf((name) => medians[names.indexOf(name)] ?? 0)
}

function rowsOf(cpu: (name: Name) => number): Row[] {
  const ratio = (what: string, ours: Name, other: Name, most: number, note: string): Row => ({
    what,
    figure: cpu(ours) / cpu(other),
    unit: '×',
    most,
    note: `${Math.round(cpu(ours))} µs against ${Math.round(cpu(other))} µs; ${note}`,
  })
  const turn = 'a whole turn: ready, budget, request, check, decide, fold, metrics; 20 alerts at once'
  const post = 'page, card, receipt, post, two durable writes, verdict, metrics; 20 channels at once'
  return [
    ratio('empty poll, against the script', 'ours: empty poll', 'script: empty poll', 0.35, turn),
    ratio('empty poll, against the raw pool', 'ours: empty poll', 'raw pool: empty poll', 3, turn),
    ratio(
      'page of 300, against body.json()',
      'ours: full page',
      'raw pool: full page',
      1.3,
      'budget, request, exact ids, every field checked',
    ),
    ratio('posted message, against the bare post', 'ours: posted message', 'script: bare post', 1, post),
  ]
}
