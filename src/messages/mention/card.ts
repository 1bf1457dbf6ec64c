import { defined } from '@overheard/base/defined'
import type { Id } from '@overheard/mention-client/id'
import type { Mention } from '@overheard/mention-client/mention'
import type { ActionsBlock } from '@slack/types'
import type { Block, Content } from '../../model/message.ts'
import { type CardLayout, entryOf, type OfferedAction, offeredActions } from '../../model/subscription.ts'
import { actionIds } from '../kit/block-actions.ts'
import {
  actions,
  bold,
  button,
  context,
  contextOf,
  optionOf,
  plainText,
  type RichPart,
  richLine,
  richText,
  words,
} from '../kit/block-kit.ts'
import { sentenceAsRichText } from '../kit/dates.ts'
import { quoted, sentimentSign, sentimentWord } from '../kit/labels.ts'
import { list } from '../kit/say.ts'
import { cut, isolate, isRightToLeft } from '../kit/text.ts'
import { type OtherSites, sitesBlocks, withAdditions, withTicketText } from './card-additions.ts'
import { type CardMenu, type Choice, choiceValue, menuChoices } from './card-menu.ts'
import { cardText } from './card-text.ts'
import { factsAsContext, factsInLine, factsOf, factWords, usualFields } from './fields.ts'
import {
  fieldsOf,
  fillLine,
  type LinePlaceholder,
  type LineTemplate,
  readLineTemplate,
} from './line-template.ts'
import {
  byline,
  type CardState,
  finderWords,
  reachWords,
  type SmallPrint,
  signParts,
  stateParts,
  type Title,
  ticketParts,
  titleOf,
  titleParts,
  withoutRepeatedAddress,
} from './mention-parts.ts'
import { say } from './say.ts'
import { excerpt } from './snippet.ts'

/** If `offers` is absent, the card offers all actions. `show` counts for full cards, and `line` for compact ones. */
export type CardPlace = CardLayout & {
  style: 'full' | 'compact'
  alertName?: string
  /** All subscriptions of the mention, if there are several. */
  members?: readonly string[]
  offers?: readonly OfferedAction[]
  menu: CardMenu
  /** The name of the person who found the mention. */
  foundBy?: string
  remark?: string
}

export function card(
  mention: Mention,
  place: CardPlace,
  { note: written, ...handled }: CardState = { kind: 'open' },
  sites?: OtherSites,
): Content {
  const title = titleOf(mention)
  const note = written && withoutRepeatedAddress(written, title.address)
  const state = { ...handled, ...defined({ note }) }
  const { ticket } = state
  const last = [
    ...(ticket === undefined ? [] : [richText(richLine(ticketParts(ticket)))]),
    ...buttonRow(mention.id, state, place),
  ]
  const line = place.style === 'full' || place.line === undefined ? undefined : templateOf(place.line)
  const fields = line === undefined ? place.show : fieldsOf(line)
  const shown = fields && { fields, alertName: place.alertName }
  if (state.kind === 'not-relevant') {
    const plain = cardText(mention, title, state, '', shown)
    const text = ticket === undefined ? plain : withTicketText(plain, ticket)
    return { text, blocks: [...notRelevantBlocks(title, state), ...last] }
  }
  const text = withAdditions(cardText(mention, title, state, sites?.news, shown), {
    foundBy: place.foundBy,
    remark: place.remark,
    sites,
    note: state.note,
    ticket,
  })
  const about = { mention, title, place, state, sites }
  const blocks = [
    ...(place.style === 'compact' ? compactBlocks(about, line) : fullBlocks(about)),
    ...(sites === undefined ? [] : sitesBlocks(sites)),
    ...last,
  ]
  return { text, blocks }
}

type Shown = {
  mention: Mention
  title: Title
  place: CardPlace
  state: CardState
  sites: OtherSites | undefined
}

/** Undefined for a line with errors, which the configuration does not accept. */
function templateOf(line: string): LineTemplate | undefined {
  const read = readLineTemplate(line)
  return 'template' in read ? read.template : undefined
}

/**
 * The news of a story (“Still spreading”) and the title come first, because desktop notifications show the first block. The fields before the
 * snippet stand in its line, so that the card keeps four lines in any order.
 */
function fullBlocks({ mention, title, place, state, sites }: Shown): Block[] {
  const fields = place.show ?? usualFields
  const at = fields.indexOf('snippet')
  const snippet = at < 0 ? [] : snippetLine(mention, title)
  const split = snippet.length === 0 ? 0 : at
  const about = { mention, title, alertName: place.alertName }
  const before = split === 0 ? [] : sentenceAsRichText(factsInLine(factsOf(fields.slice(0, split), about)))
  const below = [...before, ...(before.length > 0 ? [words(' · ')] : []), ...snippet]
  const showsSentiment = fields.includes('sentiment')
  const news = sites?.news === undefined ? [] : newsParts(sites.news)
  const first = [...news, ...signParts(mention, showsSentiment), ...titleParts(title)]
  return [
    richText(richLine([...first, ...(below.length === 0 ? [] : [words('\n'), ...below])])),
    ...contextOf([
      ...stateParts(state),
      ...finderParts(place),
      ...factsAsContext(factsOf(fields.slice(split), about)),
      ...(place.members === undefined ? [] : alsoIn(place.members)),
    ]),
  ]
}

