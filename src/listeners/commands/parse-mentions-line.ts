import type { LineProblem } from '../../messages/replies.ts'
import { defined } from '../../model/defined.ts'
import type { WrittenAlert } from '../../model/id.ts'
import { type Id, isId } from '../../model/id.ts'
import type { Mute, MuteKind, MuteTerm } from '../../model/mute.ts'
import { closestWord, isSameName, matchByName } from '../../model/name.ts'
import { readSourceName } from '../../model/source.ts'
import {
  channelIn,
  channelLink,
  linksToLabels,
  looksLikeHost,
  parseNameAndChannel,
  stripLink,
  stripQuotes,
  unescaped,
  withoutLinks,
} from './line-words.ts'
import { splitPauseTerm } from './term.ts'

export type SubscriptionVerb = 'edit' | 'pause' | 'resume' | 'unsubscribe' | 'test' | 'preview'

/** `name` is the text that the person typed. `channel` is the id of a linked channel. */
export type MentionsCommand =
  | { kind: 'help' }
  | { kind: 'list' | 'mutes' | 'status' }
  | { kind: 'open'; mine: boolean }
  /** The query as it was typed. */
  | { kind: 'listen'; query: string }
  | { kind: 'alerts'; name?: string }
  | { kind: 'subscribe'; alert?: WrittenAlert; channel?: string }
  | { kind: SubscriptionVerb; name?: string; channel?: string; term?: string }
  | { kind: 'digest'; name?: string; channel?: string }
  | MuteCommand
  | UnmuteCommand
  | { kind: 'why'; mention: { id: Id } | { url: string } | { words: string } }
  /** A subcommand of a feature. `rest` is what follows its word. */
  | { kind: 'added'; word: string; rest: string }
  | ParseFailure

export const subcommands = [
  'open',
  'subscribe',
  'listen',
  'alerts',
  'list',
  'edit',
  'pause',
  'resume',
  'unsubscribe',
  'mute',
  'unmute',
  'mutes',
  'test',
  'preview',
  'why',
  'status',
  'digest',
  'help',
] as const
type Subcommand = (typeof subcommands)[number]

/** Only this many characters of a line are parsed. */
const longestLine = 3000

/**
 * The first letters of a subcommand are enough if there are at least three and only one subcommand begins with them. `added` are the
 * subcommands of features. Never throws.
 */
export function parseMentionsLine(line: string, added: string[] = []): MentionsCommand {
  const plain = normalizeLine(line.slice(0, longestLine))
  const [, word = '', rest = ''] = /^(\S*)\s*(.*)$/.exec(plain) ?? []
  const wanted = stripQuotes(word)
  if (wanted === '' || wanted === '?') return { kind: 'help' }
  const known = [...subcommands, ...added]
  const named = meantWord(wanted.toLowerCase(), known)
  const subcommand = subcommands.find((one) => one === named)
  if (subcommand !== undefined) return parseArguments(subcommand, rest)
  if (named !== undefined) return { kind: 'added', word: named, rest }
  // Some people look for the statistics here, but these have a command of their own.
  if (/^(?:stats|statistics|figures)$/i.test(wanted)) return parseFailure({ kind: 'statistics' })
  const meant = closestWord(wanted.toLowerCase(), known) ?? 'help'
  return parseFailure({ kind: 'no-command', words: wanted }, `${meant} ${rest}`.trim())
}

function parseArguments(kind: Subcommand, rest: string): MentionsCommand {
  switch (kind) {
    case 'list':
    case 'mutes':
    case 'status':
    case 'help':
      return { kind }
    case 'subscribe': {
      const { name: alert, ...place } = parseNameAndChannel(rest)
      return { kind, ...place, ...defined({ alert }) }
    }
    case 'pause': {
      const { name: written, ...term } = splitPauseTerm(rest.replace(channelLink, ' '))
      return { kind, ...parseNameAndChannel(written), ...channelIn(rest), ...term }
    }
    case 'open':
      return parseOpen(rest)
    case 'listen':
      return { kind, query: unescaped(withoutLinks(rest)) }
    case 'alerts': {
      const name = stripQuotes(rest)
      return { kind, ...(name === '' ? {} : { name }) }
    }
    case 'mute':
      return parseMute(rest)
    case 'unmute':
      return parseUnmute(rest)
    case 'why':
      return parseWhy(rest)
    default:
      return { kind, ...parseNameAndChannel(rest) }
  }
}

function meantWord(word: string, known: string[]): string | undefined {
  if (known.includes(word)) return word
  const beginning = known.filter((one) => one.startsWith(word))
  return word.length >= 3 && beginning.length === 1 ? beginning[0] : undefined
}

function parseOpen(rest: string): MentionsCommand {
  const wanted = stripQuotes(rest).toLowerCase()
  if (wanted === '' || wanted === 'mine') return { kind: 'open', mine: wanted !== '' }
  return parseFailure({ kind: 'open-what', words: wanted }, 'open mine', 'open')
}

function parseWhy(rest: string): MentionsCommand {
  const asked = stripQuotes(rest)
  const address = stripLink(asked)
  if (isId(asked) && asked !== '0') return { kind: 'why', mention: { id: asked } }
  if (/^https?:\/\/\S+$/i.test(address) || looksLikeHost(address.split('/')[0] ?? ''))
    return { kind: 'why', mention: { url: address } }
  return asked === '' ? parseFailure({ kind: 'no-mention' }) : { kind: 'why', mention: { words: asked } }
}

