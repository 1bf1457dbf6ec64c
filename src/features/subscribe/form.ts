import { actionIds } from '../../messages/kit/block-actions.ts'
import {
  actions,
  button,
  context,
  type InputChoice,
  input,
  optionOf,
  plainText,
  section,
  select,
  textInput,
} from '../../messages/kit/block-kit.ts'
import { sentimentLabel } from '../../messages/kit/labels.ts'
import { perLocale } from '../../messages/kit/locale.ts'
import { plural } from '../../messages/kit/numbers.ts'
import { cut } from '../../messages/kit/text.ts'
import { personalTexts } from '../../messages/subscription-notices.ts'
import { defined } from '../../model/defined.ts'
import { countriesIn, languagesIn } from '../../model/iso-codes.ts'
import type { Block, Content, ModalContent } from '../../model/message.ts'
import { sourceNames } from '../../model/source.ts'
import { automatic, ownMessages, type Subscription } from '../../model/subscription.ts'

export const allCountries = perLocale(countriesIn)

const allLanguages = perLocale(languagesIn)

/** Slack's limit for the options of a menu, or of a group in it. */
const mostOptions = 100

/** Slack's limit for an option's value, in characters. */
export const longestChoice = 150

export const subscribeInputs = {
  alert: 'alert',
  channel: 'channel',
  schedule: 'schedule',
  sentiment: 'sentiment',
  source: 'source',
  reach: 'reach',
  language: 'language',
  country: 'country',
  exceptText: 'except_text',
  quietFrom: 'quiet_from',
  quietTo: 'quiet_to',
  style: 'style',
  dedupe: 'dedupe',
} as const

export const formErrors = {
  alert: 'Choose an alert.',
  channel: 'Choose a channel.',
  schedule: 'Choose how often.',
  time: 'Choose a time.',
  reach: 'Enter a whole number, such as 1000.',
  quietFrom: 'Say when the quiet hours begin, too.',
  quietTo: 'Say when the quiet hours end, too.',
  exceptText: (most: number) => `Each entry has at most ${most} characters. Separate entries with commas.`,
}

export const schedules = [
  { label: 'Automatic: busy alerts within seconds', value: automatic },
  { label: 'Every 2 minutes', value: '*/2 * * * *' },
  { label: 'Every 10 minutes', value: '*/10 * * * *' },
  { label: 'Every hour', value: '0 * * * *' },
  { label: 'Weekdays at nine', value: '0 9 * * 1-5' },
  { label: 'Every day at nine', value: '0 9 * * *' },
]

const notRated = { label: 'Not rated', value: 'unknown' }
const unknown = { label: 'Unknown', value: 'unknown' }

export type FormPreview = { sentence: string; sample?: Content }

type SubscribeForm = {
  /** At most 100 alerts (Slack's limit); empty for an edited subscription. */
  offered: { id: string; name: string }[]
  left?: number
  chosen: Partial<Subscription>
  timezone: string
  showsMore: boolean
  /** The name of the edited subscription. Its alert and channel cannot change. */
  edits?: string
  preview?: FormPreview
}

export function subscribeModal(form: SubscribeForm): ModalContent {
  const { chosen, edits, showsMore } = form
  return {
    title: edits === undefined ? 'Subscribe' : 'Edit subscription',
    submit: edits === undefined ? 'Subscribe' : 'Save',
    blocks: [
      ...(edits === undefined
        ? placeInputs(form)
        : [section(`${cut(edits, 80)} watches ${cut(chosen.alert ?? '', 100)}.`)]),
      scheduleInput(chosen),
      ...firstFilters(chosen),
      ...(showsMore ? [...rarerFilters(chosen), ...quietInputs(form), ...layoutInputs(chosen)] : moreButton),
      ...previewBlocks(form.preview),
    ],
  }
}

/** Returns true if the subscription has settings of the form's second step. The form must then show that step. */
export function hasMoreSettings({ only, except, quiet, style, dedupe }: Partial<Subscription>): boolean {
  const lists = [only?.language, only?.country, except?.text]
  return (
    lists.some((list) => list !== undefined) ||
    quiet !== undefined ||
    style === 'compact' ||
    (dedupe !== undefined && dedupe !== 'coverage')
  )
}

const moreButton = actions([button('More settings…', actionIds.formMore, 'more')])

function previewBlocks(preview: FormPreview | undefined): Block[] {
  const sentence = preview?.sentence ?? 'Preview: how many posts would this have made in the last 7 days?'
  const accessory = button('Preview', actionIds.previewForm, 'preview')
  return [section(sentence, { block_id: 'preview', accessory }), ...(preview?.sample?.blocks ?? [])]
}

function placeInputs({ offered, left = 0, chosen }: SubscribeForm): Block[] {
  const options = offered.map(({ id, name }) => ({ label: cut(name, 75) || id, value: id.slice(0, 150) }))
  const more = `${plural(left, 'more alert')} do not fit here: name one in the command, /mentions subscribe NAME.`
  const alerts = {
    ...select('Alert', subscribeInputs.alert, options, chosen.alert),
    ...(left > 0 ? hint(more) : {}),
  }
  if (chosen.channel === ownMessages) return [alerts, context(plainText(personalTexts.place))]
  const channel = {
    type: 'conversations_select' as const,
    action_id: subscribeInputs.channel,
    filter: { include: ['public' as const, 'private' as const] },
    ...defined({ initial_conversation: chosen.channel }),
  }
  return [alerts, input('Channel', subscribeInputs.channel, channel)]
}

