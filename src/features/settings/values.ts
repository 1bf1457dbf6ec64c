import { isDeepStrictEqual } from 'node:util'
import { defined } from '@overheard/base/defined'
import { z } from 'zod'
import { inputText, type ViewSubmission } from '../../listeners/payloads.ts'
import { longestChoice } from '../../messages/kit/block-kit.ts'
import { messages } from '../../messages/kit/say.ts'
import type { MadeSettings, SettingsFromSlack } from '../../model/made-settings.ts'
import { en } from './texts.en.ts'

export const say = messages(en, (language) => import(`./texts.${language}.ts`))

/** Each name is also the id of its block and of its action. Never rename one while Slack may keep a form. */
export const settingsInputs = {
  owner: 'settings_owner',
  quietFrom: 'settings_quiet_from',
  quietTo: 'settings_quiet_to',
  digestChannel: 'settings_digest_channel',
  digestAlerts: 'settings_digest_alerts',
  digestSchedule: 'settings_digest_schedule',
  site: 'settings_site',
  feeds: 'settings_feeds',
  sources: 'settings_sources',
} as const

export const digestSchedules = [
  { schedule: '0 9 * * 1', period: 'week' },
  { schedule: '0 9 * * *', period: 'day' },
  { schedule: '0 9 1 * *', period: 'month' },
] as const

/** The keys that the form can change. */
export const settingKeys = ['owner', 'quiet', 'digests', 'listen'] as const
export type SettingKey = (typeof settingKeys)[number]

type Values = Record<string, z.core.util.JSONType>

const quietValue = z.looseObject({ from: z.string(), to: z.string(), timezone: z.string().exactOptional() })
const digestValue = z.looseObject({
  channel: z.string(),
  alerts: z.array(z.coerce.string()),
  schedule: z.string().exactOptional(),
})
export const listenValue = z.looseObject({
  alerts: z.array(z.looseObject({ name: z.string(), query: z.string() })).default([]),
  feeds: z.array(z.string()).default([]),
  sources: z.record(z.string(), z.json()).default({}),
})

/** What counts now. `listen` is undefined if the bot runs no mention service of its own. */
export type Present = {
  inFile: ReadonlySet<string>
  owner?: string
  quiet?: z.output<typeof quietValue>
  /** The first digest, which is the one that the form changes. */
  digest?: z.output<typeof digestValue>
  listen?: { feeds: string[]; sources: Values; simple: readonly string[] }
}

/** `simple` are the names of the sources that need nothing but their name. */
export function presentSettings({ of }: Pick<SettingsFromSlack, 'of'>, simple: readonly string[]): Present {
  const [digest] = listIn(of('digests').value)
  const listen = listenValue.safeParse(of('listen').value).data
  return {
    inFile: new Set(settingKeys.filter((key) => of(key).isInFile)),
    ...defined({
      owner: z.string().safeParse(of('owner').value).data,
      quiet: quietValue.safeParse(of('quiet').value).data,
      digest: digestValue.safeParse(digest).data,
      listen: listen && { feeds: listen.feeds, sources: listen.sources, simple },
    }),
  }
}

const listIn = (value: unknown): z.core.util.JSONType[] =>
  z
    .array(z.json())
    .catch([])
    .parse(value ?? [])

/** `site` is the address of the team's own site, if the person gave one. */
export type Saved = { changed: MadeSettings; site?: string }
export type ReadSettings = Saved | { errors: Record<string, string> }

/**
 * Reads the form. What the file sets is not read, whatever is sent, and neither is what the person left as it was. `null` removes a value.
 */
