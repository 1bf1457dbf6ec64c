import {
  chanceWords,
  ledWords,
  longestStatus,
  type SpikeChoice,
  strictWords,
  usually,
} from '../../messages/anomalies/spike.ts'
import {
  bold,
  bullets,
  context,
  input,
  plainText,
  richLine,
  richText,
  textMessage,
} from '../../messages/kit/block-kit.ts'
import { grouped, percent, plural } from '../../messages/kit/numbers.ts'
import { cut, isolate } from '../../messages/kit/text.ts'
import type { CalledCount, SpikeSign, VolumeSign } from '../../model/anomaly.ts'
import type { Content, ModalContent } from '../../model/message.ts'
import { type LiveSpike, recordedDays, type SpikeHistory, type Strictness } from '../../model/spike-card.ts'

type UnclaimedPlace = { count: number; link: string | undefined }

export function readSpikeChoice(value: string): SpikeChoice | undefined {
  return (['false-alarm', 'no-false-alarm', 'unclaimed'] as const).find((choice) => choice === value)
}

/** `history` is that of the last 30 days, with this spike; undefined if it cannot be read. */
export function spikeReasons(
  { alertName, signs, called }: Pick<LiveSpike, 'alertName' | 'signs' | 'called'>,
  history?: SpikeHistory,
): Content {
  const name = isolate(cut(alertName, 60))
  if (signs.length === 0)
    return textMessage(
      `${name}: Overheard lost the numbers behind this alert when its disk was wiped.`,
      ...historyWords(history),
    )
  const decided = decisive(signs)
  return textMessage(
    `${name} has a spike, because there are:`,
    ...decided.map(countedWords),
    ...decided.map(ruleWords),
    ...(called === undefined ? [] : [calledWords(called)]),
    ...historyWords(history),
  )
}

const calledWords = ({ count, days, sensitivity }: CalledCount) =>
  `${days === 1 ? 'Today' : `In the last ${days} days`} the rule (sensitivity: ${sensitivity}) would have called ${plural(count, 'spike')} of this alert.`

function historyWords(history: SpikeHistory | undefined): string[] {
  if (history === undefined) return []
  const { spikes, led, falseAlarms, strict } = history
  const marked =
    falseAlarms === 0
      ? ''
      : falseAlarms === 1
        ? ' 1 was a false alarm.'
        : ` ${grouped(falseAlarms)} were false alarms.`
  return [
    `In the last ${recordedDays} days this alert had ${plural(spikes, 'spike')} here. ${ledWords(led)}${marked}`,
    ...(strict === undefined ? [] : [`Because of the false alarms, a spike ${strictWords(strict)}.`]),
  ]
}

/** The answer to the person who marks a spike as a false alarm. `strict` counts this one. */
export function markedFalseAlarm(alertName: string, strict: Strictness): Content {
  return textMessage(
    `${isolate(cut(alertName, 60))} is stricter now: its next spike here ${strictWords(strict)}.`,
    'To undo this, choose “Not a false alarm” in the menu of the post.',
  )
}

/** The answer to the person who takes the mark back. `strict` counts the other false alarms. */
export function unmarkedFalseAlarm(alertName: string, strict: Strictness | undefined): Content {
  const name = isolate(cut(alertName, 60))
  if (strict === undefined)
    return textMessage(`${name} is less strict again: its next spike here needs as many mentions as before.`)
  return textMessage(
    `${name} is less strict again: its next spike here ${strictWords(strict)}.`,
    `There ${strict.falseAlarms === 1 ? 'is' : 'are'} still ${plural(strict.falseAlarms, 'other false alarm')}.`,
  )
}

export const spikeTooOld: Content = textMessage(
  `Nothing was changed. Only spikes of the last ${recordedDays} days can be marked as false alarms.`,
)

const windowMinutes: Record<VolumeSign['rule'], number> = { hour: 60, 'half-hour': 30, quarter: 15 }

