import { isSameName } from '@overheard/base/name'
import type { Ms, Time } from '@overheard/base/time'
import type { WrittenAlert } from '@overheard/mention-client/listening-client'
import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  type Node,
  parseDocument,
  visit,
  type YAMLMap,
} from 'yaml'
import { formerNames } from '../config/configuration-schema.ts'
import type { MadeSettings } from '../model/made-settings.ts'
import type { Mute, MuteKind } from '../model/mute.ts'
import { type Pause, pauseState, plannedPause, presentPause } from '../model/pause.ts'
import { automatic, entryOf, type SlackSubscription, type Subscription } from '../model/subscription.ts'
import { firesHourly } from '../scheduler/cron.ts'

/** What people have set in Slack. */
export type ChangesFromSlack = {
  /** By the keys that a file would have at its top level. */
  settings: MadeSettings
  subscriptions: SlackSubscription[]
  /** Made with `/mentions listen`. */
  alerts: WrittenAlert[]
  mutes: Mute[]
  /** By the name of the subscription. */
  pauses: { name: string; pause: Pause }[]
  /** Returns the id of a channel as it is written; undefined if nobody knows it. */
  idOf: (channel: string) => string | undefined
}

/** `drift` has a line for each difference between the file and what applies. */
type WithChanges = { text: string; drift: string[] }

/**
 * Adds what people have set in Slack to a configuration file that can be used. Its comments stay. What a file cannot say, such as a pause,
 * becomes a comment.
 */
export function withChangesFromSlack(text: string, changes: ChangesFromSlack, now: Time): WithChanges {
  const document = parseDocument(text, { intAsBigInt: true })
  writeOutAliases(document)
  const hasFormer = renameKeys(document)
  const drift = [
    ...addSettings(document, changes.settings),
    ...addAlerts(document, changes.alerts),
    ...addSubscriptions(document, changes.subscriptions),
  ]
  const entries = entriesOf(document)
  // Subscriptions and mutes in direct messages belong to one person, and a file cannot name the person.
  const direct = new Set(changes.subscriptions.map((one) => one.direct))
  const mutes = changes.mutes.filter(
    ({ until, channel }) => (until === undefined || until > now) && !direct.has(channel),
  )
  const isIn = (entry: YAMLMap, channel: string) =>
    channelsOf(entry).some((written) => changes.idOf(written) === channel)
  for (const mute of mutes) {
    const inChannel = entries.filter((entry) => isIn(entry, mute.channel))
    if (inChannel.length === 0)
      drift.push(`${mute.channel}: ${sentenceOf(mute)}, but no subscription posts there`)
    for (const entry of inChannel) drift.push(...muted(document, entry, mute))
  }
  for (const { name, pause } of changes.pauses) {
    const entry = entries.find((one) => nameOf(one) === entryOf(name))
    if (entry === undefined) continue
    const isOneOfMany = channelsOf(entry).length > 1
    for (const note of pauseNotes(pause, { name, isOneOfMany, now })) drift.push(noted(entry, note))
  }
  const isChanged = hasFormer || drift.length > 0
  return { text: isChanged ? document.toString({ lineWidth: 0 }) : text, drift }
}

/** Replaces each alias by a copy of what it repeats, so that a change of one entry changes no other. */
function writeOutAliases(document: Document): void {
  let hasAliases = false
  visit(document, {
    Alias() {
      hasAliases = true
      return visit.BREAK
    },
  })
  if (!hasAliases) return
  // The parser would look through the whole document for each alias.
  const repeated = new Map<string, Node>()
  visit(document, {
    Node(_key, node) {
      if (isAlias(node)) return copyFor(node, repeated.get(node.source))
      if (node.anchor === undefined) return undefined
      repeated.set(node.anchor, node)
      delete node.anchor
      return undefined
    },
  })
}

/** The copy has the comments of the place where it stands. */
function copyFor({ comment = null, commentBefore = null, spaceBefore = false }: Node, repeated?: Node) {
  const copy = repeated?.clone()
  return isNode(copy) ? Object.assign(copy, { comment, commentBefore, spaceBefore }) : undefined
}

function pauseNotes(
  record: Pause,
  { name, isOneOfMany, now }: { name: string; isOneOfMany: boolean; now: Time },
): string[] {
  const pause = presentPause(record, now)
  const plan = plannedPause(record, now)
  const isPaused = pause !== undefined && pauseState(pause, now) !== 'none'
  return [
    ...(isPaused
      ? [
          `${isOneOfMany ? `${name} is paused` : 'paused'} by ${pause.by} on ${dateOf(pause.at)}${untilText(pause.until)}`,
        ]
      : []),
    ...(plan === undefined
      ? []
      : [
          `pause${isOneOfMany ? ` of ${name}` : ''} planned by ${plan.by} from ${dateOf(plan.from)}${untilText(plan.until)}`,
        ]),
  ]
}

/** Writes keys with former names by their names of today. True if there were some. */
function renameKeys(document: Document): boolean {
  if (!isMap(document.contents)) return false
  const former = document.contents.items.flatMap(({ key }) => {
    const name = isScalar(key) ? formerNames.get(String(key.value)) : undefined
    return name === undefined || document.has(name) || !isScalar(key) ? [] : [{ key, name }]
  })
  for (const { key, name } of former) key.value = name
  return former.length > 0
}

/** Adds the keys that the file lacks. The others count as the file says. */
function addSettings(document: Document, settings: MadeSettings): string[] {
  const missing = Object.entries(settings).filter(([key]) => !document.has(key))
  for (const [key, value] of missing) mapOf(document).set(key, document.createNode(value))
  return missing.map(([key]) => `${key}: set without the file`)
}

