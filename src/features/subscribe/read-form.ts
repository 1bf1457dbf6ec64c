import { inputText, type ViewSubmission } from '../../listeners/payloads.ts'
import { longestChoice } from '../../messages/kit/block-kit.ts'
import {
  automatic,
  dedupeModes,
  type Filter,
  longestPattern,
  type Subscription,
} from '../../model/subscription.ts'
import { plainLine } from '../../typed/text.ts'
import { say, schedules, subscribeInputs, writtenList } from './form.ts'

export type ParsedForm =
  | { kind: 'settings'; settings: Omit<Subscription, 'name'> }
  | { kind: 'wrong'; errors: Record<string, string> }

type FormContext = {
  showsMore: boolean
  before: Partial<Subscription>
  timezone: string
  /** Returns true if a cron expression fires in every hour. Such a schedule runs in UTC. */
  firesHourly: (expression: string) => boolean
}

export function parseSubscribeForm({ values }: ViewSubmission, context: FormContext): ParsedForm {
  const given = (name: string) => inputText(values, name)?.trim() ?? ''
  const errors = errorsIn(given, context.before)
  if (Object.keys(errors).length > 0) return { kind: 'wrong', errors }
  return { kind: 'settings', settings: settingsOf(values, given, context) }
}

type ReadInput = (name: string) => string

function errorsIn(given: ReadInput, before: Partial<Subscription>): Record<string, string> {
  const { alert, channel, schedule, reach, exceptText, quietFrom, quietTo } = subscribeInputs
  const errors: Record<string, string> = {}
  if (before.alert === undefined && given(alert) === '') errors[alert] = say.chooseAlert()
  if (before.channel === undefined && given(channel) === '') errors[channel] = say.chooseChannel()
  if (!isOffered(given(schedule), before.schedule)) errors[schedule] = say.chooseSchedule()
  if (!/^\d{0,12}$/.test(given(reach))) errors[reach] = say.wholeNumber()
  const [from, to] = [given(quietFrom), given(quietTo)]
  for (const input of [quietFrom, quietTo])
    if (!/^(?:(?:[01]\d|2[0-3]):[0-5]\d)?$/.test(given(input))) errors[input] = say.chooseTime()
  if (from === '' && to !== '') errors[quietFrom] = say.sayQuietFrom()
  if (from !== '' && to === '') errors[quietTo] = say.sayQuietTo()
  if (excludedWords(given, before).some((word) => word.length > longestPattern))
    errors[exceptText] = say.longWord({ most: longestPattern })
  return errors
}

const isOffered = (schedule: string, before: string | undefined) =>
  ['', before].includes(schedule) || schedules.some(({ value }) => value === schedule)

function settingsOf(
  values: ViewSubmission['values'],
  given: ReadInput,
  context: FormContext,
): Omit<Subscription, 'name'> {
  const { before, showsMore } = context
  const { quiet: _quiet, dedupe: _dedupe, ...kept } = before
  const schedule = given(subscribeInputs.schedule) || automatic
  return {
    backfill: 0,
    burst: 5,
    except: {},
    ...(showsMore ? kept : before),
    alert: before.alert ?? given(subscribeInputs.alert),
    channel: before.channel ?? given(subscribeInputs.channel),
    schedule,
    timezone: zoneFor(schedule, context),
    only: onlyOf(values, before.only ?? {}, given(subscribeInputs.reach), showsMore),
    ...(showsMore ? moreSettings(given, context) : {}),
  }
}

/**
 * Keeps the time zone of an edited subscription if a person chose it. A schedule that fires hourly always runs in UTC, so nobody chose its
 * zone.
 */
function zoneFor(schedule: string, { before, timezone, firesHourly }: FormContext): string {
  if (firesHourly(schedule)) return 'UTC'
  const isChosen = before.schedule !== undefined && !firesHourly(before.schedule)
  return isChosen ? (before.timezone ?? timezone) : timezone
}

function moreSettings(given: ReadInput, { before, timezone }: FormContext) {
  const [from, to] = [given(subscribeInputs.quietFrom), given(subscribeInputs.quietTo)]
  return {
    except: withList(before.except ?? {}, 'text', excludedWords(given, before)),
    ...styleOf(given(subscribeInputs.style), before),
    ...(from === '' ? {} : { quiet: { timezone, ...before.quiet, from, to } }),
    ...dedupeOf(given(subscribeInputs.dedupe)),
  }
}

/** Full is the default, so it is written only instead of another style. */
function styleOf(chosen: string, { style: before }: Partial<Subscription>): Pick<Subscription, 'style'> {
  const style = chosen === 'compact' ? 'compact' : 'full'
  return style === (before ?? 'full') ? {} : { style }
}

function dedupeOf(chosen: string): Pick<Subscription, 'dedupe'> {
  const dedupe = dedupeModes.find((mode) => mode === chosen)
  return dedupe === undefined ? {} : { dedupe }
}

function onlyOf(values: ViewSubmission['values'], before: Filter, least: string, showsMore: boolean): Filter {
  const { reach, ...rest } = before
  const lists = ['sentiment', 'source', ...(showsMore ? (['language', 'country'] as const) : [])] as const
  const filter = lists.reduce((all, key) => withList(all, key, chosenOf(values, key, before[key])), rest)
  const upper = reach?.to === undefined ? {} : { to: reach.to }
  const range = least === '' ? upper : { ...upper, from: Number(least) }
  return Object.keys(range).length === 0 ? filter : { ...filter, reach: range }
}

/**
 * Returns the options chosen in a menu. Adds the configured patterns that are too long for a menu, so that they are
 * kept.
 */
function chosenOf(
  values: ViewSubmission['values'],
  key: keyof typeof subscribeInputs,
  before: string[] = [],
) {
  const chosen = values.get(subscribeInputs[key])
  return [...(Array.isArray(chosen) ? chosen : []), ...before.filter((one) => one.length > longestChoice)]
}

function withList(
  filter: Filter,
  key: 'sentiment' | 'source' | 'language' | 'country' | 'text',
  list: string[],
): Filter {
  const { [key]: _before, ...rest } = filter
  return list.length === 0 ? rest : { ...rest, [key]: list }
}

/** Keeps words that no input shows, and words that the person left as they were, because the text is read with plain quotes and blanks. */
function excludedWords(given: ReadInput, { except }: Partial<Subscription>): string[] {
  const text = given(subscribeInputs.exceptText)
  const before = except?.text ?? []
  const shown = writtenList(before)
  return text === (shown?.trim() ?? '') ? before : parseList(text)
}

const parseList = (text: string) =>
  [...plainLine(text).matchAll(/\s*"([^"]*)"\s*(?=[,;]|$)|[^,;]+/g)]
    .map(([written, quoted]) => (quoted ?? written).trim())
    .filter((word) => word !== '')