export function readSettingsForm(
  { values }: Pick<ViewSubmission, 'values'>,
  { of, faults }: Pick<SettingsFromSlack, 'of' | 'faults'>,
  {
    timezone,
    simple,
    isTouched,
  }: { timezone: string; simple: readonly string[]; isTouched: (key: SettingKey) => boolean },
): ReadSettings {
  const present = presentSettings({ of }, simple)
  const given = (name: string) => inputText(values, name)?.trim() ?? ''
  const errors: Record<string, string> = {}
  const all = listIn(of('digests').value)
  const readers: Record<SettingKey, () => z.core.util.JSONType | undefined> = {
    owner: () => given(settingsInputs.owner) || null,
    quiet: () => quietOf(given, present, timezone, errors),
    digests: () => digestsOf(values, given, { present, timezone, all }, errors),
    listen: () => present.listen && listenOf(values, given, of('listen').value, present.listen),
  }
  const changed: Values = {}
  for (const key of settingKeys) {
    const { value = null, isInFile } = of(key)
    const wanted = isInFile || !isTouched(key) ? undefined : readers[key]()
    if (wanted !== undefined && !isDeepStrictEqual(wanted, value)) changed[key] = wanted
  }
  const site = present.listen === undefined || present.inFile.has('listen') ? '' : given(settingsInputs.site)
  if (site !== '' && !isSite(site)) errors[settingsInputs.site] = say.giveAddress()
  if (Object.keys(errors).length > 0) return { errors }
  const read = { changed, ...(site !== '' && { site }) }
  if (Object.keys(changed).length === 0) return read
  const found = faults(changed).filter(({ path }) => Object.hasOwn(changed, String(path[0])))
  if (found.length === 0) return read
  return { errors: Object.fromEntries(found.map(({ path, what }) => [inputOf(path), what.slice(0, 300)])) }
}

export const longestAddress = 500

/** With or without https://. */
function isSite(text: string): boolean {
  const url = URL.parse(/^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `https://${text}`)
  return (
    url !== null && /^https?:$/.test(url.protocol) && url.username === '' && text.length <= longestAddress
  )
}

/** The input that has the value at a path of the settings. */
export function inputOf([key, ...rest]: PropertyKey[]): string {
  if (key === 'owner') return settingsInputs.owner
  if (key === 'quiet') return rest[0] === 'to' ? settingsInputs.quietTo : settingsInputs.quietFrom
  if (key === 'listen') return rest[0] === 'sources' ? settingsInputs.sources : settingsInputs.feeds
  return rest[1] === 'alerts' ? settingsInputs.digestAlerts : settingsInputs.digestChannel
}

type Given = (name: string) => string

function quietOf(given: Given, { quiet }: Present, timezone: string, errors: Record<string, string>) {
  const [from, to] = [given(settingsInputs.quietFrom), given(settingsInputs.quietTo)]
  if (from === '' && to === '') return null
  if (from === '' || to === '')
    errors[from === '' ? settingsInputs.quietFrom : settingsInputs.quietTo] = say.sayBothHours()
  return asJson({ timezone, ...quiet, from, to })
}

function digestsOf(
  values: ViewSubmission['values'],
  given: Given,
  { present, timezone, all }: { present: Present; timezone: string; all: z.core.util.JSONType[] },
  errors: Record<string, string>,
) {
  const channel = given(settingsInputs.digestChannel)
  const others = all.slice(1)
  if (channel === '') return others.length === 0 ? null : others
  const chosen = values.get(settingsInputs.digestAlerts)
  const { digest } = present
  // A menu cannot offer an alert with so long a name.
  const notOffered = digest?.alerts.filter((name) => name.length > longestChoice) ?? []
  const alerts = [...(Array.isArray(chosen) ? chosen : []), ...notOffered]
  if (alerts.length === 0) errors[settingsInputs.digestChannel] = say.chooseAlert()
  const schedule = given(settingsInputs.digestSchedule) || digest?.schedule || digestSchedules[0].schedule
  const period = digestSchedules.find((one) => one.schedule === schedule)?.period
  return asJson([
    {
      name: 'digest',
      timezone,
      ...digest,
      channel,
      alerts,
      schedule,
      ...(period !== undefined && { period }),
    },
    ...others,
  ])
}

/** Sources with settings of their own, and those that need some, stay as they are. */
function listenOf(
  values: ViewSubmission['values'],
  given: Given,
  value: unknown,
  { feeds, sources, simple }: NonNullable<Present['listen']>,
) {
  const chosen = values.get(settingsInputs.sources)
  const names = Array.isArray(chosen) ? chosen : []
  const kept = Object.entries(sources).filter(([name, one]) => !simple.includes(name) || one !== true)
  const nextFeeds = given(settingsInputs.feeds).split(/\s+/).filter(Boolean)
  const nextSources = Object.fromEntries([...kept, ...names.map((name) => [name, true] as const)])
  const isSame =
    isDeepStrictEqual(nextFeeds, feeds) && isDeepStrictEqual(sorted(nextSources), sorted(sources))
  if (isSame) return undefined
  return asJson({ ...z.looseObject({}).parse(value), feeds: nextFeeds, sources: nextSources })
}

const sorted = (values: object) => Object.entries(values).toSorted(([a], [b]) => (a < b ? -1 : 1))

const asJson = (value: object): z.core.util.JSONType => z.json().parse(value)
