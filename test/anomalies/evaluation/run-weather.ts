import { parseArgs } from 'node:util'
import { evaluate, formulas, overall, type Scores } from './evaluate.ts'
import { kinds } from './plans.ts'
import { isInTime, precision, recall, type Score, type Telling } from './score.ts'
import { chosenOn, reportedOn } from './seeds.ts'

/** `npm run weather [-- --seeds N --every SECONDS --details]`: measures the detection of spikes and silences in generated weeks, seen and unseen ones, with a poll every so many seconds. */

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '8' },
    every: { type: 'string', default: '120' },
    details: { type: 'boolean', default: false },
  },
})
const count = Number(values.seeds)
const say = (line: string) => void process.stdout.write(`${line}\n`)
/** The report counts the false alarms of this formula but does not list them: there are hundreds. */
const literalName = 'as first written'
const names = [...formulas.map(({ name }) => name), 'too quiet']

say(
  'Each kind of week: alarms that were right + false alarms − events without one. Times run from the start of a spike.',
)
report('Weeks on which the thresholds were chosen', chosenOn(count))
report('Weeks that nobody had looked at then', reportedOn(count))

function report(title: string, seeds: number[]): void {
  const byKind = evaluate(seeds, formulas, Number(values.every) * 1000)
  say(`\n${title}: ${kinds.length} kinds, ${seeds.length} of each`)
  say(row('', names))
  for (const [kind, scores] of byKind) say(row(kind, scoresOf(scores).map(alarms)))
  const all = scoresOf(overall(byKind))
  say(
    row(
      'precision',
      all.map((score) => precision(score).toFixed(3)),
    ),
  )
  say(
    row(
      'recall',
      all.map((score) => recall(score).toFixed(3)),
    ),
  )
  const great = all.map(({ tellings }) => tellings.filter(({ isGreat }) => isGreat))
  say(row('5 × or more: told in 15 min', great.map(inTime)))
  for (const [name, share] of [
    ['half', 0.5],
    ['nine of ten', 0.9],
    ['all', 1],
  ] as const)
    say(
      row(
        `  ${name} told within`,
        great.map((tellings) => within(tellings, share)),
      ),
    )
  const ours = formulas.findIndex(({ name }) => name === 'normal')
  for (const telling of great[ours] ?? []) if (!isInTime(telling)) say(`late at normal: ${lateness(telling)}`)
  if (!values.details) return
  for (const [index, name] of names.entries()) if (name !== literalName) details(name, all[index])
}

function scoresOf({ spikes, quiet }: Scores): Score[] {
  return [...spikes, quiet]
}

function row(name: string, cells: string[]): string {
  return [name.padEnd(28), ...cells.map((cell) => cell.padStart(17))].join('')
}

function alarms({ right, wrong, missed }: Score): string {
  if (right + wrong.length + missed.length === 0) return '·'
  return `${right} + ${wrong.length} − ${missed.length}`
}

function inTime(tellings: Telling[]): string {
  return tellings.length === 0 ? '' : `${tellings.filter(isInTime).length} of ${tellings.length}`
}

function within(tellings: Telling[], share: number): string {
  const minutes = tellings.map((telling) => telling.minutes).sort((a, b) => a - b)
  const last = minutes[Math.ceil(share * minutes.length) - 1]
  return last === undefined ? '' : `${Math.round(last)} min`
}

function lateness({ week, minutes, early }: Telling): string {
  return `${week}, ${Math.round(minutes)} min: by minute 15 ${early.count} had come, usually ${early.usual.toFixed(1)}; by chance 1 in ${Math.round(1 / early.chance)} such times`
}

function details(name: string, score: Score | undefined): void {
  for (const one of score?.wrong ?? []) say(`${name}, false: ${one}`)
  for (const one of score?.missed ?? []) say(`${name}, missed: ${one}`)
}
