import type { Button } from '@slack/types'
import { alertWords, type SpikeCardAddition, strengthWords } from '../../messages/anomalies/spike.ts'
import {
  actions,
  bold,
  bullets,
  button,
  context,
  plainText,
  type RichPart,
  richLine,
  richText,
  words,
} from '../../messages/kit/block-kit.ts'
import { type Sentence, sentenceAsRichText, sentenceAsText } from '../../messages/kit/dates.ts'
import { sentimentLabel, sentimentSign } from '../../messages/kit/labels.ts'
import { duration, grouped, hoursAndMinutes, plural } from '../../messages/kit/numbers.ts'
import { cut, ellipsize, escapeMrkdwn, isolate, longestText } from '../../messages/kit/text.ts'
import { personName, reachWords, stateWords, titleOf } from '../../messages/mention/mention-parts.ts'
import { muteLabel } from '../../messages/mute-words.ts'
import type { MessageKey } from '../../model/collection.ts'
import type { Block, Content } from '../../model/message.ts'
import { type MuteKind, muteKinds } from '../../model/mute.ts'
import type { Board, UrgentMention } from './board.ts'
import type { Invitee, Room } from './model.ts'
import type { Event, MutedMentions, Report } from './report.ts'

/** The ids of the buttons. They are never renamed, because rooms and cards of spikes stay in Slack. */
export const roomIds = { open: 'room_open', end: 'room_end', archive: 'room_archive' } as const

export const openButtonName = 'Open a room'

export const roomTexts = {
  onCards: `• *${openButtonName}* on a spike: a channel with the people who are called, live numbers and a report at the end.`,
  opening: (name: string) =>
    `Opening the room #${name}. The post of the spike names it as soon as it is ready.`,
  already: 'This spike has a room already. Its name is on the post of the spike.',
  isOver: 'This spike is over, so no room is opened for it.',
  switchedOff: 'Rooms for spikes are switched off in the configuration (rooms: off).',
  unknown: 'Overheard does not know this room any more. Archive the channel in Slack.',
  ends: 'The report comes in a moment.',
  hasReport: 'The report of this room is posted already.',
  archives: (hasReport: boolean) =>
    hasReport
      ? 'The channel is archived in a moment.'
      : 'The report comes first. Then the channel is archived.',
  notOpened: (reason: string) => `The room could not be opened: ${openingAdvice(reason)}`,
  tooLate: 'The spike ended before its room could be opened, so there is none.',
  notArchived: (reason: string) =>
    `Slack does not let Overheard archive this channel (${reason}). A member of the channel can archive it in Slack.`,
  purpose: (alertName: string) =>
    `Room for the spike of ${escapeMrkdwn(cut(alertName, 60))}, opened by Overheard. The spike:`,
  spikeOver: 'The spike is over.',
  nothingOpen: 'No mention of the spike is open.',
  urgentHeading: 'Most urgent of the open mentions',
  card: 'The post of the spike',
  inCanvas: 'They are in the canvas of this channel, too.',
  rhythm: 'Overheard updates these numbers up to once a minute, until the room ends.',
}

const missingScope = new Set(['missing_scope', 'no_permission', 'not_allowed_token_type'])

function openingAdvice(reason: string): string {
  if (missingScope.has(reason))
    return 'the Slack app lacks the permission channels:manage, or groups:write for a private room. The doctor (npm run doctor) says how to add it. After that, press the button again.'
  if (reason.startsWith('restricted_action') || reason.startsWith('user_is'))
    return 'the rules of this workspace do not let apps create channels. Ask an admin of Slack.'
  return `Slack refuses it (${reason}).`
}

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
  askingButton(button(openButtonName, roomIds.open), {
    title: 'Open a room for this spike?',
    text: 'A new channel is opened. The person on watch and the people whom this spike calls are invited into it.',
    confirm: 'Open it',
    keep: 'Not now',
  })

/** What the card of a spike says of its room. */
export function roomOnCard({ channel, over }: Pick<Room, 'channel' | 'over'>): SpikeCardAddition {
  if (channel === undefined)
    return {
      buttons: [],
      facts: [{ label: 'Room', value: [words('is being opened')], text: 'is being opened' }],
    }
  const after = over === undefined ? '' : ', archived'
  return {
    buttons: [],
    facts: [
      {
        label: 'Room',
        value: [{ type: 'channel', channel_id: channel }, words(after)],
        text: `<#${channel}>${after}`,
      },
    ],
  }
}

const longestTitle = 100
const longestAuthor = 40

export function entryTitle({ mention }: UrgentMention): { sign: string; words: string } {
  return { sign: sentimentSign(mention.sentiment), words: isolate(titleOf(mention, longestTitle).words) }
}

