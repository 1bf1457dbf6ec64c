/** CPU per operation, ours beside the raw pool and the script: user and system time of the whole process, threads and all. */
import { alone, together } from './contenders.ts'
import { startAnswering, startFarSide } from './processes.ts'
import { alternate } from './rounds.ts'
import type { Row } from './row.ts'

const rounds = 7

/** Units a round, chosen so that a round takes a few tenths of a second. */
const units = {
  'raw pool: empty poll': 4000,
  'script: empty poll': 4000,
  'ours: empty poll': 4000,
  'raw pool: full page': 150,
  'ours: full page': 150,
  'script: bare post': 1600,
  'ours: posted message': 1600,
} as const
type Name = keyof typeof units
type Contender = { name: Name; atOnce: number }

/** Rounds until what is run often is compiled, as it is after a day. */
const warmUp = 5

/** `npm start` keeps the young generation small, which costs collections: ours runs as it does there. */
const asStarted = ['--max-semi-space-size=4', '--v8-pool-size=1']

/** An alert that has grown gives ten mentions a turn. */
const perTurn = (name: Name) => (name === 'ours: posted message' ? 10 : 1)

const polls: Name[] = ['raw pool: empty poll', 'script: empty poll', 'ours: empty poll']
const posts: Name[] = ['script: bare post', 'ours: posted message']
const pages: Name[] = ['raw pool: full page', 'ours: full page']

export async function cpuRows(): Promise<Row[]> {
  const contenders: Contender[] = [
    ...[...polls, ...pages, ...posts].map((name) => ({ name, atOnce: alone })),
    ...[...polls, ...posts].map((name) => ({ name, atOnce: together })),
  ]
  const medians = await measure(contenders)
  return rowsOf((name, atOnce) => {
    const place = contenders.findIndex((one) => one.name === name && one.atOnce === atOnce)
    return medians[place] ?? 0
  })
}

async function measure(contenders: Contender[]): Promise<number[]> {
  const farSide = await startFarSide()
  const processes = await Promise.all(
    contenders.map(({ name, atOnce }) =>
      startAnswering(
        'bench/contender.ts',
        [name, farSide.url, String(atOnce)],
        name.startsWith('ours') ? asStarted : [],
      ),
    ),
  )
  const runs = contenders.map(({ name, atOnce }, place) => {
    const operations = Math.ceil(units[name] / atOnce / perTurn(name))
    return async () => (await processes[place]?.ask(operations)) ?? 0
  })
  await alternate(warmUp, runs)
  const medians = await alternate(rounds, runs)
  for (const process of processes) process.end()
  farSide.end()
  return medians
}

/**
 * The bounds hold for one at a time, as the script works. Side by side the pool and the script share turns of the event loop, so
 * that the bare pool alone comes to a third of the script: told, not judged.
 */
function rowsOf(cpu: (name: Name, atOnce: number) => number): Row[] {
  const row = (what: string, ours: Name, other: Name, most: number, note: string, atOnce = alone): Row => {
    const [ourCpu, otherCpu] = [cpu(ours, atOnce), cpu(other, atOnce)]
    const told = `${Math.round(ourCpu)} µs against ${Math.round(otherCpu)} µs; ${note}`
    const isJudged = atOnce === alone
    const name = isJudged ? what : `${what}, ${atOnce} at once`
    return { what: name, figure: ourCpu / otherCpu, unit: '×', note: told, ...(isJudged ? { most } : {}) }
  }
  const turn = 'a whole turn: ready, counts, budget, request, check, decide, fold, metrics'
  const post = 'page, card, receipt, post, durable writes, counts, verdict, metrics'
  const compared = (atOnce: number): Row[] => [
    row('empty poll, against the script', 'ours: empty poll', 'script: empty poll', 0.35, turn, atOnce),
    row('empty poll, against the raw pool', 'ours: empty poll', 'raw pool: empty poll', 3, turn, atOnce),
    row(
      'posted message, against the bare post',
      'ours: posted message',
      'script: bare post',
      1,
      post,
      atOnce,
    ),
  ]
  const page = 'budget, request, exact ids, every field checked'
  return [
    ...compared(alone),
    row('page of 300, against body.json()', 'ours: full page', 'raw pool: full page', 1.3, page),
    ...compared(together),
  ]
}
