import type { LineProblem } from '../../messages/replies.ts'
import { defined } from '../../model/defined.ts'
import type { Mute, MuteKind, MuteTerm } from '../../model/mute.ts'
import { isSameName, matchByName } from '../../model/name.ts'
import { readSourceName } from '../../model/source.ts'
import { linksToLabels, looksLikeHost, stripLink, stripQuotes } from './line-words.ts'

/** Why a line cannot be read. Each guess is a line behind `/mentions`. */
type ParseFailure = { problem: LineProblem; guesses: string[] }

const parseFailure = (problem: LineProblem, ...guesses: string[]): ParseFailure => ({ problem, guesses })

type AskedMute = { what: MuteKind; name: string; term: MuteTerm }

type AskedUnmute = { what?: MuteKind; name: string }

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

/** Reads what follows `/mentions mute`. Never throws. */
export function parseMute(rest: string): AskedMute | ParseFailure {
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
  return { what: kind, name: meant, term: term ?? 'forever' }
}

/** Reads what follows `/mentions unmute`. Never throws. */
export function parseUnmute(rest: string): AskedUnmute | ParseFailure {
  const { what, words } = takeKind(rest)
  const name = stripQuotes(words)
  if (name === '') return parseFailure({ kind: 'unmute-nobody' })
  const kind = what ?? (looksLikeHost(name) ? 'domain' : undefined)
  const shown = kind === undefined ? name : normalizeMutedName(kind, name)
  return { ...defined({ what }), name: shown }
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