function mapOf(document: Document): YAMLMap {
  if (document.contents === null) document.contents = document.createNode({})
  if (!isMap(document.contents)) throw new Error('the file is not a map')
  return document.contents
}

/** Adds the subscriptions whose names the file lacks. */
function addSubscriptions(document: Document, subscriptions: SlackSubscription[]): string[] {
  const inFile = new Set(entriesOf(document).map(nameOf))
  const missing = subscriptions.filter(
    ({ subscription, ended, direct }) =>
      ended === undefined && direct === undefined && !inFile.has(subscription.name),
  )
  return missing.map(({ subscription, created }) => {
    const origin = `by ${created.by} on ${dateOf(created.at)}`
    addEntry(document, writtenAs(subscription)).commentBefore = ` From Slack, ${origin}.`
    return `${subscription.name}: a subscription from Slack, ${origin}`
  })
}

/** Adds the alerts whose names the file lacks. With the name of an alert of the file, an alert cannot be added: it becomes a comment. */
function addAlerts(document: Document, alerts: WrittenAlert[]): string[] {
  const listen = document.get('listen')
  if (alerts.length === 0 || !isMap(listen)) return []
  if (!isSeq(listen.get('alerts'))) listen.set('alerts', document.createNode([]))
  const list = listen.get('alerts')
  if (!isSeq(list)) throw new Error('the alerts are not a list')
  return alerts.map(({ name, query, languages }) => {
    const isTaken = list.items.some((one) => isMap(one) && isSameName(nameOf(one), name))
    const what = `the alert '${name}' from Slack, which listens for ${query}`
    if (isTaken) {
      const why = `${what}; another one has its name, so rename it in Slack`
      list.comment = [list.comment, ` ${oneLine(why)}.`].filter(Boolean).join('\n')
      return oneLine(why)
    }
    const written = { name, query, ...(languages.length > 0 && { languages }) }
    const entry = document.createNode(written)
    entry.commentBefore = ' From Slack.'
    list.add(entry)
    return oneLine(what)
  })
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ')

const entriesOf = (document: Document): YAMLMap[] => {
  const list = document.get('subscriptions')
  return isSeq(list) ? list.items.filter((item) => isMap(item)) : []
}

function channelsOf(entry: YAMLMap): string[] {
  const channel = entry.get('channel')
  return isSeq(channel) ? channel.items.map(String) : [String(channel)]
}

/** The check removes the blanks around a name, too. */
const nameOf = (entry: YAMLMap) => String(entry.get('name')).trim()

function addEntry(document: Document, written: object): YAMLMap {
  const entry = document.createNode(written)
  if (!isMap(entry)) throw new Error('a subscription is not a map')
  const list = document.get('subscriptions')
  if (isSeq(list)) list.add(entry)
  else mapOf(document).set('subscriptions', document.createNode([entry]))
  return entry
}

const filterKeys: Record<MuteKind, string> = {
  author: 'author',
  source: 'source',
  domain: 'domain',
  word: 'text',
}

function muted(document: Document, entry: YAMLMap, mute: Mute): string[] {
  // `except` would count in all channels of the entry.
  if (channelsOf(entry).length > 1) return [noted(entry, `in ${mute.channel}, ${sentenceOf(mute)}`)]
  if (mute.until !== undefined) return [noted(entry, sentenceOf(mute))]
  const key = filterKeys[mute.kind]
  const except = entry.get('except')
  const list = isMap(except) ? except.get(key) : undefined
  const present = isSeq(list) ? list.toJSON() : []
  if (Array.isArray(present) && present.some((one) => isSame(String(one), mute.name))) return []
  if (isSeq(list)) list.add(document.createNode(mute.name))
  else entry.setIn(['except', key], document.createNode([mute.name]))
  return [
    `${nameOf(entry)}: except.${key} lacks '${mute.name}', which ${mute.by} muted on ${dateOf(mute.at)}`,
  ]
}

const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

const sentenceOf = ({ kind, name, by, at, until }: Mute) =>
  `the ${kind} '${name}' is muted by ${by} on ${dateOf(at)}${untilText(until)}`

/** Puts a comment before an entry, because the file has no key for it. */
function noted(entry: YAMLMap, what: string): string {
  const line = ` In Slack: ${oneLine(what)}.`
  entry.commentBefore = entry.commentBefore ? `${entry.commentBefore}\n${line}` : line
  return `${nameOf(entry)}: ${what}`
}

const dateOf = (at: Time) => `${new Date(at).toISOString().slice(0, 16)}Z`
const untilText = (until: Time | undefined) => (until === undefined ? '' : `, until ${dateOf(until)}`)

/** Returns a subscription as the file has it: durations as text, and no values that apply anyway. */
function writtenAs({
  schedule,
  timezone,
  only,
  except,
  burst,
  burstWithin,
  maxAge,
  followUp,
  ...rest
}: Subscription): object {
  return {
    ...rest,
    ...(schedule !== automatic && { schedule }),
    ...(!firesHourly(schedule) && { timezone }),
    ...(Object.keys(only).length > 0 && { only }),
    ...(Object.keys(except).length > 0 && { except }),
    ...(burst !== usualBurst && { burst }),
    ...(burstWithin !== undefined && { burstWithin: durationText(burstWithin) }),
    ...(maxAge !== undefined && { maxAge: durationText(maxAge) }),
    ...(followUp !== undefined && { followUp: durationText(followUp) }),
  }
}

const usualBurst = 5
const units = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1000],
] as const

function durationText(ms: Ms): string {
  const [letter, unit] = units.find(([, size]) => ms > 0 && ms % size === 0) ?? ['s', 1000]
  return `${Math.round(ms / unit)}${letter}`
}