/** Each sign alone is enough for a spike. If the volume was too high in several windows, keeps only the shortest window. */
function decisive(signs: SpikeSign[]): SpikeSign[] {
  const minutesOf = (sign: SpikeSign) => (isVolume(sign) ? windowMinutes[sign.rule] : 0)
  const shortest = Math.min(...signs.filter(isVolume).map(minutesOf))
  return signs.filter((sign) => !isVolume(sign) || minutesOf(sign) === shortest)
}

const isVolume = (sign: SpikeSign): sign is VolumeSign => sign.rule in windowMinutes

function countedWords(sign: SpikeSign): string {
  switch (sign.rule) {
    case 'sentiment':
      return `• ${percent(sign.share)} negative in the last 24 hours (${grouped(sign.negative)} of ${grouped(sign.rated)} rated), usually ${percent(sign.baselineShare)}.`
    case 'bursts':
      return `• ${plural(sign.count, 'burst')} within 30 minutes, and ${plural(sign.inLastHour, 'mention')} in the last hour, usually ${usually(sign.baseline)}.`
    default:
      return `• ${plural(sign.count, 'mention')} in ${windowMinutes[sign.rule]} minutes, usually ${usually(sign.baseline)}.`
  }
}

function ruleWords(sign: SpikeSign): string {
  switch (sign.rule) {
    case 'sentiment':
      return `Overheard alerts when the negative share rises by at least ${Math.round(sign.points * 100)} percentage points among at least ${sign.least} rated mentions, and chance does not explain it.`
    case 'bursts':
      return `Overheard alerts when there are at least ${plural(sign.least, 'burst')} within 30 minutes and ${sign.times}× the usual number in the last hour.`
    default: {
      const { threshold, ordinary } = sign
      const rule = `Overheard alerts when there are at least ${plural(threshold.least, 'mention')} and ${threshold.times}× the usual number`
      if (ordinary === undefined) return `${rule}. The usual bursts of this alert are not known yet.`
      const { chance, maxChance, days } = ordinary
      return `${rule}, and few days of this alert have such a burst (at most ${chanceWords(maxChance)}). Odds of one on a usual day, from the last ${plural(days, 'day')}: ${chanceWords(chance)}.`
    }
  }
}

export const spikeStatusInput = 'status'

export function spikeStatusModal(status: string | undefined): ModalContent {
  const element = {
    type: 'plain_text_input' as const,
    action_id: spikeStatusInput,
    max_length: longestStatus,
    ...(status === undefined ? {} : { initial_value: cut(status, longestStatus) }),
  }
  const field = input('Status', spikeStatusInput, element, true)
  const hint = plainText(
    'One line that everybody sees on the card, for example: We are rolling back 5.3. Leave it empty to remove it.',
  )
  return { title: 'Update status', submit: 'Save', blocks: [{ ...field, hint }] }
}

export function readSpikeStatus(typed: string): string | undefined {
  return cut(typed, longestStatus) || undefined
}

/** Slack is asked for the links of so many messages. */
export const mostUnclaimedLinks = 10

export function unclaimedMentions(places: UnclaimedPlace[]): Content {
  const all = places.reduce((sum, { count }) => sum + count, 0)
  if (all === 0) return textMessage('Every mention of this spike is claimed, done or not relevant.')
  const headline = `${plural(all, 'mention')} of this spike ${all === 1 ? 'is' : 'are'} unclaimed`
  const listed = places.slice(0, mostUnclaimedLinks)
  const shown = listed.flatMap(({ count, link }) => (link === undefined ? [] : [{ count, link }]))
  const list = bullets(
    shown.map(({ count, link }) =>
      richLine([{ type: 'link', url: link, text: `Message with ${grouped(count)} unclaimed` }]),
    ),
  )
  const rest = places.length > listed.length ? ['The others follow in the same thread.'] : []
  return {
    text: [headline, ...shown.map(({ count, link }) => `${grouped(count)}: ${link}`), ...rest].join('\n'),
    blocks: [
      richText(richLine([bold(headline)]), ...(shown.length === 0 ? [] : [list])),
      ...rest.map((sentence) => context(plainText(sentence))),
    ],
  }
}
