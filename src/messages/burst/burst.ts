/** Many mentions at once: a parent with the few that matter most; the rest stands in its thread (thread.ts). */
import type { ActionsBlock, RichTextList } from '@slack/types'
import type { Id } from '../../model/id.ts'
import type { Mention } from '../../model/mention.ts'
import type { Block, Content } from '../../model/message.ts'
import { actionIds } from '../action-ids.ts'
import { bold, button, context, plainText, richLine, richText } from '../block-kit.ts'
import { entryText } from '../card/plain-text.ts'
import { grouped, plural, short } from '../numbers.ts'
import { sourceName } from '../source-name.ts'
import { buttonValue } from '../target.ts'
import { cut, ellipsize, escapeMrkdwn, isolate, longestText } from '../text.ts'
import { entryParts } from './entry.ts'

/** What a parent tells: all mentions of the burst, and those among them that it shows itself. */
type Burst = {
  alertName: string
  mentions: Mention[]
  top: Mention[]
  /** For whom the button stands under the loudest; without it there is none. */
  actFor?: { subscription: string; alert: Id }
}

/** How many mentions a parent shows itself. */
export const shownByParent = 3

/** How many sources are named; the others are summed up. */
const namedSources = 3

/** The parent of a burst. The mentions that are not among `loudest` are for the thread. */
export function burstParent({ alertName, mentions, top, actFor }: Burst): Content {
  const name = cut(alertName, 100)
  const count = plural(mentions.length, 'new mention')
  const split = splitWords(mentions)
  const rest = mentions.length - top.length
  const more = rest === 0 ? '' : `${grouped(rest)} more in the thread`
  const blocks: Block[] = [
    richText(richLine([bold(`${count}, ${isolate(name)}`)])),
    context(plainText(split)),
    ...(top.length === 0 ? [] : [richText(topMentions(top))]),
    ...(top.length === 0 || actFor === undefined ? [] : [actOnTop(top, actFor)]),
    ...(more === '' ? [] : [context(plainText(`${more} ↓`))]),
  ]
  const entries = top.map((mention) => entryText(mention))
  const headline = escapeMrkdwn(`${count}, ${isolate(name)}. ${split}`)
  return { text: ellipsize([headline, ...entries, more].join('\n').trimEnd(), longestText), blocks }
}

function actOnTop(top: Mention[], place: { subscription: string; alert: Id }): Block {
  const value = buttonValue({ ...place, mentions: top.map(({ id }) => id) })
  const label = top.length === 1 ? 'Act on it' : 'Act on these'
  return {
    type: 'actions',
    elements: [button(label, actionIds.actOnEntries, value)],
  } satisfies ActionsBlock
}

function topMentions(top: Mention[]): RichTextList {
  const elements = top.map((mention) => richLine(entryParts(mention)))
  return { type: 'rich_text_list', style: 'bullet', elements }
}

/** 👎 12 negative · 👍 3 positive · 5 neutral · 1 without sentiment · Reddit 14, Web 7 · 1.1M reach */
function splitWords(mentions: Mention[]): string {
  const of = (sentiment: Mention['sentiment']) =>
    mentions.filter((mention) => mention.sentiment === sentiment).length
  const sentiments = [
    [of('negative'), '👎', 'negative'],
    [of('positive'), '👍', 'positive'],
    [of('neutral'), '', 'neutral'],
    [of(undefined), '', 'without sentiment'],
  ] as const
  const counted = sentiments.flatMap(([count, sign, word]) =>
    count === 0 ? [] : [`${sign} ${count} ${word}`.trim()],
  )
  const reach = mentions.reduce((sum, mention) => sum + mention.reach, 0)
  return [...counted, sourcesWords(mentions), `${short(reach)} reach`]
    .filter((part) => part !== '')
    .join(' · ')
}

function sourcesWords(mentions: Mention[]): string {
  const counts = new Map<string, number>()
  for (const { source } of mentions) counts.set(source, (counts.get(source) ?? 0) + 1)
  const most = [...counts].sort(([, a], [, b]) => b - a)
  const named = most
    .slice(0, namedSources)
    .map(([source, count]) => `${isolate(sourceName(source)) || 'unknown'} ${count}`)
  const others = most.slice(namedSources).reduce((sum, [, count]) => sum + count, 0)
  return [...named, ...(others === 0 ? [] : [`others ${others}`])].join(', ')
}
