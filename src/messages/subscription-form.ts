import { isDeepStrictEqual } from 'node:util'
import type { SectionBlock } from '@slack/types'
import type { Block, Content, ModalContent } from '../model/message.ts'
import type { Subscription } from '../model/subscription.ts'
import { actionIds } from './block-actions.ts'
import { button, input, optionOf, plainText, select, textInput, textMessage, timeInput } from './block-kit.ts'
import { grouped, plural } from './numbers.ts'
import { ruleName } from './reasons.ts'
import { cut, isolate } from './text.ts'

/** The names of the inputs of the modal. */
export const subscribeInputs = {
  alert: 'alert',
  channel: 'channel',
  schedule: 'schedule',
  sentiment: 'sentiment',
  source: 'source',
  reach: 'reach',
  exceptText: 'except_text',
  quietFrom: 'quiet_from',
  quietTo: 'quiet_to',
  style: 'style',
  dedupe: 'dedupe',
} as const

/** The offered schedules in words; the values are cron expressions. */
export const schedules = [
  { label: 'Every 2 minutes', value: '*/2 * * * *' },
  { label: 'Every 10 minutes', value: '*/10 * * * *' },
  { label: 'Every hour', value: '0 * * * *' },
  { label: 'Weekdays at nine', value: '0 9 * * 1-5' },
  { label: 'Every day at nine', value: '0 9 * * *' },
]

const sentiments = {
  negative: 'Negative',
  neutral: 'Neutral',
  positive: 'Positive',
  unknown: 'Not rated',
} as const

/**
 * The initial content of the form: the offered alerts of a new subscription (at most 100, Slack's limit), the number of the others, and the
 * chosen values. `timezone`: of times and slow schedules (IANA); `preview`: a sentence, once it is known.
 */
type SubscribeForm = {
  offered: { id: string; name: string }[]
  left?: number
  chosen: Partial<Subscription>
  timezone: string
  /** The name of the edited subscription. Its alert and channel cannot be changed. */
  edits?: string
  preview?: string
}

/** The modal in which a subscription is made or changed. */
export function subscribeModal(form: SubscribeForm): ModalContent {
  const { chosen, edits } = form
  const zone = `Time zone: ${chosen.quiet?.timezone ?? form.timezone}`
  const previewSection = {
    type: 'section' as const,
    block_id: 'preview',
    text: plainText(form.preview ?? 'Preview: how many posts would this have made in the last 7 days?'),
    accessory: button('Preview', actionIds.previewForm, 'preview'),
  } satisfies SectionBlock
  return {
    title: edits === undefined ? 'Subscribe' : 'Edit subscription',
    submit: edits === undefined ? 'Subscribe' : 'Save',
    blocks: [
      ...(edits === undefined ? placeInputs(form) : [fixedPlace(edits, chosen)]),
      scheduleInput(chosen),
      ...filterInputs(chosen),
      ...quietInputs(chosen, zone),
      styleInput(chosen),
      dedupeInput(chosen),
      previewSection,
    ],
  }
}

function fixedPlace(name: string, { alert = '' }: Partial<Subscription>): Block {
  const sentence = `${cut(name, 80)} watches ${cut(alert, 100)}.`
  return { type: 'section', text: plainText(sentence) } satisfies SectionBlock
}

function placeInputs({ offered, left = 0, chosen }: SubscribeForm): Block[] {
  const options = offered.map(({ id, name }) => ({ label: cut(name, 75) || id, value: id.slice(0, 150) }))
  const more = `${plural(left, 'more alert')} do not fit here: name one in the command, /mentions subscribe NAME.`
  const channel = {
    type: 'conversations_select' as const,
    action_id: subscribeInputs.channel,
    filter: { include: ['public' as const, 'private' as const] },
    ...(chosen.channel === undefined ? {} : { initial_conversation: chosen.channel }),
  }
  return [
    { ...select('Alert', subscribeInputs.alert, options, chosen.alert), ...(left > 0 ? hint(more) : {}) },
    input('Channel', subscribeInputs.channel, channel),
  ]
}

function scheduleInput({ schedule = schedules[0]?.value }: Partial<Subscription>): Block {
  const isListed = schedules.some(({ value }) => value === schedule)
  const own = isListed || schedule === undefined ? [] : [{ label: schedule.slice(0, 75), value: schedule }]
  return select('How often', subscribeInputs.schedule, [...schedules, ...own], schedule)
}

