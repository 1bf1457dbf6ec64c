import type { Button } from '@slack/types'
import { alertWords, type SpikeCardAddition, strengthWords } from '../../messages/anomalies/spike.ts'
import {
  actions,
  bold,
  bullets,
  button,
  context,
  partsOf,
  plainText,
  type RichPart,
  richLine,
  richText,
  textMessage,
  words,
} from '../../messages/kit/block-kit.ts'
import { type Sentence, sentenceAsRichText, sentenceAsText } from '../../messages/kit/dates.ts'
import { labelled, sentimentSign, sentimentWord } from '../../messages/kit/labels.ts'
import { duration, hoursAndMinutes } from '../../messages/kit/numbers.ts'
import { list, messages, type Spoken } from '../../messages/kit/say.ts'
import { cut, ellipsize, escapeMrkdwn, isolate, longestText } from '../../messages/kit/text.ts'
import { byline, personName, reachWords, stateWords, titleOf } from '../../messages/mention/mention-parts.ts'
import { mutedName } from '../../messages/mute-words.ts'
import type { MessageKey } from '../../model/collection.ts'
import type { Block, Content } from '../../model/message.ts'
import { type MuteKind, muteKinds } from '../../model/mute.ts'
import type { Board, UrgentMention } from './board.ts'
import { type Invitee, mostInvited, type Room } from './model.ts'
import type { Event, MutedMentions, Report } from './report.ts'
import { en } from './texts.en.ts'

export const say = messages(en, (language) => import(`./texts.${language}.ts`))

/** The ids of the buttons. They are never renamed, because rooms and cards of spikes stay in Slack. */
export const roomIds = {
  open: 'room_open',
  end: 'room_end',
  archive: 'room_archive',
  notInvited: 'room_not_invited',
} as const

/** The reason if Slack does not answer at all. */
export const noAnswer = 'no_answer'

const missingScope = new Set(['missing_scope', 'no_permission', 'not_allowed_token_type'])

export function notOpenedText(reason: string): string {
  if (missingScope.has(reason)) return say.missingScope()
  if (reason.startsWith('restricted_action') || reason.startsWith('user_is')) return say.forbidden()
  return reason === noAnswer ? say.noAnswer() : say.notOpened({ reason })
}

export const purpose = (alertName: string, link: string) =>
  say.purpose({ alert: escapeMrkdwn(cut(alertName, 60)), link })

/** The value of the buttons in a room. */
const roomValue = ({ channel, ts }: MessageKey) => JSON.stringify([channel, ts])

/** `keep` is the button that changes nothing. */
type Question = { title: string; text: string; confirm: string; keep: string }

/** A button that Slack asks about before it sends the press, because it concerns others. */
const askingButton = (pressed: Button, { title, text, confirm, keep }: Question): Button => ({
  ...pressed,
  confirm: {
    ...{ title: plainText(title), text: plainText(text) },
    ...{ confirm: plainText(confirm), deny: plainText(keep) },
  },
})

export const openButton = (): Button =>
  askingButton(button(say.openRoom(), roomIds.open), {
    ...{ title: say.openTitle(), text: say.openQuestion() },
    ...{ confirm: say.open(), keep: say.openNot() },
  })

/** What the card of a spike says of its room. */
export function roomOnCard({ channel, over }: Pick<Room, 'channel' | 'over'>): SpikeCardAddition {
  const label = say.room()
  if (channel === undefined) {
    const text = say.beingOpened()
    return { buttons: [], facts: [{ label, value: [words(text)], text }] }
  }
  const text = `<#${channel}>`
  const room = { type: 'channel', channel_id: channel } as const
  if (over === undefined) return { buttons: [], facts: [{ label, value: [room], text }] }
  const value = partsOf(say.archived({ room }))
  return { buttons: [], facts: [{ label, value, text: say.archived({ room: text }) }] }
}

const longestTitle = 100
const longestAuthor = 40

export function entryTitle({ mention }: UrgentMention): { sign: string; words: string } {
  return { sign: sentimentSign(mention.sentiment), words: isolate(titleOf(mention, longestTitle).words) }
}

export function entryFacts({ mention, state }: UrgentMention): string {
  return [
    sentimentWord(mention.sentiment),
    byline({ ...mention, source: '' }, titleOf(mention), longestAuthor),
    reachWords(mention),
    holderWords(state),
  ]
    .filter(Boolean)
    .join(' · ')
}

function holderWords(state: UrgentMention['state']): string {
  if (state === undefined || state.state === 'snoozed') return say.unclaimed()
  const { by, assigned } = state
  return state.state === 'assigned'
    ? stateWords({ kind: 'assigned', by, from: assigned?.fromName ?? '', at: 0 })
    : stateWords({ kind: state.state, by, at: 0 })
}

