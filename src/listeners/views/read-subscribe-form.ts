import { schedules, subscribeInputs } from '../../messages/subscription-form.ts'
import { readSourceName } from '../../model/source.ts'
import { type Filter, longestPattern, type Subscription } from '../../model/subscription.ts'
import type { ViewSubmission } from '../payloads.ts'

/** The settings of a valid form, or its errors by input name. */
export type ParsedForm =
  | { kind: 'settings'; settings: Omit<Subscription, 'name'> }
  | { kind: 'wrong'; errors: Record<string, string> }

type FormContext = {
  /** The settings of an edited subscription; empty for a new one. */
  before: Partial<Subscription>
  /** The time zone of quiet hours and schedules (IANA). */
  timezone: string
  /** True if a cron expression fires in every hour. Such a schedule runs in UTC. */
  firesHourly: (expression: string) => boolean
}

/** Reads the form. Settings without an input stay as they were. A new subscription gets its alert by id. */
export function parseSubscribeForm({ values }: ViewSubmission, context: FormContext): ParsedForm {
  const given = (name: string) => {
    const value = values.get(name)
    return typeof value === 'string' ? value.trim() : ''
  }
  const errors = errorsIn(given, context.before)
  if (Object.keys(errors).length > 0) return { kind: 'wrong', errors }
  return { kind: 'settings', settings: settingsOf(values, given, context) }
}

type ReadInput = (name: string) => string

/** Removes the separators between groups of three digits. Other text is returned as it is. */
const withoutGrouping = (text: string) =>
  /^\d{1,3}(?:[\s,._'’]\d{3})+$/.test(text) ? text.replaceAll(/\D/g, '') : text

function errorsIn(given: ReadInput, before: Partial<Subscription>): Record<string, string> {
  const { alert, channel, source, reach, exceptText, quietFrom, quietTo } = subscribeInputs
  const errors: Record<string, string> = {}
  if (before.alert === undefined && given(alert) === '') errors[alert] = 'Choose an alert.'
  if (before.channel === undefined && given(channel) === '') errors[channel] = 'Choose a channel.'
  if (!/^\d{0,12}$/.test(withoutGrouping(given(reach)))) errors[reach] = 'A whole number, such as 1000.'
  const [from, to] = [given(quietFrom), given(quietTo)]
  if (from === '' && to !== '') errors[quietFrom] = 'Say when the quiet hours begin, too.'
  if (from !== '' && to === '') errors[quietTo] = 'Say when the quiet hours end, too.'
  for (const list of [source, exceptText])
    if (parseList(given(list)).some((word) => word.length > longestPattern))
      errors[list] = `Each of them has at most ${longestPattern} characters. Commas stand between them.`
  return errors
}

function settingsOf(
  values: ViewSubmission['values'],
  given: ReadInput,
  context: FormContext,
): Omit<Subscription, 'name'> {
  const { before, timezone } = context
  const { quiet: quietBefore, dedupe: _dedupe, ...kept } = before
  const schedule = given(subscribeInputs.schedule) || (schedules[0]?.value ?? '*/2 * * * *')
  const [from, to] = [given(subscribeInputs.quietFrom), given(subscribeInputs.quietTo)]
  return {
    backfill: 0,
    burst: 5,
    ...kept,
    alert: before.alert ?? given(subscribeInputs.alert),
    channel: before.channel ?? given(subscribeInputs.channel),
    schedule,
    timezone: zoneFor(schedule, context),
    only: onlyOf(values, before.only ?? {}, withoutGrouping(given(subscribeInputs.reach))),
    except: withList(before.except ?? {}, 'text', parseList(given(subscribeInputs.exceptText))),
    style: given(subscribeInputs.style) === 'compact' ? 'compact' : 'full',
    ...(from === '' ? {} : { quiet: { timezone, ...quietBefore, from, to } }),
    ...dedupeOf(given(subscribeInputs.dedupe)),
  }
}

/** Keeps the time zone of an edited subscription if a person chose it. A schedule that fires hourly always runs in UTC, so its zone was not chosen. */
function zoneFor(schedule: string, { before, timezone, firesHourly }: FormContext): string {
  if (firesHourly(schedule)) return 'UTC'
  const isChosen = before.schedule !== undefined && !firesHourly(before.schedule)
  return isChosen ? (before.timezone ?? timezone) : timezone
}

function dedupeOf(chosen: string): Pick<Subscription, 'dedupe'> {
  return chosen === 'url' || chosen === 'story' ? { dedupe: chosen } : {}
}

function onlyOf(values: ViewSubmission['values'], before: Filter, least: string): Filter {
  const chosen = values.get(subscribeInputs.sentiment)
  const written = values.get(subscribeInputs.source)
  const { reach, ...rest } = before
  const filter = withList(
    withList(rest, 'sentiment', Array.isArray(chosen) ? chosen : []),
    'source',
    parseList(typeof written === 'string' ? written : '').map(readSourceName),
  )
  const upper = reach?.to === undefined ? {} : { to: reach.to }
  const range = least === '' ? upper : { ...upper, from: Number(least) }
  return Object.keys(range).length === 0 ? filter : { ...filter, reach: range }
}

function withList(filter: Filter, key: 'sentiment' | 'source' | 'text', list: string[]): Filter {
  const { [key]: _before, ...rest } = filter
  return list.length === 0 ? rest : { ...rest, [key]: list }
}

/** Splits at commas and semicolons outside quotes. Slack clients send curly quotes. */
const parseList = (text: string) =>
  [...text.replaceAll(/[“”„«»]/g, '"').matchAll(/\s*"([^"]*)"\s*(?=[,;]|$)|[^,;]+/g)]
    .map(([written, quoted]) => (quoted ?? written).trim())
    .filter((word) => word !== '')
