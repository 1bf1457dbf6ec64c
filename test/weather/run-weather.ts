/** `npm run weather [-- --seeds N --details]`: how well storms and silences are told in made-up weeks, on both halves of them. */
import { parseArgs } from 'node:util'
import { evaluate, formulas } from './evaluate.ts'
import { kinds } from './plans.ts'
import { precision, recall, type Score } from './score.ts'

const { values } = parseArgs({
  options: { seeds: { type: 'string', default: '8' }, details: { type: 'boolean', default: false } },
})
const seeds = Array.from({ length: Number(values.seeds) }, (_, index) => index)
const say = (line: string) => void process.stdout.write(`${line}\n`)

for (const [half, remainder] of [
  ['thresholds chosen on', 0],
  ['reported on', 1],
] as const) {
  const chosen = seeds.filter((seed) => seed % 2 === remainder)
  say(`${half} ${kinds.length * chosen.length} weeks of ${kinds.length} kinds`)
  const { storms, quiet } = evaluate(chosen)
  for (const [index, { name }] of formulas.entries()) {
    const score = storms[index]
    if (score !== undefined) report(`storms, ${name}`, score, lateness(score))
  }
  report('too quiet', quiet, '')
}

function report(name: string, score: Score, more: string): void {
  const { right, wrong, found, missed } = score
  const alarms = `precision ${precision(score).toFixed(2)} (${right} of ${right + wrong.length} alarms)`
  const events = `recall ${recall(score).toFixed(2)} (${found} of ${found + missed.length})`
  say(`  ${name.padEnd(16)} ${alarms}, ${events}${more}`)
  if (!values.details) return
  for (const one of wrong) say(`    false: ${one}`)
  for (const one of missed) say(`    missed: ${one}`)
  for (const { week, minutes } of score.lateBy.filter(isLate)) say(`    late: ${week}, ${minutes} min`)
}

function lateness({ lateBy }: Score): string {
  const great = lateBy.filter(({ isGreat }) => isGreat)
  const inTime = great.length - lateBy.filter(isLate).length
  const slowest = Math.max(0, ...great.map(({ minutes }) => minutes))
  return `, ${inTime} of ${great.length} great ones within 15 min (slowest ${slowest.toFixed(0)})`
}

function isLate({ isGreat, minutes }: Score['lateBy'][number]): boolean {
  return isGreat && minutes > 15
}