function scheduleInput({ schedule = automatic }: Partial<Subscription>): Block {
  const isListed = schedules.some(({ value }) => value === schedule)
  const own = isListed ? [] : [{ label: schedule.slice(0, 75), value: schedule }]
  return select('How often', subscribeInputs.schedule, [...schedules, ...own], schedule)
}

function firstFilters({ only }: Partial<Subscription>): Block[] {
  const sentiments = ['negative', 'neutral', 'positive'] as const
  const rated = sentiments.map((value) => ({ label: sentimentLabel(value), value }))
  const sources = [...sourceNames].map(([value, label]) => ({ label, value }))
  const reach = {
    type: 'number_input' as const,
    action_id: subscribeInputs.reach,
    is_decimal_allowed: false,
    min_value: '0',
    max_value: '999999999999',
    ...(only?.reach?.from === undefined ? {} : { initial_value: String(only.reach.from) }),
  }
  return [
    multiSelect(
      'Sentiment',
      subscribeInputs.sentiment,
      [...rated, notRated],
      only?.sentiment,
      'Any sentiment',
    ),
    multiSelect('Sources', subscribeInputs.source, sources, only?.source, 'All sources'),
    input('Minimum reach', subscribeInputs.reach, reach, true),
  ]
}

function rarerFilters({ only, except }: Partial<Subscription>): Block[] {
  const { language, country, exceptText } = subscribeInputs
  return [
    multiSelect('Languages', language, [...allLanguages(), unknown], only?.language, 'All languages'),
    multiSelect('Countries', country, [...allCountries(), unknown], only?.country, 'All countries'),
    {
      ...textInput('Exclude words', exceptText, writtenList(except?.text)),
      ...hint('Separate words with commas.'),
    },
  ]
}

/** Puts values with a comma in quotes, as the form reads them. */
function writtenList(list: string[] | undefined): string | undefined {
  return list?.map((word) => (/[,;]/.test(word) ? `"${word}"` : word)).join(', ')
}

/** Quiet hours in another time zone keep that zone, because the hours follow the clock changes of the zone. */
function quietInputs({ chosen: { quiet }, timezone: own }: SubscribeForm): Block[] {
  const zone = quiet?.timezone ?? own
  const whose = zone === own ? `Your time zone: ${zone}` : `Time zone: ${zone}, as it was set`
  return [
    timeInput("Don't post between", subscribeInputs.quietFrom, quiet?.from),
    { ...timeInput('and', subscribeInputs.quietTo, quiet?.to), ...hint(whose) },
  ]
}

function layoutInputs({ style = 'full', dedupe }: Partial<Subscription>): Block[] {
  const styles = [
    { label: 'Full', value: 'full' },
    { label: 'Compact (one line)', value: 'compact' },
  ]
  const modes = [
    { label: 'Post every mention', value: 'none' },
    { label: 'Group identical links and titles', value: 'url' },
    { label: 'Group nearly the same titles', value: 'story' },
    { label: 'One card for each story, also in other words', value: 'coverage' },
  ]
  return [
    select('Layout', subscribeInputs.style, styles, style),
    select('Duplicates', subscribeInputs.dedupe, modes, dedupe ?? 'none'),
  ]
}

const hint = (text: string) => ({ hint: plainText(text) })

/**
 * Accepts up to 10,000 choices and shows them in groups of 100. `none` is shown if nothing is chosen. Chosen values that are not offered,
 * such as patterns of the configuration, are added, so that saving the form keeps them.
 */
function multiSelect(
  label: string,
  name: string,
  offered: InputChoice[],
  chosen: string[] = [],
  none: string,
): Block {
  const isKnown = (value: string) => offered.some((one) => one.value === value)
  const own = chosen
    .filter((value) => !isKnown(value) && value.length <= longestChoice)
    .map((value) => ({ label: cut(value, 75) || value, value }))
  const choices = [...offered, ...own].map(optionOf)
  const initial = chosen.flatMap((value) => choices.find((one) => one.value === value) ?? [])
  const groups = Array.from({ length: Math.ceil(choices.length / mostOptions) }, (_, index) => {
    const options = choices.slice(index * mostOptions, (index + 1) * mostOptions)
    const ends = [options[0], options.at(-1)].map((one) => one?.text.text.slice(0, 1) ?? '')
    return { label: plainText(ends.join(' – ')), options }
  })
  return input(
    label,
    name,
    {
      type: 'multi_static_select',
      action_id: name,
      placeholder: plainText(none),
      ...(groups.length > 1 ? { option_groups: groups } : { options: choices }),
      ...(initial.length === 0 ? {} : { initial_options: initial }),
    },
    true,
  )
}

function timeInput(label: string, name: string, initial: string | undefined): Block {
  const element = { type: 'timepicker' as const, action_id: name }
  return input(label, name, initial === undefined ? element : { ...element, initial_time: initial }, true)
}
