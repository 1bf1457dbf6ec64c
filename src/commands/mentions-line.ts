import { type Id, isId } from '../model/id.ts'
import { nearest } from '../model/nearest.ts'
import { labelled, looksLikeHost, straightened, unlinked, unquoted } from './as-typed.ts'
import { type MuteLine, readMute, readUnmute, type UnmuteLine } from './mutes/mute-line.ts'
import { echoed, type NotUnderstood, notUnderstood } from './not-understood.ts'

/** What is asked of one subscription. */
export type SubscriptionVerb = 'edit' | 'pause' | 'resume' | 'unsubscribe' | 'test' | 'preview'

/** What a `/mentions` line asks for. `name`: which subscription, as it was written; `channel`: the id of one that was linked. */
export type MentionsCommand =
  | { kind: 'list' | 'mutes' | 'status' | 'help' }
  | { kind: 'subscribe'; alert?: string; channel?: string }
  | { kind: SubscriptionVerb; name?: string; channel?: string }
  | { kind: 'digest'; name?: string; channel?: string }
  | MuteLine
  | UnmuteLine
  | { kind: 'why'; mention: { id: Id } | { url: string } }
  | NotUnderstood

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

function readWhy(rest: string): MentionsCommand {
  const asked = unquoted(rest)
  const address = unlinked(asked)
  if (isId(asked) && asked !== '0') return { kind: 'why', mention: { id: asked } }
  if (/^https?:\/\/\S+$/i.test(address) || looksLikeHost(address.split('/')[0] ?? ''))
    return { kind: 'why', mention: { url: address } }
  return notUnderstood('it takes the address or the id of a mention', '/mentions why https://news.example/1')
}
