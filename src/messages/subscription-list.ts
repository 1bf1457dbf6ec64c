/** What is watched where, and how each is doing: as a list for an asker, and on the home tab. */
import type { Block, Content } from '../model/message.ts'
import { bold, richLine, richText, words } from './block-kit.ts'
import { plural } from './numbers.ts'
import { cut, escapeMrkdwn, isolate } from './text.ts'

/** One subscription as a person wants to see it. `channel`: `#name` or an id; `state`: a sentence. */
export type ListedLine = {
  name: string
  alert: string
  channel: string
  declared: boolean
  state: string
}

/** More in one answer is no longer read; the home tab has all. */
const mostListed = 40

/** The list for an asker; `where`: the words for what is listed ("this channel"). */
export function subscriptionList(lines: ListedLine[], where: string): Content {
  if (lines.length === 0) {
    const nothing = `Nothing is watched in ${where}. Start with /mentions subscribe.`
    return { text: nothing, blocks: [richText(richLine([words(nothing)]))] }
  }
  const shown = lines.slice(0, mostListed)
  const more = lines.length > shown.length ? `${lines.length - shown.length} more on the home tab.` : ''
  const blocks: Block[] = [
    richText(richLine([bold(`${plural(lines.length, 'subscription')} in ${where}`)])),
    ...shown.map((line) => richText(richLine([bold(nameWords(line)), words(`\n${factWords(line)}`)]))),
    ...(more === '' ? [] : [richText(richLine([words(more)]))]),
  ]
  const text = shown.map((line) => `${nameWords(line)}: ${factWords(line)}`)
  return { text: escapeMrkdwn([...text, more].join('\n').trim()).slice(0, 4000), blocks }
}

/** The name of a subscription within a line of ours. */
export const nameWords = ({ name }: ListedLine) => isolate(cut(name, 80))

/** What, where, from where, and how it is doing. */
export function factWords({ alert, channel, declared, state }: ListedLine): string {
  const made = declared ? 'declared in the configuration file' : 'made in Slack'
  return `${isolate(cut(alert, 100))} to ${isolate(cut(channel, 80))}, ${made}. ${state}`
}