function filterInputs({ only, except }: Partial<Subscription>): Block[] {
  const options = Object.entries(sentiments).map(([value, label]) => optionOf({ label, value }))
  const initial = options.filter(({ value }) => only?.sentiment?.some((one) => one === value))
  const sentiment = {
    type: 'multi_static_select' as const,
    action_id: subscribeInputs.sentiment,
    options,
    ...(initial.length === 0 ? {} : { initial_options: initial }),
  }
  return [
    input('Sentiment', subscribeInputs.sentiment, sentiment, true),
    textInput('Sources (reddit, web, …)', subscribeInputs.source, writtenList(only?.source)),
    textInput('Minimum reach', subscribeInputs.reach, only?.reach?.from?.toString()),
    textInput('Exclude words', subscribeInputs.exceptText, writtenList(except?.text)),
  ]
}

/** A list as the form reads it again: values with a comma are in quotes. */
function writtenList(list: string[] | undefined): string | undefined {
  return list?.map((word) => (/[,;]/.test(word) ? `"${word}"` : word)).join(', ')
}

function quietInputs({ quiet }: Partial<Subscription>, zone: string): Block[] {
  return [
    timeInput("Don't post between", subscribeInputs.quietFrom, quiet?.from),
    { ...timeInput('and', subscribeInputs.quietTo, quiet?.to), ...hint(zone) },
  ]
}

function styleInput({ style = 'full' }: Partial<Subscription>): Block {
  const options = [
    { label: 'Full', value: 'full' },
    { label: 'Compact (one line)', value: 'compact' },
  ]
  return select('Layout', subscribeInputs.style, options, style)
}

function dedupeInput({ dedupe }: Partial<Subscription>): Block {
  const options = [
    { label: 'Post every mention', value: 'none' },
    { label: 'Group identical links and titles', value: 'url' },
    { label: 'Group the same story across sites', value: 'story' },
  ]
  return select('Duplicates', subscribeInputs.dedupe, options, dedupe ?? 'none')
}

const hint = (text: string) => ({ hint: plainText(text) })

type Settings = Omit<Subscription, 'name'>

/** The settings in the form, by their labels. */
const formFields: [label: string, of: (settings: Settings) => unknown][] = [
  ['how often', ({ schedule, timezone }) => [schedule, timezone]],
  ['sentiment', ({ only }) => only?.sentiment],
  ['sources', ({ only }) => only?.source],
  ['minimum reach', ({ only }) => only?.reach],
  ['excluded words', ({ except }) => except],
  ['quiet hours', ({ quiet }) => quiet],
  ['layout', ({ style }) => style],
  ['duplicates', ({ dedupe }) => dedupe],
]

/** For example ": sources, quiet hours", to follow the name of a subscription; empty if the form changed nothing. */
export function changedSettings(before: Settings, after: Settings): string {
  const changed = formFields.filter(([, of]) => !isDeepStrictEqual(of(before), of(after)))
  return changed.length === 0 ? '' : `: ${changed.map(([label]) => label).join(', ')}`
}

/** The numbers of mentions by outcome, as `rules/replay.ts` counts them. */
type PreviewCounts = {
  total: number
  posted: number
  held: number
  skipped: { reason: string; count: number }[]
}

/** "Would have posted 14 of 61 in the last 7 days." `more`: only a part of the mentions was counted. */
export function previewSentence({ total, posted }: PreviewCounts, more: boolean): string {
  if (total === 0) return 'No mentions in the last 7 days.'
  const all = more ? `the latest ${grouped(total)}` : grouped(total)
  return `${grouped(posted)} of ${all} mentions from the last 7 days would have been posted.`
}

/** The counts of a subscription by rule. */
export function previewAnswer(name: string, counted: PreviewCounts, more: boolean): Content {
  const left = counted.skipped.map(({ reason, count }) => `${grouped(count)} by ${ruleName(reason)}`)
  return textMessage(
    `${isolate(cut(name, 80))}: ${previewSentence(counted, more)}`,
    ...(counted.held === 0 ? [] : [`Held until quiet hours end: ${grouped(counted.held)}.`]),
    ...(left.length === 0 ? [] : [`Not posted: ${left.join(', ')}.`]),
  )
}
