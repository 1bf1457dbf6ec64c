import { defined } from '@overheard/base/defined'
import { isSameName, matchByName } from '@overheard/base/name'
import type { Mute, MuteKind } from '../../model/mute.ts'
import { readSourceName } from '../../model/source.ts'
import { isForever, nameInLine, splitTerm, timeAtEnd } from '../../typed/term.ts'
import { withoutQuotes } from '../../typed/text.ts'
import type { LineProblem } from '../texts/replies.ts'
import { looksLikeHost } from './line-words.ts'

/** Why a line cannot be read. Each guess is a line behind `/mentions`. */
type ParseFailure = { problem: LineProblem; guesses: string[] }

const parseFailure = (problem: LineProblem, ...guesses: string[]): ParseFailure => ({ problem, guesses })

/** `term` is as it was written; undefined if the mute has no end. */
type AskedMute = { what: MuteKind; name: string; term?: string }

type AskedUnmute = { what?: MuteKind; name: string }

const muteKindNames: Record<string, MuteKind> = {
  author: 'author',
  source: 'source',
  domain: 'domain',
  site: 'domain',
  host: 'domain',
  word: 'word',
}

/** Reads what follows `/mentions mute`. Never throws. */
export function parseMute(rest: string): AskedMute | ParseFailure {
  const { what, words } = takeKind(rest)
  const { name: before, term } = splitTerm(words, { isTermWord: isMuteTerm })
  // What is a term alone is a name: somebody may be called “Forever”.
  const isName = before === ''
  const name = isName ? withoutQuotes(words) : withoutQuotes(before)
  if (name === '') return parseFailure({ kind: 'mute-nobody' })
  const written = isName ? undefined : term
  // One press on a guess mutes at once, so a guess ends by itself.
  const lineFor = (kind: string) => `mute ${kind} ${nameInLine(name)} ${written ?? '30d'}`
  const kind = what ?? (looksLikeHost(name) ? 'domain' : undefined)
  if (kind === undefined)
    return parseFailure(
      { kind: 'mute-what', words: name },
      ...['author', 'source', ...(isHost(name) ? ['site'] : [])].map(lineFor),
    )
  const meant = normalizeMutedName(kind, name)
  if (kind === 'domain' && !isHost(meant))
    return parseFailure({ kind: 'no-site', words: name }, lineFor('author'))
  // “Black Friday” can be an author, and “Kim Lee friday” a mute until Friday.
  const time = term === undefined && !/^["']/.test(words) && isNameKind(kind) ? timeAtEnd(name) : undefined
  if (time !== undefined) {
    const rest = name.slice(0, -time.length).trim()
    const guesses = [`mute ${kind} "${name}" 30d`, `mute ${kind} ${nameInLine(rest)} until ${time}`]
    return parseFailure({ kind: 'mute-doubt', words: time }, ...guesses)
  }
  const withoutEnd = written === undefined || isForever(written)
  return { what: kind, name: meant, ...(withoutEnd ? {} : { term: termOf(written) }) }
}

/** Sites have no blanks, and words of mentions are often words of a time. */
const isNameKind = (kind: MuteKind) => kind === 'author' || kind === 'source'

/** “mute author Kim week” lasts a week, as the form on a card says it. */
const shortTerms: Record<string, string> = { day: '1 day', week: '1 week' }

const isMuteTerm = (text: string) =>
  isForever(text) || Object.hasOwn(shortTerms, text.toLowerCase().replace(/^for /, ''))

const termOf = (written: string) => shortTerms[written.toLowerCase().replace(/^for /, '')] ?? written

/** Reads what follows `/mentions unmute`. Never throws. */
export function parseUnmute(rest: string): AskedUnmute | ParseFailure {
  const { what, words } = takeKind(rest)
  const name = withoutQuotes(words)
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

function normalizeMutedName(what: MuteKind, name: string): string {
  if (what === 'author') return name
  if (what === 'source') return readSourceName(name)
  if (what === 'word') return name.trim()
  return name
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
