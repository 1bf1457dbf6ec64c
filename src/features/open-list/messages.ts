import { parseJson } from '@overheard/base/json'
import type { Time } from '@overheard/base/time'
import { actionIds } from '../../messages/kit/block-actions.ts'
import {
  actions,
  bold,
  button,
  context,
  optionOf,
  partsOf,
  plainText,
  type RichPart,
  richLine,
  richText,
  words,
} from '../../messages/kit/block-kit.ts'
import { messages } from '../../messages/kit/say.ts'
import { escapeMrkdwn, isolate, longestText, wholeLines } from '../../messages/kit/text.ts'
import { signParts, titleOf, titleParts } from '../../messages/mention/mention-parts.ts'
import {
  listPage,
  type OpenListPage,
  type openScopes,
  openValue,
} from '../../messages/mention/open-target.ts'
import {
  factsOf,
  lateParts,
  lateWords,
  type OpenLine,
  overdueWords,
  ticketFact,
  ticketLink,
} from '../../messages/open-line.ts'
import { isOnlyByRule } from '../../model/card.ts'
import type { Block, Content } from '../../model/message.ts'
import { en } from './texts.en.ts'

export const say = messages(en, (language) => import(`./texts.${language}.ts`))

type OpenScope = (typeof openScopes)[number]

/** A list shows this many mentions per page. The home tab has 100 blocks for two lists and more, and each mention needs two blocks. */
export const openPerPage = 10
export const openPerHomePage = 5

export type OpenPage = {
  lines: OpenLine[]
  total: number
  page: number
  perPage: number
  scope: OpenScope
  now: Time
  viewer: string
}

export function openList(view: OpenPage): Content {
  const { lines, total, scope } = view
  if (total === 0)
    return { text: say.nothing({ scope }), blocks: [context(plainText(say.nothing({ scope })))] }
  const headline = say.count({ count: total, scope })
  const text = [
    headline,
    ...lines.map((line) => {
      const facts = `${lateWords(line)}${overdueWords(line, view.now)}${factsOf(line, view)}${ticketFact(line)}`
      return `${isolate(titleOf(line.mention).words)} · ${facts}`
    }),
  ]
  return { text: wholeLines(text.map(escapeMrkdwn), longestText), blocks: openBlocks(view) }
}

function openBlocks(view: OpenPage): Block[] {
  const { total, page, perPage, scope } = view
  const count = bold(say.count({ count: total, scope }))
  if (total === 1) return [richText(richLine([count])), ...openRows(view)]
  const headline =
    total <= perPage
      ? say.mostUrgentFirst({ count })
      : say.mostUrgentFirstOnPages({ count, page: page + 1, pages: Math.ceil(total / perPage) })
  return [richText(richLine(partsOf(headline))), ...openRows(view)]
}

export function openRows(view: OpenPage): Block[] {
  const { lines, total, page, perPage, scope } = view
  const pageButton = (label: string, to: number, key: string) =>
    button(label, `${actionIds.openPage}_${key}`, pageValue({ scope, page: to }))
  const pageButtons = [
    ...(page === 0 ? [] : [pageButton(say.back(), page - 1, 'back')]),
    ...((page + 1) * perPage >= total ? [] : [pageButton(say.more(), page + 1, 'on')]),
  ]
  return [...lines.flatMap((line) => lineBlocks(line, view)), ...actions(pageButtons)]
}

function lineBlocks(line: OpenLine, view: OpenPage): Block[] {
  const { mention, channel, ts, alert, holder, permalink } = line
  const { scope, page, now, viewer } = view
  const title: RichPart[] = [...signParts(mention), ...titleParts(titleOf(mention))]
  const place: RichPart = channel.startsWith('D')
    ? words(say.directMessages())
    : { type: 'channel', channel_id: channel }
  const where: RichPart[] = scope === 'channel' ? [] : [words(' · '), place]
  const value = openValue({ scope, page, channel, ts, alert, mention: mention.id })
  const option = (label: string, choice: string) => optionOf({ label, value: `${choice}:${value}` })
  const isFree = isUnclaimed(holder)
  const options = [
    ...(isFree ? [option(say.done(), 'done')] : []),
    ...(holder?.user === viewer ? [option(say.giveBack(), 'release')] : []),
    option(say.snooze(), 'snooze'),
    ...(permalink === undefined ? [] : [{ ...option(say.openMessage(), 'link'), url: permalink }]),
  ]
  return [
    richText(
      richLine([
        ...title,
        words('\n'),
        ...lateParts(line),
        bold(overdueWords(line, now)),
        words(factsOf(line, view)),
        ...ticketLink(line),
        ...where,
      ]),
    ),
    ...actions([
      isFree
        ? button(say.claim(), actionIds.openClaim, value)
        : button(say.done(), actionIds.openDone, value),
      { type: 'overflow', action_id: actionIds.openMenu, options },
    ]),
  ]
}

/** A rule may have chosen somebody, who has not said yet that they have it. */
const isUnclaimed = (holder: OpenLine['holder']) => holder === undefined || isOnlyByRule(holder)

/** Buttons of lists and of direct messages have these values. */
const pageValue = (page: OpenListPage) => JSON.stringify(page)

export const readPageValue = (value: string) => listPage.safeParse(parseJson(value)).data
