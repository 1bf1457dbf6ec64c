/** What is watched where, and how each is doing: as a list for an asker, and on the home tab. */
import type { Block, Content } from '../../model/message.ts'
import { bold, context, plainText, richLine, richText, words } from '../block-kit.ts'
import { plural } from '../numbers.ts'
import { nothingWatchedHere } from '../refusals.ts'
import { cut, escapeMrkdwn, isolate, longestText, wholeLines } from '../text.ts'
import { plainWords, richParts, type Told } from '../told.ts'

/**
 * One subscription as a person wants to see it. `channel`: `#name` or an id; `state`: how it is doing, without a full stop;
 * `lastMention`: when something became of a mention last (UTC, ms), undefined where nothing did in the last day.
 */
export type ListedLine = {
  name: string
  alert: string
  channel: string
  declared: boolean
  state: Told
  lastMention?: number
}

/** More in one answer is no longer read; the home tab has all. */
const mostListed = 40

/** Of those that cannot be changed in Slack so many are named, where others can. */
const mostNamed = 10

/** The list for an asker of what is watched in the channel. */
export function subscriptionList(lines: ListedLine[]): Content {
  if (lines.length === 0) return nothingWatchedHere
  const shown = lines.slice(0, mostListed)
  const feet = [declaredWords(lines), moreWords(lines.length - shown.length)].filter((part) => part !== '')
  const blocks: Block[] = [
    richText(richLine([bold(`${plural(lines.length, 'subscription')} in this channel`)])),
    ...shown.map((line) => subscriptionBlock(line, alertWords(line), stateTold(line))),
    ...feet.map((foot) => context(plainText(foot))),
  ]
  const told = shown.map((line) => `${nameWords(line)}: ${alertWords(line)}. ${plainWords(stateTold(line))}`)
  return { text: wholeLines([...told, ...feet].map(escapeMrkdwn), longestText), blocks }
}

/** The name, what it is about, and below that how it is doing. */
export function subscriptionBlock(line: ListedLine, about: string, told: Told): Block {
  return richText(richLine([bold(nameWords(line)), words(` · ${about}\n`), ...richParts(told)]))
}

/** The name of a subscription within a line of ours. */
export const nameWords = ({ name }: ListedLine) => isolate(cut(name, 80))

/** The name of its alert within a line of ours. */
export const alertWords = ({ alert }: ListedLine) => isolate(cut(alert, 100))

/** What goes where. */
export const routeWords = (line: ListedLine) => `${alertWords(line)} to ${isolate(cut(line.channel, 80))}`

/** "Up to date. Last mention 3 minutes ago." */
export function stateTold(line: ListedLine): Told {
  return [...line.state, '. ', ...lastMentionTold(line)]
}

/** Since when nothing is new. */
export function lastMentionTold({ lastMention }: ListedLine): Told {
  if (lastMention === undefined) return ['No new mention in the last 24 hours.']
  return ['Last mention ', { at: lastMention, as: 'ago' }, '.']
}

/** Which of them cannot be changed in Slack, said once; empty where all can. */
export function declaredWords(lines: ListedLine[]): string {
  const declared = lines.filter((line) => line.declared)
  if (declared.length === 0) return ''
  const which =
    declared.length === lines.length
      ? ''
      : `${declared.slice(0, mostNamed).map(nameWords).join(', ')}${declared.length > mostNamed ? ' and others' : ''}: `
  return `${which}${which === '' ? 'D' : 'd'}eclared in the configuration file, and changed there.`
}

const moreWords = (more: number) => (more === 0 ? '' : `${more} more on the home tab.`)