function urgentBlock({ urgent, open }: Board): Block {
  const heading = richLine([bold(say.urgentHeading())])
  if (urgent.length === 0) return richText(richLine([bold(say.nothingOpen())]))
  const elements = urgent.map((one) => {
    const { sign, words: title } = entryTitle(one)
    const style = { bold: true }
    const shown: RichPart =
      one.link === undefined
        ? { type: 'text', text: title, style }
        : { type: 'link', url: one.link, text: title, style }
    return richLine([words(sign === '' ? '' : `${sign} `), shown, words(` · ${entryFacts(one)}`)])
  })
  const more = open - urgent.length
  return richText(
    heading,
    { type: 'rich_text_list', style: 'ordered', elements },
    ...(more > 0 ? [richLine([words(say.moreOpen({ count: more }))])] : []),
  )
}

function factsBlock(facts: { label: string; value: Sentence }[]): Block[] {
  if (facts.length === 0) return []
  const parts = facts.flatMap(({ label, value }, index): RichPart[] => [
    words(index === 0 ? '' : '\n'),
    bold(label),
    words(' '),
    ...sentenceAsRichText(value),
  ])
  return [richText(richLine(parts))]
}

/** `isInCanvas`: the canvas of the channel has the numbers, too. */
export type RoomView = {
  room: Pick<Room, 'alertName' | 'by' | 'card' | 'invitees' | 'notAsked' | 'ended' | 'report'>
  board: Board
  isInCanvas: boolean
}

/** The first message of a room. */
export function roomMessage({ room, board, isInCanvas }: RoomView): Content {
  const { alert, pace, facts, claimed, urgent, card, isOver } = board
  const headline = say.headline({ alert })
  const state = isOver ? say.hasEnded() : pace
  const people = peopleLines(room)
  const value = roomValue(room.card)
  const shownFacts = [...facts, ...(claimed === '' ? [] : [{ label: say.claims(), value: [claimed] }])]
  const rhythm = isInCanvas ? say.rhythmWithCanvas() : say.rhythm()
  const blocks: Block[] = [
    richText(richLine([bold(headline), words(state === '' ? '' : `\n${state}`)])),
    ...factsBlock(shownFacts),
    urgentBlock(board),
    richText(
      richLine([
        words(people.join('\n')),
        ...(card === undefined ? [] : [words('\n'), { type: 'link' as const, url: card, text: say.card() }]),
      ]),
    ),
    ...actions([
      ...(isOver ? [] : [endButton(value)]),
      archiveButton(value, room.report !== undefined),
      ...(missingLines(room).length === 0 ? [] : [button(say.whoNot(), roomIds.notInvited, value)]),
    ]),
    ...(isOver ? [] : [context(plainText(rhythm))]),
  ]
  const text = [
    headline,
    ...(state === '' ? [] : [state]),
    ...shownFacts.map(({ label, value: said }) => labelled(label, sentenceAsText(said))),
    ...urgent.map((one, at) => `${at + 1}. ${entryTitle(one).words} · ${entryFacts(one)}`),
    ...people,
  ]
  return { text: ellipsize(text.map(escapeMrkdwn).join('\n'), longestText), blocks }
}

const endButton = (value: string) =>
  askingButton(button(say.end(), roomIds.end, value), {
    ...{ title: say.endTitle(), text: say.endQuestion() },
    ...{ confirm: say.endNow(), keep: say.endNot() },
  })

const archiveButton = (value: string, hasReport: boolean) =>
  askingButton(button(say.archive(), roomIds.archive, value), {
    title: say.archiveTitle(),
    text: hasReport ? say.archiveQuestion() : say.archiveQuestionWithoutReport(),
    ...{ confirm: say.archiveNow(), keep: say.archiveNot() },
  })

const mostNames = 20

type People = Pick<Room, 'invitees' | 'notAsked'>

/** The reasons of those who were not invited are behind a button. */
function peopleLines({ invitees = [], notAsked }: People): string[] {
  const here = invitees.filter(({ outcome }) => outcome === 'in')
  const invited = here.map(({ name, role }) => say.personAs({ person: personName(name), role }))
  const { people = 0, groups = 0 } = notAsked ?? {}
  const missing = people + missingOf(invitees).length
  return [
    invited.length === 0 ? say.nobodyInvited() : say.invited({ people: firstOf(invited) }),
    ...(missing + groups === 0 ? [] : [say.notInvitedCount({ people: missing, groups })]),
  ]
}

const missingOf = (invitees: Invitee[]) =>
  invitees.flatMap(({ name, outcome: why }) =>
    why === undefined || why === 'in' ? [] : [say.personWithout({ person: personName(name), why })],
  )

function missingLines({ invitees = [], notAsked }: People): string[] {
  const missing = missingOf(invitees)
  const { people = 0, groups = 0 } = notAsked ?? {}
  return [
    ...(missing.length === 0 ? [] : [say.notInvited({ people: firstOf(missing) })]),
    ...(people === 0 ? [] : [say.tooMany({ count: people, most: mostInvited })]),
    ...(groups === 0 ? [] : [say.groups({ count: groups })]),
  ]
}

