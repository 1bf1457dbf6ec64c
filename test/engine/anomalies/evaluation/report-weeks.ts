import { evaluate, formulas, overall, type Scores } from './evaluate.ts'
import { kinds } from './plans.ts'
import { isInTime, precision, recall, type Score, type Telling } from './score.ts'
import { chosenOn, reportedOn } from './seeds.ts'

type Options = { seeds: number; everyMs: number; showDetails: boolean; say: (line: string) => void }

/** The report counts the false alarms of this formula but does not list them: there are hundreds. */
const literalName = 'as first written'
const names = [...formulas.map(({ name }) => name), 'too quiet']

/** Measures the detection of spikes and silences in generated weeks, seen and unseen ones, with a poll every `everyMs`. */
export function reportWeeks(options: Options): void {
  options.say(
    'Each kind of week: alarms that were right + false alarms − events without one. Times run from the start of a spike.',
  )
  report('Weeks on which the thresholds were chosen', chosenOn(options.seeds), options)
  report('Weeks that nobody had looked at then', reportedOn(options.seeds), options)
}

function report(title: string, seeds: number[], { everyMs, showDetails, say }: Options): void {
  const byKind = evaluate(seeds, formulas, everyMs)
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
  if (!showDetails) return
  for (const [index, name] of names.entries())
    if (name !== literalName) for (const line of details(name, all[index])) say(line)
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

function details(name: string, score: Score | undefined): string[] {
  const { wrong = [], missed = [] } = score ?? {}
  return [...wrong.map((one) => `${name}, false: ${one}`), ...missed.map((one) => `${name}, missed: ${one}`)]
}
