import { isDeepStrictEqual } from 'node:util'
import { isSameName } from '@overheard/base/name'
import type { SiteRead, Suggestion } from '@overheard/mention-client/listening-client'
import { z } from 'zod'
import { inputText, type ViewSubmission } from '../../listeners/payloads.ts'
import { context, input, longestInput, plainText, section } from '../../messages/kit/block-kit.ts'
import { cleanLine, cut, webAddress } from '../../messages/kit/text.ts'
import type { MadeSettings, SettingsFromSlack } from '../../model/made-settings.ts'
import type { Block, ModalContent } from '../../model/message.ts'
import { several } from './form.ts'
import { inputOf, listenValue, type ReadSettings, say, settingsInputs } from './values.ts'

/** Each name is also the id of its block and of its action. Never rename one while Slack may keep a form. */
export const siteInputs = { alerts: 'settings_site_alerts' } as const

export const nameTaken = (name: string) => say.nameTaken({ name: cut(name, 60) })

/** `read` is what was read of the site; `present` is what the mention service listens to now. */
export function siteModal(
  address: string,
  read: SiteRead,
  { present, simple }: { present: unknown; simple: readonly string[] },
): ModalContent {
  const suggestion = read.kind === 'read' ? read.suggestion : undefined
  const { feeds, sources, alerts } = listenValue.catch({ feeds: [], sources: {}, alerts: [] }).parse(present)
  const isNew = ({ name }: { name: string }) => !alerts.some((one) => isSameName(one.name, name))
  const newFeeds = (suggestion?.feeds ?? []).filter(
    (feed) => webAddress(feed) === feed && !feeds.includes(feed),
  )
  const offered = simple.filter((name) => sources[name] === undefined || sources[name] === false)
  // What somebody has switched off is not switched on without being asked for.
  const suggested = (suggestion?.sources ?? []).filter((name) => sources[name] === undefined)
  const choices = offered.map((name) => ({ label: name, value: name }))
  return {
    title: say.siteTitle(),
    submit: suggestion === undefined ? say.add() : say.take(),
    blocks: [
      ...(suggestion === undefined ? failureBlocks(address, read) : aboutBlocks(suggestion)),
      textLines(
        say.alertsToAdd(),
        siteInputs.alerts,
        alertLines((suggestion?.alerts ?? []).filter(isNew)),
        say.aboutAlerts(),
      ),
      textLines(say.feedsToAdd(), settingsInputs.feeds, newFeeds, say.aboutFeedsToAdd()),
      ...(choices.length === 0
        ? []
        : [several(say.sourcesToAdd(), settingsInputs.sources, choices, suggested)]),
    ],
  }
}

function textLines(label: string, name: string, lines: string[], hint: string): Block {
  const text = fitting(lines)
  const element = {
    type: 'plain_text_input' as const,
    action_id: name,
    multiline: true,
    max_length: longestInput,
  }
  return {
    ...input(label, name, { ...element, ...(text !== '' && { initial_value: text }) }, true),
    hint: plainText(hint),
  }
}

/** Slack refuses a form whose text is too long, and a site may say anything. */
const fitting = (lines: string[]) =>
  lines.reduce((text, line) => {
    const longer = text === '' ? line : `${text}\n${line}`
    return longer.length > longestInput ? text : longer
  }, '')

function failureBlocks(address: string, read: SiteRead): Block[] {
  const sentence = read.kind === 'failed' ? read.sentence : say.noPage({ address })
  return [section(say.byHand({ fault: cut(sentence, 500) }))]
}

function aboutBlocks({ host, name, description, alerts }: Suggestion): Block[] {
  const site = { host: cut(host, 100), name: cut(name, 100) }
  return [
    section(
      description === '' ? say.siteIs(site) : say.siteIsAbout({ ...site, about: cut(description, 300) }),
    ),
    ...alerts.slice(0, 5).flatMap((alert) => foundLine(alert).map((line) => context(plainText(line)))),
  ]
}

function foundLine({ name, found }: Suggestion['alerts'][number]): string[] {
  if (found === undefined) return []
  const [example] = found.examples
  const [alert, count] = [cut(name, 100), found.found]
  if (count === 0) return [say.wouldFindNothing({ alert })]
  if (example === undefined) return [say.wouldFind({ alert, count })]
  const such = { title: cut(example.title, 80), source: cut(example.source, 40) }
  return [say.wouldFindSuch({ alert, count, ...such })]
}

type WrittenAlert = { name: string; query: string }

/** A name in a line ends with the first colon before a blank. */
export const alertLines = (alerts: readonly WrittenAlert[]): string[] =>
  alerts.flatMap(({ name, query }) => {
    const [shown, asked] = [cleanLine(cleanLine(name).replace(/:+(?=\s)/g, ' ')), cleanLine(query)]
    return shown === '' || asked === '' ? [] : `${shown}: ${asked}`
  })

/** What is wrong with an alert that a person takes; undefined if nothing is. `known` if there is the same one. */
export type CheckAlert = (alert: WrittenAlert) => { fault: string } | 'known' | undefined

/** Reads the form, and adds what is new to what the mention service listens to now. */
export function readSiteForm(
  { values }: Pick<ViewSubmission, 'values'>,
  {
    present,
    simple,
    faults,
    check,
  }: Pick<SettingsFromSlack, 'faults'> & {
    present: unknown
    simple: readonly string[]
    check: CheckAlert
  },
): ReadSettings {
  const given = (name: string) => inputText(values, name) ?? ''
  const { alerts, feeds, sources } = listenValue.parse(present)
  const added: WrittenAlert[] = []
  for (const line of given(siteInputs.alerts).split('\n').map(cleanLine).filter(Boolean)) {
    const [, name, query] = /^(.+?):\s+(.+)$/.exec(line) ?? []
    if (name === undefined || query === undefined)
      return { errors: { [siteInputs.alerts]: say.writeLine({ line: cut(line, 60) }) } }
    const checked = check({ name, query })
    if (typeof checked === 'object') return { errors: { [siteInputs.alerts]: checked.fault.slice(0, 300) } }
    const isTwice = added.some((one) => isSameName(one.name, name))
    if (isTwice) return { errors: { [siteInputs.alerts]: nameTaken(name) } }
    if (checked === undefined) added.push({ name, query })
  }
  const chosen = values.get(settingsInputs.sources)
  const names = (Array.isArray(chosen) ? chosen : []).filter((name) => simple.includes(name))
  const next = {
    ...z.looseObject({}).parse(present),
    alerts: [...alerts, ...added],
    feeds: [...new Set([...feeds, ...given(settingsInputs.feeds).split(/\s+/).filter(Boolean)])],
    sources: {
      ...sources,
      ...Object.fromEntries(
        names.filter((name) => (sources[name] ?? false) === false).map((name) => [name, true]),
      ),
    },
  }
  if (isDeepStrictEqual(next, { ...z.looseObject({}).parse(present), alerts, feeds, sources }))
    return { changed: {} }
  const changed: MadeSettings = { listen: z.json().parse(next) }
  const found = faults(changed).filter(({ path }) => path[0] === 'listen')
  if (found.length === 0) return { changed }
  const at = (path: PropertyKey[]) => (path[1] === 'alerts' ? siteInputs.alerts : inputOf(path))
  return { errors: Object.fromEntries(found.map(({ path, what }) => [at(path), what.slice(0, 300)])) }
}
