import { ledWords } from '../../messages/anomalies/spike.ts'
import { utc } from '../../messages/kit/dates.ts'
import { grouped, plural } from '../../messages/kit/numbers.ts'
import { strictnessAfter } from '../../model/anomaly.ts'
import { ourCommand } from '../../model/our-command.ts'
import type { Difference, ExampleMention } from './counts.ts'
import type { BacktestResult, Tally } from './replay-past.ts'
import type { SpikeRecord } from './spike-record.ts'

type ReportHeading = {
  days: number
  file: string
  compared?: string
  timezone: string
}

export function formatBacktestReport(
  { tallies, others, differences, notFound }: BacktestResult,
  heading: ReportHeading,
): string {
  const { days, file, compared, timezone } = heading
  return [
    `What ${file} would have posted in the last ${days === 1 ? 'day' : `${days} days`}, by the mentions’ own dates.`,
    'Mutes and late arrivals are not replayed.',
    ...notFound.map((line) => `! ${line}`),
    ...tallies.flatMap(countLines),
    '',
    ...(tallies.length + notFound.length === 0
      ? [`There are no subscriptions: add one to the file, or run \`${ourCommand('setup')}\`.`]
      : dayLines(tallies, `Messages per channel and day (${timezone})`)),
    ...(others === undefined ? [] : ['', ...comparisonLines(compared ?? '', tallies, others, differences)]),
  ].join('\n')
}

function countLines(tally: Tally): string[] {
  const { name, channel, mentions, posted, messages, bursts, held, skipped, spikes } = tally
  const inBursts =
    bursts.count === 0 ? '' : ` (bursts: ${bursts.count}, the largest of ${grouped(bursts.largest)})`
  return [
    '',
    `${name} → ${channel}`,
    `  ${grouped(mentions)} mentions: ${grouped(posted)} posted in ${grouped(messages)} messages${inBursts}`,
    ...(held.mentions === 0
      ? []
      : [`  Quiet hours hold ${grouped(held.mentions)}, posted in ${held.batches} batches.`]),
    ...skipped.map(({ reason, count }) => `  ${column(grouped(count), 9)}  skipped by ${reason}`),
    ...(spikes === undefined ? [] : spikeLines(spikes)),
    ...exampleLines('Loudest posted', tally.loudestPosted, false),
    ...exampleLines('Loudest skipped', tally.loudestSkipped, true),
  ]
}

const maxSpikesShown = 5

function spikeLines({ days, learnedDays, called, sensitivity, posted }: SpikeRecord): string[] {
  const newest = called.slice(-maxSpikesShown).map(({ at }) => utc(at))
  const times =
    newest.length === 0 ? '' : `: ${called.length > newest.length ? '…; ' : ''}${newest.join('; ')}`
  return [
    `  Spikes in the last ${plural(days, 'day')}: ${grouped(called.length)} called by the rule (${sensitivity})${times}`,
    ...(learnedDays >= daysToLearn
      ? []
      : [
          `    The rule learned the usual volume from ${plural(learnedDays, 'day')} before, so it knew little at first.`,
        ]),
    `    ${postedWords(posted)}`,
  ]
}

/** The rule needs three weeks to know the usual bursts of an alert. */
const daysToLearn = 21

function postedWords(posted: SpikeRecord['posted']): string {
  if (posted.kind === 'unknown') return `How many were posted, and led by somebody, is unknown. ${posted.why}`
  const { spikes, led, falseAlarms, strict } = posted
  const were = (count: number) => (count === 1 ? 'was' : 'were')
  const marked =
    falseAlarms === 0
      ? ''
      : ` ${grouped(falseAlarms)} ${were(falseAlarms)} marked as ${falseAlarms === 1 ? 'a false alarm' : 'false alarms'}.`
  const stricter =
    strict === undefined
      ? ''
      : ` Because of false alarms, the rule needs ${strictnessAfter(strict.falseAlarms)}× as many mentions.`
  return `${grouped(spikes)} ${were(spikes)} posted. ${ledWords(led)}${marked}${stricter}`
}

function exampleLines(title: string, examples: ExampleMention[], withReason: boolean): string[] {
  if (examples.length === 0) return []
  return [
    `  ${title}`,
    ...examples.map(({ reach, reason, title: headline, url }) => {
      const why = withReason ? `${reason}  ` : ''
      return `  ${column(grouped(reach), 9)}  ${why}${printableText(headline || url, 60)}`
    }),
  ]
}

function dayLines(tallies: Tally[], title: string): string[] {
  const channels = [...new Set(tallies.map(({ channel }) => channel))]
  const days = [...new Set(tallies.flatMap((tally) => tally.days.map(({ day }) => day)))].sort()
  if (days.length === 0) return ['Nothing would have been posted.']
  const messages = (channel: string, day: string) =>
    tallies
      .filter((tally) => tally.channel === channel)
      .flatMap((tally) => tally.days)
      .reduce((sum, one) => (one.day === day ? sum + one.messages : sum), 0)
  const width = Math.max(8, ...channels.map(({ length }) => length))
  return [
    title,
    `  ${' '.repeat(10)}  ${channels.map((channel) => column(channel, width)).join('  ')}`,
    ...days.map(
      (day) =>
        `  ${day}  ${channels.map((channel) => column(grouped(messages(channel, day)), width)).join('  ')}`,
    ),
  ]
}

function comparisonLines(
  file: string,
  tallies: Tally[],
  others: Tally[],
  differences: Difference[],
): string[] {
  const names = [...new Set([...tallies, ...others].map(({ name }) => name))]
  return [
    `With ${file} instead`,
    ...names.flatMap((name) => {
      const [before, after] = [tallies, others].map((list) => list.find((tally) => tally.name === name))
      if (before === undefined || after === undefined) {
        const [which, tally] =
          before === undefined ? ['only in that file', after] : ['not in that file', before]
        return [`  ${name}: ${which} (${grouped(tally?.posted ?? 0)} posted)`]
      }
      const posted = `${grouped(before.posted)} → ${grouped(after.posted)} posted`
      const messages = `${grouped(before.messages)} → ${grouped(after.messages)} messages`
      const spikes = [before, after].map((tally) => tally.spikes?.called.length)
      const difference = differences.find((one) => one.name === name)
      return [
        `  ${name}: ${posted}, ${messages}${spikes.every((count) => count !== undefined) ? `, ${spikes.join(' → ')} spikes` : ''}`,
        ...(difference === undefined ? [] : changeLines(difference)),
      ]
    }),
    '',
    ...dayLines(others, 'Messages per channel and day with that file'),
  ]
}

function changeLines({ gained, lost }: Difference): string[] {
  return [
    `    ${grouped(gained.count)} more, ${grouped(lost.count)} fewer`,
    ...exampleLines('  Loudest of the new', gained.loudest, true),
    ...exampleLines('  Loudest of the lost', lost.loudest, true),
  ]
}

/**
 * Makes a stranger's text safe for a terminal: one line of at most `most` characters without control characters, which could move the
 * cursor or change colours.
 */
export function printableText(text: string, most: number): string {
  const line = text
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const characters = [...line]
  return characters.length <= most ? line : `${characters.slice(0, most - 1).join('')}…`
}

const column = (text: string, width: number) => text.padStart(width)