function compactBlocks(shown: Shown, template: LineTemplate | undefined): Block[] {
  const { mention, title, place, state, sites } = shown
  const facts = [byline(mention, title), reachWords(mention), cut(place.alertName ?? '', 60)]
  const usual = () => [
    ...signParts(mention),
    ...titleParts(title),
    words(` · ${facts.filter(Boolean).join(' · ')}`),
  ]
  const own = template && [...signParts(mention, false), ...ownLine(template, shown)]
  const news = sites?.news === undefined ? [] : newsParts(sites.news)
  const line = richLine([...news, ...(own ?? usual())])
  return [
    richText(line),
    ...contextOf([
      ...stateParts(state),
      ...finderParts(place),
      ...(place.members === undefined ? [] : alsoIn(place.members)),
    ]),
  ]
}

const mostNames = 3

function alsoIn([, ...also]: readonly string[]): SmallPrint[] {
  const count = also.length
  const names = also.slice(0, mostNames).map((name) => quoted(isolate(cut(entryOf(name), 40))))
  const left = also.length - names.length
  const more = left > 0 ? [say.more({ count: left })] : []
  return names.length === 0 ? [] : [plainText(say.alsoIn({ names: list([...names, ...more]), count }))]
}

function ownLine(template: LineTemplate, { mention, title, place: { alertName } }: Shown): RichPart[] {
  const valueFor = (placeholder: LinePlaceholder, isBeforeTitle: boolean): RichPart[] => {
    switch (placeholder) {
      case 'title':
        return titleParts(title)
      case 'snippet':
        return snippetLine(mention, title)
      case 'date':
        return sentenceAsRichText(factsOf(['date'], { mention, title }))
      case 'sentiment':
        return sentimentParts(mention, isBeforeTitle)
      default: {
        const text = factWords(placeholder, { mention, title, alertName })
        return text === '' ? [] : [words(text)]
      }
    }
  }
  return fillLine(template, valueFor)
}

/** Before the title the sentiment is a sign, as on other cards. Behind it, a number could be beside it, so it is a word. */
function sentimentParts({ sentiment }: Mention, isBeforeTitle: boolean): RichPart[] {
  const text = isBeforeTitle ? sentimentSign(sentiment) : sentimentWord(sentiment)
  return text === '' ? [] : [words(text)]
}

const finderParts = ({ foundBy, remark }: CardPlace): SmallPrint[] => [
  ...(foundBy === undefined ? [] : [plainText(finderWords(foundBy))]),
  ...(remark === undefined ? [] : [plainText(remark)]),
]

const newsParts = (news: string): RichPart[] => [bold(news), words(' · ')]

function notRelevantBlocks(title: Title, state: CardState): Block[] {
  return [richText(richLine(titleParts(title, { strike: true }))), context(...stateParts(state))]
}

/** The buttons that take a state back come with the actions that set it. Without **Claim**, an open card has **Done**. */
function buttonRow(
  id: Id,
  state: CardState,
  { offers = offeredActions, menu }: Pick<CardPlace, 'offers' | 'menu'>,
): Block[] {
  const { kind } = state
  const has = (...any: OfferedAction[]) => any.some((action) => offers.includes(action))
  const done = (style?: 'primary') => (has('done') ? [button(say.done(), actionIds.done, id, style)] : [])
  const giveBack = has('claim', 'assign', 'snooze') ? [button(say.giveBack(), actionIds.release, id)] : []
  const held = [...done('primary'), ...giveBack]
  const claim = (style?: 'primary') => (has('claim') ? [button(say.claim(), actionIds.claim, id, style)] : [])
  const isByRule = state.kind === 'assigned' && state.rule !== undefined
  const presses = {
    open: has('claim') ? claim() : done('primary'),
    claimed: held,
    // A rule has asked nobody, so the person says first that they have it.
    assigned: isByRule && has('claim') ? [...claim('primary'), ...done(), ...giveBack] : held,
    snoozed: held,
    done: has('done') ? [button(say.reopen(), actionIds.reopen, id)] : [],
    'not-relevant': has('not-relevant') ? [button(say.undo(), actionIds.restore, id)] : [],
  }[kind]
  return actions([
    ...presses,
    ...(kind === 'not-relevant' ? [] : menuParts(id, menuChoices(kind, offers, menu))),
  ])
}

function menuParts(id: Id, choices: Choice[]): ActionsBlock['elements'] {
  const [only, ...others] = choices
  if (only === undefined) return []
  if (others.length === 0) return [button(only.label, actionIds.more, choiceValue(only.choice, id))]
  const options = choices.map(({ choice, label }) => optionOf({ label, value: choiceValue(choice, id) }))
  return [{ type: 'overflow', action_id: actionIds.more, options }]
}

function snippetLine(mention: Mention, title: Title): RichPart[] {
  if (title.from === 'snippet') return continuation(mention, title)
  if (title.from === 'address') return []
  const snippet = excerpt(mention.snippet, mention.highlights).map(
    ({ text, matched }): RichPart => ({
      type: 'text',
      text: withoutRepeatedAddress(text, title.address),
      ...(matched && { style: { bold: true } }),
    }),
  )
  return snippet.length === 0 ? [] : isolated(snippet)
}

const longestContinuation = 140

function continuation({ snippet }: Mention, { words: shown, address }: Title): RichPart[] {
  if (!shown.endsWith('…')) return []
  const read = shown.length - 1
  const rest = cut(snippet, read + longestContinuation)
    .slice(read)
    .trimStart()
  return rest === '' ? [] : [words(`…${isolate(withoutRepeatedAddress(rest, address))}`)]
}

/** If a part of the snippet runs from right to left, isolates all parts together. */
function isolated(snippet: RichPart[]): RichPart[] {
  const isRightToLeftText = snippet.some(
    (part) => 'text' in part && part.text !== undefined && isRightToLeft(part.text),
  )
  return isRightToLeftText ? [words('\u2068'), ...snippet, words('\u2069')] : snippet
}