export function entryFacts({ mention, state }: UrgentMention): string {
  return [
    sentimentLabel(mention.sentiment).toLowerCase(),
    isolate(cut(mention.author.name, longestAuthor)),
    reachWords(mention),
    holderWords(state),
  ]
    .filter(Boolean)
    .join(' · ')
}

function holderWords(state: UrgentMention['state']): string {
  if (state === undefined || state.state === 'snoozed') return 'unclaimed'
  const { by, assigned } = state
  return state.state === 'assigned'
    ? stateWords({ kind: 'assigned', by, from: assigned?.fromName ?? '', at: 0 })
    : stateWords({ kind: state.state, by, at: 0 })
}

function urgentBlock({ urgent, open }: Board): Block {
  const heading = richLine([bold(roomTexts.urgentHeading)])
  if (urgent.length === 0) return richText(richLine([bold(roomTexts.nothingOpen)]))
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
    ...(more > 0 ? [richLine([words(`${plural(more, 'more mention is', 'more mentions are')} open.`)])] : []),
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
  const { headline, pace, facts, claimed, urgent, card, isOver } = board
  const state = isOver ? 'This room has ended. Its report is below.' : pace
  const people = peopleLines(room)
  const value = roomValue(room.card)
  const shownFacts = [...facts, ...(claimed === '' ? [] : [{ label: 'Claims', value: [claimed] }])]
  const rhythm = isInCanvas ? `${roomTexts.rhythm} ${roomTexts.inCanvas}` : roomTexts.rhythm
  const blocks: Block[] = [
    richText(richLine([bold(headline), words(state === '' ? '' : `\n${state}`)])),
    ...factsBlock(shownFacts),
    urgentBlock(board),
    richText(
      richLine([
        words(people.join('\n')),
        ...(card === undefined
          ? []
          : [words('\n'), { type: 'link' as const, url: card, text: roomTexts.card }]),
      ]),
    ),
    ...actions([...(isOver ? [] : [endButton(value)]), archiveButton(value, room.report !== undefined)]),
    ...(isOver ? [] : [context(plainText(rhythm))]),
  ]
  const text = [
    headline,
    ...(state === '' ? [] : [state]),
    ...shownFacts.map(({ label, value: said }) => `${label}: ${sentenceAsText(said)}`),
    ...urgent.map((one, at) => `${at + 1}. ${entryTitle(one).words} · ${entryFacts(one)}`),
    ...people,
  ]
  return { text: ellipsize(text.map(escapeMrkdwn).join('\n'), longestText), blocks }
}

const endButton = (value: string) =>
  askingButton(button('Post the report', roomIds.end, value), {
    title: 'End this room?',
    text: 'Its report is posted here, and the numbers do not change any more. The channel stays open.',
    confirm: 'Post the report',
    keep: 'Not yet',
  })

const archiveButton = (value: string, hasReport: boolean) =>
  askingButton(button('Archive', roomIds.archive, value), {
    title: 'Archive this room?',
    text: hasReport
      ? 'Nobody can write here any more. In Slack, the channel can be unarchived.'
      : 'The room ends, its report is posted, and then nobody can write here any more. In Slack, the channel can be unarchived.',
    confirm: 'Archive',
    keep: 'Keep it',
  })

const roleWords: Record<Invitee['role'], string> = {
  opener: 'opened the room',
  lead: 'leads',
  watch: 'on watch',
  notify: '',
}

const outcomeWords: Record<Exclude<NonNullable<Invitee['outcome']>, 'in'>, string> = {
  left: 'left the workspace',
  private: 'may not see this alert',
  guest: 'a guest, whom Slack does not let in',
  external: 'of another organisation',
  refused: 'Slack refused',
}

const mostNames = 20

function peopleLines({ invitees = [], notAsked }: RoomView['room']): string[] {
  const here = invitees.filter(({ outcome }) => outcome === 'in')
  const missing = invitees.filter(({ outcome }) => outcome !== undefined && outcome !== 'in')
  const named = (people: Invitee[], wordsOf: (one: Invitee) => string) => {
    const names = people.slice(0, mostNames).map((one) => {
      const about = wordsOf(one)
      return about === '' ? personName(one.name) : `${personName(one.name)} (${about})`
    })
    const more = people.length - names.length
    return [...names, ...(more > 0 ? [`and ${grouped(more)} more`] : [])].join(', ')
  }
  const { people = 0, groups = 0 } = notAsked ?? {}
  return [
    here.length === 0
      ? 'Nobody could be invited.'
      : `Invited: ${named(here, ({ role }) => roleWords[role])}.`,
    ...(missing.length === 0
      ? []
      : [
          `Not invited: ${named(missing, ({ outcome }) => (outcome === undefined || outcome === 'in' ? '' : outcomeWords[outcome]))}.`,
        ]),
    ...(people === 0
      ? []
      : [
          `${plural(people, 'more person was', 'more people were')} not invited, because there are too many.`,
        ]),
    ...(groups === 0
      ? []
      : [
          `The members of ${plural(groups, 'user group')} in notify were not invited, because Slack does not tell Overheard who they are.`,
        ]),
  ]
}

