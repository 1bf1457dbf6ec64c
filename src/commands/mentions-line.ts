import { type Id, isId } from '../model/id.ts'
import { closestWord } from '../model/nearest.ts'
import { linksToLabels, looksLikeHost, normalizeLine, stripLink, stripQuotes } from './as-typed.ts'
import { type MuteCommand, parseMute, parseUnmute, type UnmuteCommand } from './mutes/mute-line.ts'
import { type ParseFailure, parseFailure, quoteInput } from './not-understood.ts'

/** What is asked of one subscription. */
export type SubscriptionVerb = 'edit' | 'pause' | 'resume' | 'unsubscribe' | 'test' | 'preview'

/** What a `/mentions` line asks for. `name`: which subscription, as it was written; `channel`: the id of one that was linked. */
export type MentionsCommand =
  | { kind: 'list' | 'mutes' | 'status' | 'help' }
  | { kind: 'subscribe'; alert?: string; channel?: string }
  | { kind: SubscriptionVerb; name?: string; channel?: string }
  | { kind: 'digest'; name?: string; channel?: string }
  | MuteCommand
  | UnmuteCommand
  | { kind: 'why'; mention: { id: Id } | { url: string } }
  | ParseFailure

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

/** Reads a line forgivingly: case, curly quotes, links and the beginning of a subcommand are all understood. Never throws. */
export function parseMentionsLine(line: string): MentionsCommand {
  const plain = normalizeLine(line.slice(0, longestLine))
  const [, word = '', rest = ''] = /^(\S*)\s*(.*)$/.exec(plain) ?? []
  const wanted = stripQuotes(word)
  if (wanted === '' || wanted === '?') return { kind: 'help' }
  const subcommand = subcommandOf(wanted.toLowerCase())
  if (subcommand === undefined)
    return parseFailure(`there is no "${quoteInput(wanted)}"`, exampleFor(wanted.toLowerCase()))
  return parseArguments(subcommand, rest)
}

/** The figures have a command of their own, and are looked for here, too; else what was probably meant. */
function exampleFor(word: string): string {
  if (/^(?:stats|statistics|figures)$/.test(word)) return '/mentions-stats'
  return `/mentions ${closestWord(word, [...subcommands]) ?? 'help'}`
}

function parseArguments(kind: Subcommand, rest: string): MentionsCommand {
  switch (kind) {
    case 'list':
    case 'mutes':
    case 'status':
    case 'help':
      return { kind }
    case 'subscribe': {
      const { name, channel } = parseNameAndChannel(rest)
      return {
        kind,
        ...(name === undefined ? {} : { alert: name }),
        ...(channel === undefined ? {} : { channel }),
      }
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

/** The subcommand of that name, or the only one that begins so. */
function subcommandOf(word: string): Subcommand | undefined {
  const exact = subcommands.find((known) => known === word)
  if (exact !== undefined) return exact
  const beginning = subcommands.filter((known) => known.startsWith(word))
  return word.length >= 3 && beginning.length === 1 ? beginning[0] : undefined
}

/** A channel link, and what else there is, without its quotes. */
function parseNameAndChannel(rest: string): { name?: string; channel?: string } {
  const channel = /<#([CGD][A-Z0-9]+)(?:\|[^>]*)?>/.exec(rest)?.[1]
  const name = stripQuotes(linksToLabels(rest.replace(/(?:\bto |\bin )?<#[^>]*>/gi, ' ')))
  return { ...(name === '' ? {} : { name }), ...(channel === undefined ? {} : { channel }) }
}

function parseWhy(rest: string): MentionsCommand {
  const asked = stripQuotes(rest)
  const address = stripLink(asked)
  if (isId(asked) && asked !== '0') return { kind: 'why', mention: { id: asked } }
  if (/^https?:\/\/\S+$/i.test(address) || looksLikeHost(address.split('/')[0] ?? ''))
    return { kind: 'why', mention: { url: address } }
  return parseFailure('it takes the address or the id of a mention', '/mentions why https://news.example/1')
}
