import type { MuteKind, MuteTerm } from '../../model/mute.ts'
import { looksLikeHost, stripQuotes } from '../as-typed.ts'
import { type ParseFailure, parseFailure, quoteInput } from '../not-understood.ts'
import { isHost, normalizeMutedName } from './muted-name.ts'

/** What is to be muted, for how long. */
export type MuteCommand = { kind: 'mute'; what: MuteKind; name: string; term: MuteTerm }

/** Whose mute is to end; without `what`, that of whatever is called so. */
export type UnmuteCommand = { kind: 'unmute'; what?: MuteKind; name: string }

const muteKindNames: Record<string, MuteKind> = {
  author: 'author',
  source: 'source',
  domain: 'domain',
  site: 'domain',
  host: 'domain',
}

/** Written without blanks. */
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
  forever: 'forever',
  always: 'forever',
}

/** Reads what follows `/mentions mute`. */
export function parseMute(rest: string): MuteCommand | ParseFailure {
  const example = '/mentions mute author "Kim Lee" 7d'
  const { what, words } = takeKind(rest)
  const { term, name, unknownTerm } = takeTerm(words)
  if (name === '') return parseFailure('it does not say whom or what to mute', example)
  if (unknownTerm !== undefined)
    return parseFailure(`it can be muted for 1d, for 7d or forever, not for "${unknownTerm}"`, example)
  const kind = what ?? (looksLikeHost(name) ? 'domain' : undefined)
  if (kind === undefined)
    return parseFailure(
      `it does not say whether "${quoteInput(name)}" is an author, a source or a domain`,
      example,
    )
  const meant = normalizeMutedName(kind, name)
  if (kind === 'domain' && !isHost(meant))
    return parseFailure(
      `"${quoteInput(name)}" is not the name of a site`,
      '/mentions mute site news.example 7d',
    )
  return { kind: 'mute', what: kind, name: meant, term }
}

/** Reads what follows `/mentions unmute`. */
export function parseUnmute(rest: string): UnmuteCommand | ParseFailure {
  const { what, words } = takeKind(rest)
  const name = stripQuotes(words)
  if (name === '') return parseFailure('it does not say which mute to end', '/mentions unmute "Kim Lee"')
  const kind = what ?? (looksLikeHost(name) ? 'domain' : undefined)
  const shown = kind === undefined ? name : normalizeMutedName(kind, name)
  return { kind: 'unmute', ...(what === undefined ? {} : { what }), name: shown }
}

function takeKind(rest: string): { what?: MuteKind; words: string } {
  const [, word = '', words = ''] = /^(\S*)\s*(.*)$/.exec(rest) ?? []
  const name = word.toLowerCase().replace(/:$/, '')
  const what = Object.hasOwn(muteKindNames, name) ? muteKindNames[name] : undefined
  return what === undefined ? { words: rest } : { what, words }
}

/** The term at the end, which may be led in by "for"; for good where there is none. What ends like another length is told. */
function takeTerm(words: string): { term: MuteTerm; name: string; unknownTerm?: string } {
  const [, before = '', last = ''] =
    /^(.*?)(?:^|\s+)(?:for\s+)?((?:\d+|a)\s?[a-z]+|[a-z]+)$/i.exec(words) ?? []
  const key = last.toLowerCase().replace(' ', '')
  const term = Object.hasOwn(muteTermNames, key) ? muteTermNames[key] : undefined
  if (before === '') return { term: 'forever', name: stripQuotes(words) }
  if (term !== undefined) return { term, name: stripQuotes(before) }
  const unknown = /^\d+(?:h|d|w|m|y|(?:hour|day|week|month|year)s?)$/.test(key) ? { unknownTerm: last } : {}
  return { term: 'forever', name: stripQuotes(words), ...unknown }
}