/** The report of a room. */
export function roomReport(report: Report, card: MessageKey): Content {
  const { summary, isOver, endedAt, timeline } = report
  const [begin] = timeline
  const startedAt = begin?.at ?? endedAt
  const length = hoursAndMinutes(endedAt - startedAt)
  const headline =
    summary === undefined
      ? `Report: ${alertWords(report)}`
      : `Report: ${alertWords(report)}, ${plural(summary.total, 'mention')} in ${length}`
  const strength =
    summary === undefined
      ? 'The numbers of this spike were lost with the data of Overheard.'
      : strengthWords(summary)
  const facts = factsOf(report, startedAt)
  const as = endedAt - startedAt > 12 * 3_600_000 ? ('date' as const) : ('time' as const)
  const events = timeline.map((event): Sentence => [{ at: event.at, as }, ` ${eventWords(event)}`])
  const goesOn = isOver ? [] : ['The spike still goes on: these are its numbers until now.']
  const blocks: Block[] = [
    richText(richLine([bold(headline), words(`\n${[strength, ...goesOn].join('\n')}`)])),
    ...factsBlock(facts),
    richText(
      richLine([bold('Timeline')]),
      bullets(events.map((event) => richLine(sentenceAsRichText(event)))),
    ),
    ...actions([archiveButton(roomValue(card), true)]),
  ]
  const lines = [
    headline,
    strength,
    ...goesOn,
    ...facts.map(({ label, value }) => `${label}: ${sentenceAsText(value)}`),
    ...events.map(sentenceAsText),
  ]
  return { text: ellipsize(lines.map(escapeMrkdwn).join('\n'), longestText), blocks }
}

function factsOf(report: Report, startedAt: number): { label: string; value: Sentence }[] {
  const { summary, closed, claimed, first, lead, muted } = report
  const unclaimed = (summary?.total ?? 0) - closed - claimed
  const firstWords =
    first === undefined
      ? 'nobody yet'
      : [
          `${duration(first.at - startedAt)} after the spike began`,
          ...(first.name === undefined ? [] : [`by ${personName(first.name)}`]),
        ].join(', ')
  return [
    ...(summary === undefined
      ? []
      : [
          {
            label: 'Closed',
            value: [
              `${grouped(closed)} of ${grouped(summary.total)}, ${grouped(claimed)} more claimed, ${grouped(unclaimed)} unclaimed`,
            ],
          },
        ]),
    { label: 'First claimed or closed', value: [firstWords] },
    { label: 'Lead', value: [lead === undefined ? 'nobody' : personName(lead)] },
    { label: 'Muted', value: [mutedWords(muted)] },
  ]
}

const mostMuted = 5

function mutedWords(muted: MutedMentions[]): string {
  const all = muted.reduce((sum, { count }) => sum + count, 0)
  if (all === 0) return 'no mention'
  const named = muted
    .slice(0, mostMuted)
    .map(
      ({ kind, name, count }) =>
        `${grouped(count)} by ${isMuteKind(kind) ? muteLabel({ kind, name }) : isolate(cut(name, 60))}`,
    )
  const others = muted.slice(mostMuted).reduce((sum, { count }) => sum + count, 0)
  const list = [...named, ...(others === 0 ? [] : [`${grouped(others)} by other mutes`])]
  return `${plural(all, 'mention was', 'mentions were')} not posted: ${list.join(', ')}`
}

const isMuteKind = (kind: string): kind is MuteKind => muteKinds.some((one) => one === kind)

function eventWords(event: Event): string {
  switch (event.kind) {
    case 'began':
      return 'The first mention of the spike'
    case 'posted':
      return 'Overheard posted the spike'
    case 'over':
      return 'The spike was over'
    case 'opened':
      return `${personName(event.name)} opened this room${event.leads ? ' and took the lead' : ''}`
    case 'led':
      return `${personName(event.name)} had the lead from here on`
    case 'ended':
      return `${personName(event.name)} ended this room`
    case 'first':
      return event.name === undefined
        ? 'The first mention was claimed or closed'
        : `${personName(event.name)} claimed or closed the first mention`
    case 'status':
      return `${personName(event.name)} set the status: ${isolate(cut(event.text, 200))}`
    case 'false-alarm':
      return `${personName(event.name)} marked it as a false alarm`
    case 'muted':
      return `${personName(event.by)} muted the ${muteLabel({ kind: event.what, name: event.name })}`
  }
}
