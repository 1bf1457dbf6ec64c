import type { Id } from '@overheard/mention-client/id'
import type { Mention } from '@overheard/mention-client/mention'
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
import { reasonValues } from '../../messages/kit/rule-words.ts'
import { messages } from '../../messages/kit/say.ts'
import { escapeMrkdwn, isolate, longestText, wholeLines } from '../../messages/kit/text.ts'
import { cardText } from '../../messages/mention/card-text.ts'
import { metadataParts } from '../../messages/mention/fields.ts'
import { signParts, titleOf, titleParts } from '../../messages/mention/mention-parts.ts'
import { openValue } from '../../messages/mention/open-target.ts'
import type { RuleReason } from '../../model/card.ts'
import type { MessageKey } from '../../model/collection.ts'
import type { Content } from '../../model/message.ts'
import { en } from './texts.en.ts'

export const say = messages(en, (language) => import(`./texts.${language}.ts`))

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
  if (first === undefined) return { text: '', blocks: [] }
  if (others.length > 0) return severalAssigned(view, first)
  const { mention, reason } = first
  const { channel, ts, alert, permalink } = view
  const title = titleOf(mention)
  const news = say.assigned()
  const why = say.why(reasonValues(reason))
  const value = openValue({ scope: 'mine', page: 0, channel, ts, alert, mention: mention.id })
  return {
    text: wholeLines(
      [...cardText(mention, title, { kind: 'open' }, news).split('\n'), escapeMrkdwn(why)],
      longestText,
    ),
    blocks: [
      richText(richLine([bold(news), words(' · '), ...signParts(mention), ...titleParts(title)])),
      richText(richLine([words(why)])),
      ...contextOf(metadataParts(mention, title)),
      ...actions([
        button(say.claim(), actionIds.reminderClaim, value, 'primary'),
        button(say.done(), actionIds.reminderDone, value),
        button(say.snooze(), actionIds.reminderSnooze, value),
        ...linkTo(permalink),
      ]),
    ],
  }
}

function severalAssigned(
  { mentions, permalink }: AssignedView,
  first: AssignedView['mentions'][number],
): Content {
  const shown = mentions.slice(0, mostTitles)
  const more = mentions.length - shown.length
  const news = say.several({ count: mentions.length })
  const why = say.why(reasonValues(first.reason))
  const lines = shown.flatMap(({ mention }) => [
    words('\n'),
    ...signParts(mention),
    ...titleParts(titleOf(mention)),
  ])
  const end = more === 0 ? say.howToAnswer() : say.moreAndHow({ count: more })
  const text = [news, ...shown.map(({ mention }) => isolate(titleOf(mention).words)), why, end]
  return {
    text: wholeLines(text.map(escapeMrkdwn), longestText - 500),
    blocks: [
      richText(richLine([bold(news), ...lines])),
      richText(richLine([words(why)])),
      context(plainText(end)),
      ...actions(linkTo(permalink)),
    ],
  }
}

const linkTo = (permalink: string | undefined) =>
  permalink === undefined
    ? []
    : [{ ...button(say.openMessage(), actionIds.reminderLink, 'assign'), url: permalink }]
