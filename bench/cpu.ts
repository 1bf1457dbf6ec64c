/** CPU time per operation of the bot, compared with the raw pool and Slack's SDK: user and system time of the whole process. */
import { alone, together } from './contenders.ts'
import { startAnswering, startFarSide } from './processes.ts'
import { alternate } from './rounds.ts'
import type { Row } from './row.ts'

const rounds = 7

/** Units per round, chosen so that a round takes some tenths of a second. */
const units = {
  'raw pool: empty poll': 4000,
  'ours: empty poll': 4000,
  'raw pool: full page': 150,
  'ours: full page': 150,
  'SDK: post and write': 1600,
  'SDK: post and checkpoint': 1600,
  'ours: posted message': 1600,
} as const
type Name = keyof typeof units
type Contender = { name: Name; atOnce: number }

/** Rounds until hot code is compiled, as it is after a day. The code of an empty poll is compiled after some 30,000 polls. */
const warmUp = 10

/** The flags of `npm start`. The small young generation costs garbage collections. */
const asStarted = ['--max-semi-space-size=4', '--v8-pool-size=1']

/** A growing alert has ten new mentions in each poll. */
const mentionsPerPoll = (name: Name) => (name === 'ours: posted message' ? 10 : 1)

const polls: Name[] = ['raw pool: empty poll', 'ours: empty poll']
const posts: Name[] = ['SDK: post and write', 'ours: posted message']
const pages: Name[] = ['raw pool: full page', 'ours: full page']

export async function cpuRows(): Promise<Row[]> {
  const contenders: Contender[] = [
    ...[...polls, ...pages, ...posts].map((name) => ({ name, atOnce: alone })),
    { name: 'SDK: post and checkpoint', atOnce: alone },
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
    const operations = Math.ceil(units[name] / atOnce / mentionsPerPoll(name))
    return async () => (await processes[place]?.ask(operations)) ?? 0
  })
  await alternate(warmUp, runs)
  const medians = await alternate(rounds, runs)
  for (const process of processes) process.end()
  farSide.end()
  return medians
}

/** The bounds apply to one at a time. Several at once share iterations of the event loop, so those rows have no bound. */
function rowsOf(cpu: (name: Name, atOnce: number) => number): Row[] {
  const row = (
    what: string,
    ours: Name,
    other: Name,
    bounds: Pick<Row, 'most' | 'kept' | 'goal'>,
    note: string,
    atOnce = alone,
  ): Row => {
    const [ourCpu, otherCpu] = [cpu(ours, atOnce), cpu(other, atOnce)]
    const told = `${Math.round(ourCpu)} µs against ${Math.round(otherCpu)} µs; ${note}`
    const isJudged = atOnce === alone
    const name = isJudged ? what : `${what}, ${atOnce} at once`
    return { what: name, figure: ourCpu / otherCpu, unit: '×', note: told, ...(isJudged && bounds) }
  }
  const poll = 'a whole poll: prepare, counts, budget, request, check, decide, checkpoint, metrics'
  const post = 'page, card, receipt, post, durable writes, counts, decision, metrics'
  const compared = (atOnce: number): Row[] => [
    row(
      'empty poll, against the raw pool',
      'ours: empty poll',
      'raw pool: empty poll',
      { kept: 1.8 },
      poll,
      atOnce,
    ),
    row(
      "posted message, against the SDK's post and one file replaced",
      'ours: posted message',
      'SDK: post and write',
      { kept: 1.26, goal: 1.15 },
      post,
      atOnce,
    ),
  ]
  const page = 'budget, request, exact ids, every field checked'
  return [
    ...compared(alone),
    row(
      "the least that a safe post needs, against the SDK's post and one file replaced",
      'SDK: post and checkpoint',
      'SDK: post and write',
      {},
      'the next message with its checksum, and twice a look if the folder is still ours',
    ),
    row('page of 300, against body.json()', 'ours: full page', 'raw pool: full page', { most: 1.9 }, page),
    ...compared(together),
  ]
}
