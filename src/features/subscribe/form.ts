import { defined } from '@overheard/base/defined'
import { actionIds } from '../../messages/kit/block-actions.ts'
import {
  actions,
  button,
  context,
  type InputChoice,
  input,
  longestChoice,
  longestInput,
  optionOf,
  plainText,
  section,
  select,
  textInput,
} from '../../messages/kit/block-kit.ts'
import { sentimentLabel, sourceName } from '../../messages/kit/labels.ts'
import { perLocale } from '../../messages/kit/locale.ts'
import { messages } from '../../messages/kit/say.ts'
import { cut } from '../../messages/kit/text.ts'
import { personalTexts } from '../../messages/subscription-notices.ts'
import { countriesIn, languagesIn } from '../../model/iso-codes.ts'
import type { Block, Content, ModalContent } from '../../model/message.ts'
import { sourceNames } from '../../model/source.ts'
import { automatic, dedupeModes, ownMessages, type Subscription } from '../../model/subscription.ts'
import { en } from './texts.en.ts'

export const say = messages(en, (language) => import(`./texts.${language}.ts`))

export const allCountries = perLocale(countriesIn)

const allLanguages = perLocale(languagesIn)

/** Slack's limit for the options of a menu, or of a group in it. */
const mostOptions = 100

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

export const schedules = [
  { times: 'automatic', value: automatic },
  { times: 'every2Minutes', value: '*/2 * * * *' },
  { times: 'every10Minutes', value: '*/10 * * * *' },
  { times: 'hourly', value: '0 * * * *' },
  { times: 'weekdays', value: '0 9 * * 1-5' },
  { times: 'daily', value: '0 9 * * *' },
] as const

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
  /** The quiet hours of all subscriptions that have none of their own. */
  commonQuiet?: Subscription['quiet']
  preview?: FormPreview
}

export function subscribeModal(form: SubscribeForm): ModalContent {
  const { chosen, edits, showsMore } = form
  return {
    title: edits === undefined ? say.title() : say.editTitle(),
    submit: edits === undefined ? say.submit() : say.save(),
    blocks: [
      ...(edits === undefined
        ? placeInputs(form)
        : [section(say.edited({ subscription: cut(edits, 80), alert: cut(chosen.alert ?? '', 100) }))]),
      scheduleInput(chosen),
      ...firstFilters(chosen),
      ...(showsMore
        ? [...rarerFilters(chosen), ...quietInputs(form), ...layoutInputs(chosen)]
        : moreButton()),
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

const moreButton = () => actions([button(say.moreSettings(), actionIds.formMore, 'more')])

function previewBlocks(preview: FormPreview | undefined): Block[] {
  const sentence = preview?.sentence ?? say.previewQuestion()
  const accessory = button(say.preview(), actionIds.previewForm, 'preview')
  return [section(sentence, { block_id: 'preview', accessory }), ...(preview?.sample?.blocks ?? [])]
}

function placeInputs({ offered, left = 0, chosen }: SubscribeForm): Block[] {
  const options = offered.map(({ id, name }) => ({ label: cut(name, 75) || id, value: id.slice(0, 150) }))
  const alerts = {
    ...select(say.alert(), subscribeInputs.alert, options, chosen.alert),
    ...(left > 0 ? hint(say.moreAlerts({ count: left })) : {}),
  }
  if (chosen.channel === ownMessages) return [alerts, context(plainText(personalTexts.place()))]
  const channel = {
    type: 'conversations_select' as const,
    action_id: subscribeInputs.channel,
    filter: { include: ['public' as const, 'private' as const] },
    ...defined({ initial_conversation: chosen.channel }),
  }
  return [alerts, input(say.channel(), subscribeInputs.channel, channel)]
}

function scheduleInput({ schedule = automatic }: Partial<Subscription>): Block {
  const isListed = schedules.some(({ value }) => value === schedule)
  const own = isListed ? [] : [{ label: schedule.slice(0, 75), value: schedule }]
  const offered = schedules.map(({ times, value }) => ({ label: say.schedule({ times }), value }))
  return select(say.howOften(), subscribeInputs.schedule, [...offered, ...own], schedule)
}

function firstFilters({ only }: Partial<Subscription>): Block[] {
  const sentiments = ['negative', 'neutral', 'positive'] as const
  const rated = sentiments.map((value) => ({ label: sentimentLabel(value), value }))
  const sources = [...sourceNames.keys()].map((value) => ({ label: sourceName(value), value }))
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
      say.sentiment(),
      subscribeInputs.sentiment,
      [...rated, { label: say.notRated(), value: 'unknown' }],
      only?.sentiment,
      say.anySentiment(),
    ),
    multiSelect(say.sources(), subscribeInputs.source, sources, only?.source, say.allSources()),
    input(say.reach(), subscribeInputs.reach, reach, true),
  ]
}

function rarerFilters({ only, except }: Partial<Subscription>): Block[] {
  const { language, country } = subscribeInputs
  const unknown = { label: say.unknown(), value: 'unknown' }
  const languages = [...allLanguages(), unknown]
  const countries = [...allCountries(), unknown]
  return [
    multiSelect(say.languages(), language, languages, only?.language, say.allLanguages()),
    multiSelect(say.countries(), country, countries, only?.country, say.allCountries()),
    wordsInput(except?.text),
  ]
}

function wordsInput(list: string[] | undefined): Block {
  const written = list && writtenList(list)
  if (list !== undefined && written === undefined)
    return context(plainText(say.tooManyWords({ count: list.length })))
  return {
    ...textInput(say.excludeWords(), subscribeInputs.exceptText, written),
    ...hint(say.separateWords()),
  }
}

/** Puts values with a comma in quotes, as the form reads them. Returns undefined if they are too long for an input. */
export function writtenList(list: string[]): string | undefined {
  const words = list.map((word) => (/[,;]/.test(word) ? `"${word}"` : word))
  return [words.join(', '), words.join(',')].find(({ length }) => length <= longestInput)
}

/** Quiet hours in another time zone keep that zone, because the hours follow the clock changes of the zone. */
function quietInputs({ chosen: { quiet }, timezone: own, commonQuiet }: SubscribeForm): Block[] {
  const timezone = quiet?.timezone ?? own
  const whose = timezone === own ? say.yourTimezone({ timezone }) : say.setTimezone({ timezone })
  return [
    {
      ...timeInput(say.quietFrom(), subscribeInputs.quietFrom, quiet?.from),
      ...(commonQuiet !== undefined && hint(say.commonQuiet(commonQuiet))),
    },
    { ...timeInput(say.quietTo(), subscribeInputs.quietTo, quiet?.to), ...hint(whose) },
  ]
}

function layoutInputs({ style = 'full', dedupe }: Partial<Subscription>): Block[] {
  const styles = (['full', 'compact'] as const).map((value) => ({
    label: say.style({ style: value }),
    value,
  }))
  const modes = (['none', ...dedupeModes] as const).map((mode) => ({
    label: say.dedupe({ mode }),
    value: mode,
  }))
  return [
    select(say.layout(), subscribeInputs.style, styles, style),
    select(say.duplicates(), subscribeInputs.dedupe, modes, dedupe ?? 'none'),
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
