import { cut, isolate } from '../messages/text.ts'
import { type Id, isId } from '../model/id.ts'
import type { MuteKind, MuteTerm } from '../model/mute.ts'
import { nearest } from '../model/nearest.ts'
import { labelled, looksLikeHost, straightened, unlinked, unquoted } from './as-typed.ts'
import { isHost, nameFor } from './mutes/muted-name.ts'

/** What is asked of one subscription. */
export type SubscriptionVerb = 'edit' | 'pause' | 'resume' | 'unsubscribe' | 'test' | 'preview'

/** What a `/mentions` line asks for. `name`: which subscription, as it was written; `channel`: the id of one that was linked. */
export type MentionsCommand =
  | { kind: 'list' | 'mutes' | 'status' | 'help' }
  | { kind: 'subscribe'; alert?: string; channel?: string }
  | { kind: SubscriptionVerb; name?: string; channel?: string }
  | { kind: 'digest'; name?: string; channel?: string }
  | { kind: 'mute'; what: MuteKind; name: string; term: MuteTerm }
  | { kind: 'unmute'; what?: MuteKind; name: string }
  | { kind: 'why'; mention: { id: Id } | { url: string } }
  | { kind: 'not-understood'; because: string; example: string }

/** The subcommands, in the order in which the help lists them. */
export const subcommands = [
  'subscribe',
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

/** No honest line is longer; Slack itself cuts at 3,000 characters. */
const longestLine = 1000

const kindNames: Record<string, MuteKind> = {
  author: 'author',
  source: 'source',
  domain: 'domain',
  site: 'domain',
  host: 'domain',
}

/** Written without blanks. */
const termNames: Record<string, MuteTerm> = {
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
  forever: 'forever',
  always: 'forever',
}

/** Reads a line forgivingly: case, curly quotes, links and the beginning of a subcommand are all understood. Never throws. */
export function parseMentionsLine(line: string): MentionsCommand {
  const plain = straightened(line.slice(0, longestLine))
  const [, word = '', rest = ''] = /^(\S*)\s*(.*)$/.exec(plain) ?? []
  const wanted = unquoted(word)
  if (wanted === '' || wanted === '?') return { kind: 'help' }
  const subcommand = subcommandOf(wanted.toLowerCase())
  if (subcommand === undefined)
    return notUnderstood(`there is no "${echoed(wanted)}"`, exampleFor(wanted.toLowerCase()))
  return read(subcommand, rest)
}

/** The figures have a command of their own, and are looked for here, too; else what was probably meant. */
function exampleFor(word: string): string {
  if (/^(?:stats|statistics|figures)$/.test(word)) return '/mentions-stats'
  return `/mentions ${nearest(word, [...subcommands]) ?? 'help'}`
}

function read(kind: Subcommand, rest: string): MentionsCommand {
  switch (kind) {
    case 'list':
    case 'mutes':
    case 'status':
    case 'help':
      return { kind }
    case 'subscribe': {
      const { name, channel } = placed(rest)
      return {
        kind,
        ...(name === undefined ? {} : { alert: name }),
        ...(channel === undefined ? {} : { channel }),
      }
    }
    case 'mute':
      return readMute(rest)
    case 'unmute':
      return readUnmute(rest)
    case 'why':
      return readWhy(rest)
    default:
      return { kind, ...placed(rest) }
  }
}

/** The subcommand of that name, or the only one that begins so. */
function subcommandOf(word: string): Subcommand | undefined {
  const exact = subcommands.find((known) => known === word)
  if (exact !== undefined) return exact
  const beginning = subcommands.filter((known) => known.startsWith(word))
  return word.length >= 3 && beginning.length === 1 ? beginning[0] : undefined
}

/** A channel link, and what else there is, without its quotes. */
function placed(rest: string): { name?: string; channel?: string } {
  const channel = /<#([CGD][A-Z0-9]+)(?:\|[^>]*)?>/.exec(rest)?.[1]
  const name = unquoted(labelled(rest.replace(/(?:\bto |\bin )?<#[^>]*>/gi, ' ')))
  return { ...(name === '' ? {} : { name }), ...(channel === undefined ? {} : { channel }) }
}

function readMute(rest: string): MentionsCommand {
  const example = '/mentions mute author "Kim Lee" 7d'
  const { what, words } = kindIn(rest)
  const { term, name, unknownTerm } = termIn(words)
  if (name === '') return notUnderstood('it does not say whom or what to mute', example)
  if (unknownTerm !== undefined)
    return notUnderstood(`it can be muted for 1d, for 7d or forever, not for "${unknownTerm}"`, example)
  const kind = what ?? (looksLikeHost(name) ? 'domain' : undefined)
  if (kind === undefined)
    return notUnderstood(
      `it does not say whether "${echoed(name)}" is an author, a source or a domain`,
      example,
    )
  const meant = nameFor(kind, name)
  if (kind === 'domain' && !isHost(meant))
    return notUnderstood(`"${echoed(name)}" is not the name of a site`, '/mentions mute site news.example 7d')
  return { kind: 'mute', what: kind, name: meant, term }
}

function readUnmute(rest: string): MentionsCommand {
  const { what, words } = kindIn(rest)
  const name = unquoted(words)
  if (name === '') return notUnderstood('it does not say which mute to end', '/mentions unmute "Kim Lee"')
  const kind = what ?? (looksLikeHost(name) ? 'domain' : undefined)
  const shown = kind === undefined ? name : nameFor(kind, name)
  return { kind: 'unmute', ...(what === undefined ? {} : { what }), name: shown }
}

function readWhy(rest: string): MentionsCommand {
  const asked = unquoted(rest)
  const address = unlinked(asked)
  if (isId(asked) && asked !== '0') return { kind: 'why', mention: { id: asked } }
  if (/^https?:\/\/\S+$/i.test(address) || looksLikeHost(address.split('/')[0] ?? ''))
    return { kind: 'why', mention: { url: address } }
  return notUnderstood('it takes the address or the id of a mention', '/mentions why https://news.example/1')
}

function kindIn(rest: string): { what?: MuteKind; words: string } {
  const [, word = '', words = ''] = /^(\S*)\s*(.*)$/.exec(rest) ?? []
  const name = word.toLowerCase().replace(/:$/, '')
  const what = Object.hasOwn(kindNames, name) ? kindNames[name] : undefined
  return what === undefined ? { words: rest } : { what, words }
}

/** The term at the end, which may be led in by "for"; for good where there is none. What ends like another length is told. */
function termIn(words: string): { term: MuteTerm; name: string; unknownTerm?: string } {
  const [, before = '', last = ''] =
    /^(.*?)(?:^|\s+)(?:for\s+)?((?:\d+|a)\s?[a-z]+|[a-z]+)$/i.exec(words) ?? []
  const key = last.toLowerCase().replace(' ', '')
  const term = Object.hasOwn(termNames, key) ? termNames[key] : undefined
  if (before === '') return { term: 'forever', name: unquoted(words) }
  if (term !== undefined) return { term, name: unquoted(before) }
  const unknown = /^\d+(?:h|d|w|m|y|(?:hour|day|week|month|year)s?)$/.test(key) ? { unknownTerm: last } : {}
  return { term: 'forever', name: unquoted(words), ...unknown }
}

/** What was written, as it stands in an answer: nobody reads more of it. */
const echoed = (text: string) => isolate(cut(text, 100))

function notUnderstood(because: string, example: string): MentionsCommand {
  return { kind: 'not-understood', because, example }
}
