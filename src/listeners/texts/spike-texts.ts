import { parseJson } from '@overheard/base/json'
import { z } from 'zod'
import {
  ledWords,
  longestStatus,
  type SpikeChoice,
  spikeDetails,
  strictness,
  usually,
} from '../../messages/anomalies/spike.ts'
import { actionIds } from '../../messages/kit/block-actions.ts'
import {
  actions,
  bold,
  bullets,
  button,
  context,
  input,
  plainText,
  richLine,
  richText,
  textMessage,
} from '../../messages/kit/block-kit.ts'
import { sentences } from '../../messages/kit/labels.ts'
import { decimal, grouped, percent } from '../../messages/kit/numbers.ts'
import { cut, isolate } from '../../messages/kit/text.ts'
import type { SpikeSign, VolumeSign } from '../../model/anomaly.ts'
import type { MessageKey } from '../../model/collection.ts'
import type { Content, ModalContent } from '../../model/message.ts'
import { type LiveSpike, recordedDays, type SpikeHistory, type Strictness } from '../../model/spike-card.ts'
import { say } from './say.ts'

type UnclaimedPlace = { count: number; link: string | undefined }

export function readSpikeChoice(value: string): SpikeChoice | undefined {
  return (['false-alarm', 'no-false-alarm', 'unclaimed'] as const).find((choice) => choice === value)
}

/** The answer to **Details** of a running spike: why it is one, and what its card leaves out. */
export function spikeAnswer(spike: LiveSpike, history?: SpikeHistory): Content {
  const [why, more] = [spikeReasons(spike, history), spikeDetails(spike)]
  return {
    text: [why.text, ...more.lines].join('\n'),
    blocks: [...why.blocks, ...more.blocks],
  }
}

/** `history` is that of the last 30 days, with this spike; undefined if it cannot be read. */
function spikeReasons(
  { alertName, signs, called }: Pick<LiveSpike, 'alertName' | 'signs' | 'called'>,
  history?: SpikeHistory,
): Content {
  const alert = isolate(cut(alertName, 60))
  if (signs.length === 0) return textMessage(say.spikeNumbersLost({ alert }), ...historyWords(history))
  const decided = decisive(signs)
  const [first = '', ...more] = decided.map(countedWords)
  return textMessage(
    say.spikeBecause({ alert, reason: first }),
    ...more.map((reason) => say.spikeAlso({ reason })),
    ...decided.map(ruleWords),
    ...(called === undefined ? [] : [say.spikesCalled(called)]),
    ...historyWords(history),
  )
}

function historyWords(history: SpikeHistory | undefined): string[] {
  if (history === undefined) return []
  const { spikes: count, led, falseAlarms, strict } = history
  const marked = falseAlarms === 0 ? [] : [say.falseAlarms({ count: falseAlarms })]
  return [
    sentences([say.spikesBefore({ days: recordedDays, count }), ledWords(led), ...marked]),
    ...(strict === undefined ? [] : [say.strictNow(strictness(strict))]),
  ]
}

/** The answer to the person who marks a spike as a false alarm. `strict` counts this one. `card` is the post of the spike. */
export function markedFalseAlarm(alertName: string, strict: Strictness, card: MessageKey): Content {
  const alert = isolate(cut(alertName, 60))
  const { text, blocks } = textMessage(say.stricter({ alert, ...strictness(strict) }))
  const value = JSON.stringify([card.channel, card.ts])
  return { text, blocks: [...blocks, ...actions([button(say.undoFalseAlarm(), actionIds.spikeUndo, value)])] }
}

const spikeOfButton = z.tuple([z.string(), z.string()]).transform(([channel, ts]) => ({ channel, ts }))

/** Returns undefined if the value is not that of the button **Undo**. */
export const readSpikeUndo = (value: string): MessageKey | undefined =>
  spikeOfButton.safeParse(parseJson(value)).data

/** The answer to the person who takes the mark back. `strict` counts the other false alarms. */
export function unmarkedFalseAlarm(alertName: string, strict: Strictness | undefined): Content {
  const alert = isolate(cut(alertName, 60))
  if (strict === undefined) return textMessage(say.asBefore({ alert }))
  return textMessage(
    say.lessStrict({ alert, ...strictness(strict) }),
    say.otherFalseAlarms({ count: strict.falseAlarms }),
  )
}

export const spikeTooOld = () => textMessage(say.spikeTooOld({ days: recordedDays }))

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
      return say.spikeNegative({
        share: percent(sign.share),
        negative: sign.negative,
        rated: sign.rated,
        usual: percent(sign.baselineShare),
      })
    case 'bursts':
      return say.spikeBursts({
        bursts: sign.count,
        mentions: sign.inLastHour,
        usual: usually(sign.baseline),
      })
    default:
      return say.spikeMentions({
        mentions: sign.count,
        minutes: windowMinutes[sign.rule],
        usual: usually(sign.baseline),
      })
  }
}

function ruleWords(sign: SpikeSign): string {
  switch (sign.rule) {
    case 'sentiment':
      return say.spikeRuleNegative({ points: Math.round(sign.points * 100), least: sign.least })
    case 'bursts':
      return say.spikeRuleBursts({ least: sign.least, times: decimal(sign.times) })
    default: {
      const { threshold, ordinary } = sign
      const minutes = windowMinutes[sign.rule]
      const rule = { least: threshold.least, minutes, times: decimal(threshold.times) }
      return ordinary === undefined
        ? say.spikeRuleMentions(rule)
        : `${say.spikeRuleOdds(rule)} ${rarityWords(ordinary.chance)}`
    }
  }
}

/** A burst that is rarer than once in so many days practically never happens. */
const mostDays = 10_000

/** `chance` (0 to 1) is that of an ordinary day. */
function rarityWords(chance: number): string {
  const days = Math.round(Number((1 / chance).toPrecision(2)))
  return days > mostDays ? say.spikeNeverByChance() : say.spikeRarity({ days })
}

export const spikeStatusInput = 'status'

export function spikeStatusModal(status: string | undefined): ModalContent {
  const element = {
    type: 'plain_text_input' as const,
    action_id: spikeStatusInput,
    max_length: longestStatus,
    ...(status === undefined ? {} : { initial_value: cut(status, longestStatus) }),
  }
  const field = input(say.status(), spikeStatusInput, element, true)
  return {
    title: say.updateStatus(),
    submit: say.save(),
    blocks: [{ ...field, hint: plainText(say.statusHint()) }],
  }
}

export function readSpikeStatus(typed: string): string | undefined {
  return cut(typed, longestStatus) || undefined
}

/** Slack is asked for the links of so many messages. */
export const mostUnclaimedLinks = 10

export function unclaimedMentions(places: UnclaimedPlace[]): Content {
  const all = places.reduce((sum, { count }) => sum + count, 0)
  if (all === 0) return textMessage(say.noneUnclaimed())
  const headline = say.unclaimed({ count: all })
  const listed = places.slice(0, mostUnclaimedLinks)
  const shown = listed.flatMap(({ count, link }) => (link === undefined ? [] : [{ count, link }]))
  const list = bullets(
    shown.map(({ count, link }) =>
      richLine([{ type: 'link', url: link, text: say.unclaimedThere({ count }) }]),
    ),
  )
  const rest = places.length > listed.length ? [say.othersInThread()] : []
  return {
    text: [headline, ...shown.map(({ count, link }) => `${grouped(count)}: ${link}`), ...rest].join('\n'),
    blocks: [
      richText(richLine([bold(headline)]), ...(shown.length === 0 ? [] : [list])),
      ...rest.map((sentence) => context(plainText(sentence))),
    ],
  }
}