/** The answer to the person who asks who was not invited. */
export function notInvitedAnswer(room: People): Content {
  const lines = missingLines(room)
  return lines.length === 0 ? textMessage(say.everybodyInvited()) : textMessage(...lines, say.inviteThem())
}

function firstOf(people: string[]): Spoken | string {
  const shown = list(people.slice(0, mostNames), 'narrow')
  const more = people.length - mostNames
  return more > 0 ? say.peopleAndMore({ people: shown, more }) : shown
}

/** The report of a room. */
export function roomReport(report: Report, card: MessageKey): Content {
  const { summary, isOver, endedAt, timeline } = report
  const [begin] = timeline
  const startedAt = begin?.at ?? endedAt
  const length = hoursAndMinutes(endedAt - startedAt)
  const alert = alertWords(report)
  const headline =
    summary === undefined
      ? say.reportWithoutNumbers({ alert })
      : say.report({ alert, count: summary.total, time: length })
  const strength = summary === undefined ? say.numbersLost() : strengthWords(summary)
  const facts = factsOf(report, startedAt)
  const as = endedAt - startedAt > 12 * 3_600_000 ? ('date' as const) : ('time' as const)
  const events = timeline.map((event): Sentence => [{ at: event.at, as }, ` ${eventWords(event)}`])
  const goesOn = isOver ? [] : [say.goesOn()]
  const blocks: Block[] = [
    richText(richLine([bold(headline), words(`\n${[strength, ...goesOn].join('\n')}`)])),
    ...factsBlock(facts),
    richText(
      richLine([bold(say.timeline())]),
      bullets(events.map((event) => richLine(sentenceAsRichText(event)))),
    ),
    ...actions([archiveButton(roomValue(card), true)]),
  ]
  const lines = [
    headline,
    strength,
    ...goesOn,
    ...facts.map(({ label, value }) => labelled(label, sentenceAsText(value))),
    ...events.map(sentenceAsText),
  ]
  return { text: ellipsize(lines.map(escapeMrkdwn).join('\n'), longestText), blocks }
}

function factsOf(report: Report, startedAt: number): { label: string; value: Sentence }[] {
  const { summary, closed, claimed, first, lead, muted } = report
  const unclaimed = (summary?.total ?? 0) - closed - claimed
  const counts = summary && { closed, total: summary.total, claimed, unclaimed }
  return [
    ...(counts === undefined ? [] : [{ label: say.closed(), value: [say.closedOf(counts)] }]),
    { label: say.first(), value: [firstWords(first, startedAt)] },
    { label: say.lead(), value: [lead === undefined ? say.nobody() : personName(lead)] },
    { label: say.muted(), value: [mutedWords(muted)] },
  ]
}

function firstWords(first: Report['first'], startedAt: number): string {
  if (first === undefined) return say.nobodyYet()
  const time = duration(first.at - startedAt)
  return first.name === undefined
    ? say.firstAfter({ time })
    : say.firstAfterBy({ time, person: personName(first.name) })
}

const mostMuted = 5

function mutedWords(muted: MutedMentions[]): string {
  const all = muted.reduce((sum, { count }) => sum + count, 0)
  if (all === 0) return say.nothingMuted()
  const named = muted
    .slice(0, mostMuted)
    .map(({ kind, name, count }) =>
      isMuteKind(kind)
        ? say.byMute({ count, kind, name: mutedName({ kind, name }) })
        : say.byUnknownMute({ count, name: isolate(cut(name, 60)) }),
    )
  const others = muted.slice(mostMuted).reduce((sum, { count }) => sum + count, 0)
  const mutes = [...named, ...(others === 0 ? [] : [say.byOtherMutes({ count: others })])]
  return say.notPosted({ count: all, mutes: list(mutes, 'narrow') })
}

const isMuteKind = (kind: string): kind is MuteKind => muteKinds.some((one) => one === kind)

function eventWords(event: Event): string {
  switch (event.kind) {
    case 'began':
      return say.began()
    case 'posted':
      return say.posted()
    case 'over':
      return say.over()
    case 'opened':
      return event.leads
        ? say.openedAndLed({ person: personName(event.name) })
        : say.opened({ person: personName(event.name) })
    case 'led':
      return say.led({ person: personName(event.name) })
    case 'ended':
      return say.ended({ person: personName(event.name) })
    case 'first':
      return event.name === undefined
        ? say.firstHandled()
        : say.firstHandledBy({ person: personName(event.name) })
    case 'status':
      return say.status({ person: personName(event.name), status: isolate(cut(event.text, 200)) })
    case 'false-alarm':
      return say.falseAlarm({ person: personName(event.name) })
    case 'muted': {
      const { by, what: kind, name } = event
      return say.mutedBy({ person: personName(by), kind, name: mutedName({ kind, name }) })
    }
  }
}
