import { actionIds } from '../../messages/kit/block-actions.ts'
import {
  actions,
  bold,
  button,
  context,
  contextOf,
  plainText,
  richLine,
  richText,
  words,
} from '../../messages/kit/block-kit.ts'
import { grouped, plural } from '../../messages/kit/numbers.ts'
import { ruleWords } from '../../messages/kit/rule-words.ts'
import { escapeMrkdwn, isolate, longestText, wholeLines } from '../../messages/kit/text.ts'
import { cardText } from '../../messages/mention/card-text.ts'
import { metadataParts } from '../../messages/mention/fields.ts'
import { signParts, titleOf, titleParts } from '../../messages/mention/mention-parts.ts'
import { openValue } from '../../messages/mention/open-target.ts'
import type { RuleReason } from '../../model/card.ts'
import type { MessageKey } from '../../model/collection.ts'
import type { Id } from '../../model/id.ts'
import type { Mention } from '../../model/mention.ts'
import type { Content } from '../../model/message.ts'

/** `mentions` are those of one message that a rule gave to one person. */
export type AssignedView = MessageKey & {
  alert: Id
  mentions: { mention: Mention; reason: RuleReason }[]
  permalink: string | undefined
}

const mostTitles = 5

/** The direct message to the person to whom a rule has assigned mentions. */
export function assignedMessage(view: AssignedView): Content {
  const [first, ...others] = view.mentions
  if (first === undefined || others.length > 0) return severalAssigned(view)
  const { mention, reason } = first
  const { channel, ts, alert, permalink } = view
  const title = titleOf(mention)
  const news = `Assigned to you: ${ruleWords(reason, 'your')}`
  const value = openValue({ scope: 'mine', page: 0, channel, ts, alert, mention: mention.id })
  return {
    text: cardText(mention, title, { kind: 'open' }, news),
    blocks: [
      richText(richLine([bold(news), words(' · '), ...signParts(mention), ...titleParts(title)])),
      ...contextOf(metadataParts(mention, title)),
      ...actions([
        button('Claim', actionIds.reminderClaim, value, 'primary'),
        button('Done', actionIds.reminderDone, value),
        button('Snooze…', actionIds.reminderSnooze, value),
        ...linkTo(permalink),
      ]),
    ],
  }
}

const howToAnswer = 'Claim them in the message, or with /mentions open mine.'

function severalAssigned({ mentions, permalink }: AssignedView): Content {
  const shown = mentions.slice(0, mostTitles)
  const more = mentions.length - shown.length
  const [about] = mentions
  const news = `${plural(mentions.length, 'mention')} assigned to you${about === undefined ? '' : `: ${ruleWords(about.reason, 'your')}`}`
  const lines = shown.flatMap(({ mention }) => [
    words('\n'),
    ...signParts(mention),
    ...titleParts(titleOf(mention)),
  ])
  const end = [more === 0 ? '' : `${grouped(more)} more.`, howToAnswer].filter(Boolean).join(' ')
  const text = [news, ...shown.map(({ mention }) => isolate(titleOf(mention).words)), end]
  return {
    text: wholeLines(text.map(escapeMrkdwn), longestText - 500),
    blocks: [
      richText(richLine([bold(news), ...lines])),
      context(plainText(end)),
      ...actions(linkTo(permalink)),
    ],
  }
}

const linkTo = (permalink: string | undefined) =>
  permalink === undefined
    ? []
    : [{ ...button('Open message', actionIds.reminderLink, 'assign'), url: permalink }]