type MuteCommand = { kind: 'mute'; what: MuteKind; name: string; term: MuteTerm }

type UnmuteCommand = { kind: 'unmute'; what?: MuteKind; name: string }

const muteKindNames: Record<string, MuteKind> = {
  author: 'author',
  source: 'source',
  domain: 'domain',
  site: 'domain',
  host: 'domain',
  word: 'word',
}

const muteTermNames: Record<string, MuteTerm> = {
  '1d': '1d',
  '1day': '1d',
  '24h': '1d',
  aday: '1d',
  day: '1d',
  '7d': '7d',
  '7days': '7d',
  '1w': '7d',
  '1week': '7d',
  aweek: '7d',
  week: '7d',
  '30d': '30d',
  '30days': '30d',
  forever: 'forever',
  always: 'forever',
}

function parseMute(rest: string): MuteCommand | ParseFailure {
  const { what, words } = takeKind(rest)
  const { term, name, unknownTerm } = takeTerm(words)
  if (name === '') return parseFailure({ kind: 'mute-nobody' })
  // One press on a guess mutes at once, so a guess ends by itself.
  const lineFor = (kind: string) => `mute ${kind} ${name} ${term ?? '30d'}`
  if (unknownTerm !== undefined) {
    const before = name
      .slice(0, name.length - unknownTerm.length)
      .trim()
      .replace(/ for$/i, '')
    const guesses = ['1d', '7d', 'forever'].map((length) => `mute ${what ?? 'author'} ${before} ${length}`)
    return parseFailure({ kind: 'mute-term', words: unknownTerm }, ...guesses)
  }
  const kind = what ?? (looksLikeHost(name) ? 'domain' : undefined)
  if (kind === undefined)
    return parseFailure(
      { kind: 'mute-what', words: name },
      ...['author', 'source', ...(isHost(name) ? ['site'] : [])].map(lineFor),
    )
  const meant = normalizeMutedName(kind, name)
  if (kind === 'domain' && !isHost(meant))
    return parseFailure({ kind: 'no-site', words: name }, lineFor('author'))
  return { kind: 'mute', what: kind, name: meant, term: term ?? 'forever' }
}

function parseUnmute(rest: string): UnmuteCommand | ParseFailure {
  const { what, words } = takeKind(rest)
  const name = stripQuotes(words)
  if (name === '') return parseFailure({ kind: 'unmute-nobody' })
  const kind = what ?? (looksLikeHost(name) ? 'domain' : undefined)
  const shown = kind === undefined ? name : normalizeMutedName(kind, name)
  return { kind: 'unmute', ...defined({ what }), name: shown }
}

function takeKind(rest: string): { what?: MuteKind; words: string } {
  const [, word = '', words = ''] = /^(\S*)\s*(.*)$/.exec(rest) ?? []
  const name = word.toLowerCase().replace(/:$/, '')
  const what = Object.hasOwn(muteKindNames, name) ? muteKindNames[name] : undefined
  return what === undefined ? { words: rest } : { what, words }
}

/**
 * Reads the length of the mute at the end of the words. `unknownTerm` is a length that the bot does not offer.
 */
function takeTerm(words: string): { term?: MuteTerm; name: string; unknownTerm?: string } {
  const [, before = '', last = ''] =
    /^(.*?)(?:^|\s+)(?:for\s+)?((?:\d+|a)\s?[a-z]+|[a-z]+)$/i.exec(words) ?? []
  const key = last.toLowerCase().replace(' ', '')
  const term = Object.hasOwn(muteTermNames, key) ? muteTermNames[key] : undefined
  if (before === '') return { name: stripQuotes(words) }
  if (term !== undefined) return { term, name: stripQuotes(before) }
  const unknown = /^\d+(?:h|d|w|m|y|(?:hour|day|week|month|year)s?)$/.test(key) ? { unknownTerm: last } : {}
  return { name: stripQuotes(words), ...unknown }
}

function normalizeMutedName(what: MuteKind, name: string): string {
  if (what === 'author') return linksToLabels(name)
  if (what === 'source') return readSourceName(name)
  if (what === 'word') return name.trim()
  return stripLink(name)
    .replace(/^https?:\/\//i, '')
    .replace(/^www\./i, '')
    .replace(/[/?#:].*$/, '')
    .replace(/\.$/, '')
    .toLowerCase()
}

/** Returns true for a host, or for the end of a host such as “example”. */
const isHost = (text: string) => /^[\p{L}\p{M}\p{N}_-]+(?:\.[\p{L}\p{M}\p{N}_-]+)*$/u.test(text)

export function findMute(mutes: Mute[], written: { what?: MuteKind; name: string }) {
  const ofKind = mutes.filter(({ kind }) => written.what === undefined || kind === written.what)
  if (ofKind.some(({ name }) => isSameName(name, written.name))) return written
  const [only, ...others] = matchByName(written.name, ofKind, ({ name }) => ({ names: [name] }))
  return only === undefined || others.length > 0 ? written : { what: only.kind, name: only.name }
}

type ParseFailure = { kind: 'not-understood'; problem: LineProblem; guesses: string[] }

function parseFailure(problem: LineProblem, ...guesses: string[]): ParseFailure {
  return { kind: 'not-understood', problem, guesses }
}

/** Replaces curly quotes, because Slack clients turn straight quotes into curly ones. */
function normalizeLine(line: string): string {
  return line
    .replaceAll(/[“”„«»]/g, '"')
    .replaceAll(/[‘’]/g, "'")
    .replaceAll(/\s+/g, ' ')
    .trim()
}
