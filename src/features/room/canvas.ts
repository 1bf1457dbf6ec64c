import { sentenceAsText } from '../../messages/kit/dates.ts'
import type { Board, UrgentMention } from './board.ts'
import { entryFacts, entryTitle, say } from './messages.ts'

/** The Markdown of the canvas of a room. It names no time of its own, so it changes only if the numbers change. */
export function canvasOf({ alert, pace, facts, claimed, urgent, open, isOver, card }: Board): string {
  const lines = facts.map(({ label, value }) => `- **${label}:** ${literal(sentenceAsText(value))}`)
  const list =
    urgent.length === 0 ? [literal(say.nothingOpen())] : urgent.map((one, at) => `${at + 1}. ${entry(one)}`)
  const parts = [
    `# ${literal(say.headline({ alert }))}`,
    `**${literal(isOver ? say.spikeOver() : pace)}**`,
    [...lines, `- **${say.claims()}:** ${literal(claimed)}`].join('\n'),
    `## ${literal(say.urgentHeading())}`,
    list.join('\n'),
    literal(say.openCount({ count: open })),
    ...(card === undefined ? [] : [`[${literal(say.card())}](${card})`]),
    literal(say.rhythm()),
  ]
  return parts.join('\n\n')
}

function entry(mention: UrgentMention): string {
  const { sign, words } = entryTitle(mention)
  const title = literal(words)
  const shown = mention.link === undefined ? title : `[${title}](${mention.link})`
  return [`${sign} ${shown}`.trim(), literal(entryFacts(mention))].join(' · ')
}

/** Each is Markdown, or would make a link, a mention of a person or an emoji. */
const lookalikes = new Map([
  ['\\', '＼'],
  ['`', 'ˋ'],
  ['*', '∗'],
  ['_', '＿'],
  ['~', '∼'],
  ['#', '＃'],
  ['[', '［'],
  [']', '］'],
  ['<', '‹'],
  ['>', '›'],
  ['|', '¦'],
  ['!', '！'],
  ['@', '＠'],
])

/**
 * Writes text so that a canvas shows it literally. Slack documents no way to escape Markdown in a canvas, so characters that could format
 * become others that look like them, and addresses lose what makes them links.
 */
export function literal(text: string): string {
  return text
    .replace(/[\r\n\v\f\x85\u2028\u2029]+/g, ' ')
    .replace(/[\\`*_~#[\]<>|!@]/g, (character) => lookalikes.get(character) ?? '')
    .replace(/:(?=\/\/|[a-z0-9+-])/gi, (colon, at: number, all: string) =>
      /\d/.test(all[at - 1] ?? '') && /\d/.test(all[at + 1] ?? '') ? colon : '∶',
    )
    .replace(/(\w)\.(?=[a-z]{2,}\b)/gi, '$1\u2024')
    .replace(/^(\s*)([-+]|\d+[.)])(?=\s)/, '$1\u2060$2')
}
