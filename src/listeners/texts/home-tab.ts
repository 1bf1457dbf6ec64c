import type { ActionsBlock, Overflow, SectionBlock } from '@slack/types'
import { alertWords, paceWords } from '../../messages/anomalies/spike.ts'
import { actionIds } from '../../messages/kit/block-actions.ts'
import {
  actions,
  button,
  context,
  divider,
  headed,
  header,
  mrkdwn,
  optionOf,
  plainText,
  section,
} from '../../messages/kit/block-kit.ts'
import { type Sentence, sentenceAsMrkdwn, sentenceAsText } from '../../messages/kit/dates.ts'
import { labelled } from '../../messages/kit/labels.ts'
import { grouped } from '../../messages/kit/numbers.ts'
import { cut, isolate } from '../../messages/kit/text.ts'
import { personName } from '../../messages/mention/mention-parts.ts'
import { personalTexts } from '../../messages/subscription-notices.ts'
import {
  aboutWords,
  checksSentence,
  delaysSentence,
  isPaused,
  stateSentence,
} from '../../messages/subscription-state.ts'
import type { Block, ModalContent } from '../../model/message.ts'
import type { LiveSpike, SpikeCardRecord } from '../../model/spike-card.ts'
import type { SubscriptionSummary } from '../../model/subscription-status.ts'
import { muteRow, type NamedMute } from './mutes.ts'
import { say } from './say.ts'

/** The list of alerts shows this many per page. */
export const alertsPerPage = 20
const maxSpikes = 5
const maxMutes = 40

/** `channelId` is undefined if Slack does not know the channel. */
export type HomeLine = SubscriptionSummary & {
  channelId: string | undefined
  choices: HomeChoice[]
  /** Set if a person gets it in their direct messages: `own` if that is the person of the tab. */
  direct?: Direct
}

type Direct = 'own' | 'other'

/** An entry in the menu of an alert. */
type HomeChoice = { choice: string; label: string }

type HomeSpike = Pick<SpikeCardRecord, 'channel' | 'shown' | 'note'> & { permalink: string | undefined }

export type HomeTabView = {
  spikes: HomeSpike[]
  /** What features add, by place. */
  sections: { top: Block[]; welcome: Block[]; open: Block[]; afterSpikes: Block[] }
  /** The buttons at the end that features add. */
  buttons: { label: string; action: string; style?: 'primary' }[]
  /**
   * One page of the alerts. `total` is the number of alerts, `elsewhere` the number of alerts that only post to other
   * channels, and `page` counts from 0.
   */
  alerts: { lines: HomeLine[]; total: number; page: number; elsewhere: number; all: boolean }
  /** True if Slack does not say which channels the person is in. */
  isUnsure: boolean
  note?: string
  docs?: string
}

/** At most this many blocks are not of features: the note, the welcome or a sentence instead, the spikes, the alerts and the buttons. */
export const ownHomeBlocks = 1 + 3 + (1 + maxSpikes) + (2 + alertsPerPage + 2) + 1

export function homeTab(view: HomeTabView): Block[] {
  const { note, alerts, sections, isUnsure } = view
  const isNew = alerts.total + alerts.elsewhere === 0
  return [
    ...noteBlocks(note),
    ...sections.top,
    ...sections.welcome,
    ...(isNew
      ? sections.welcome.length > 0
        ? []
        : welcomeBlocks()
      : isUnsure
        ? [section(say.channelsUnknown())]
        : []),
    ...sections.open,
    ...spikeBlocks(view.spikes),
    ...sections.afterSpikes,
    ...(isNew ? [] : alertBlocks(view)),
    ...actions(tabButtons(view)),
  ]
}

const welcomeBlocks = () => [
  header(say.welcome()),
  section(say.welcomeWhat()),
  section([say.welcomeAlert(), say.welcomeMention(), say.welcomeList()].join('\n')),
]

function spikeBlocks(spikes: HomeSpike[]): Block[] {
  const rows = spikes.slice(0, maxSpikes).map(spikeRow).filter(hasBlocks)
  return headed(say.runningSpikes({ count: rows.length }), rows)
}

const hasBlocks = (row: Block[]) => row.length > 0

function spikeRow({ channel, shown, note, permalink }: HomeSpike): Block[] {
  if (shown.kind !== 'live') return []
  const lead = note.lead === undefined ? say.noLead() : say.lead({ person: personName(note.lead.by) })
  const link = permalink && { ...button(say.openMessage(), actionIds.openLink, 'spike'), url: permalink }
  const fields = [mrkdwn(`<#${channel}>`), plainText(lead)]
  return [section(spikeLine(shown.spike), { fields, ...(link && { accessory: link }) })]
}

function alertBlocks({ alerts, isUnsure }: HomeTabView): Block[] {
  const { lines, total, page, elsewhere, all } = alerts
  if (isUnsure && !all) return []
  const heading = all ? say.allAlerts() : say.alertsHere()
  if (total === 0) return [divider, header(heading), section(say.noAlertsHere({ elsewhere }))]
  const pages = pagesOf(total)
  return [
    divider,
    header(`${heading} (${grouped(total)})`),
    ...lines.map(alertRow),
    ...(lines.some((line) => line.isFromFile) ? [context(plainText(say.fromFile()))] : []),
    ...(pages === 1 ? [] : [context(plainText(say.page({ page: page + 1, pages })))]),
  ]
}

const pagesOf = (total: number) => Math.ceil(total / alertsPerPage)

function alertRow(line: HomeLine): Block {
  const { state } = line
  const sentence = [...stateSentence(line), ...freshnessSentence(line)]
  return section(aboutWords(line), {
    fields: [
      placeWords(line),
      // The words of a problem are not all ours.
      state.kind === 'problem'
        ? plainText(cut(sentenceAsText(sentence), 1500))
        : mrkdwn(sentenceAsMrkdwn(sentence)),
    ],
    accessory: alertMenu(line),
  })
}

function placeWords({ channel, channelId, direct }: HomeLine) {
  if (direct !== undefined) return directWords(direct)
  return channelId === undefined ? plainText(isolate(cut(channel, 80)) || '?') : mrkdwn(`<#${channelId}>`)
}

/** Slack shows no name for a link to direct messages. */
const directWords = (direct: Direct) =>
  plainText(direct === 'own' ? personalTexts.ownMessages() : personalTexts.ofOthers())

/** The entry in the menu of an alert that opens the mutes of its channel. */
export const mutesChoice = (): HomeChoice => ({ choice: 'mutes', label: say.mutesOfChannel() })

function alertMenu({ name, choices }: HomeLine): Overflow {
  const options = choices.map(({ choice, label }) => optionOf({ label, value: alertValue(choice, name) }))
  return { type: 'overflow', action_id: actionIds.alertMenu, options }
}

/** A name has at most 80 characters. Slack's limit for the value is 150. */
const alertValue = (choice: string, name: string) => `${choice}:${name}`

export function readAlertValue(value: string): { choice: string; name: string } | undefined {
  const colon = value.indexOf(':')
  return colon < 1 ? undefined : { choice: value.slice(0, colon), name: value.slice(colon + 1) }
}

function tabButtons({ alerts, docs, buttons }: HomeTabView): ActionsBlock['elements'] {
  const { page, total, elsewhere, all } = alerts
  const pages = pagesOf(total)
  return [
    ...buttons.map(({ label, action, style }) => button(label, action, 'new', style)),
    ...(page === 0 ? [] : [button(say.back(), `${actionIds.homePage}_back`, String(page - 1))]),
    ...(page >= pages - 1 ? [] : [button(say.moreAlerts(), `${actionIds.homePage}_on`, String(page + 1))]),
    ...(all ? [button(say.onlyMyChannels(), actionIds.allChannels, 'mine')] : []),
    ...(!all && elsewhere > 0
      ? [button(say.showAllAlerts({ total: total + elsewhere }), actionIds.allChannels, 'all')]
      : []),
    button(say.help(), actionIds.help, 'home'),
    // Slack sends an event for a press on a link, too, which is acknowledged like any other.
    ...(docs === undefined ? [] : [{ ...button(say.documentation(), actionIds.docs, 'docs'), url: docs }]),
  ]
}

/** A note can contain names, so it is cut to this many UTF-16 units. Slack allows 1 to 3,000 characters in a section. */
const longestNote = 1000

function noteBlocks(note = ''): Block[] {
  const text = cut(note, longestNote)
  return text === '' ? [] : [section(text)]
}

/** `channel` is an id, or says whose direct messages the mutes are of. `note` is a sentence about the last press. */
export function mutesModal(
  channel: string | { direct: Direct },
  mutes: NamedMute[],
  note?: string,
): ModalContent {
  const text = typeof channel === 'string' ? mrkdwn(say.mutedIn({ channel })) : directWords(channel.direct)
  const shown = mutes.slice(0, maxMutes).map((mute) => muteRow(mute, true))
  const more = mutes.length - shown.length
  return {
    title: say.mutes(),
    blocks: [
      ...noteBlocks(note),
      { type: 'section', text } satisfies SectionBlock,
      ...(shown.length === 0 ? [section(say.nothingMutedMenu())] : shown),
      ...(more === 0 ? [] : [context(plainText(say.moreMutesInChannel({ count: more })))]),
    ],
  }
}

const spikeLine = (spike: LiveSpike) => labelled(alertWords(spike), paceWords(spike))

/** Says how fresh the mentions of an alert are; nothing while the alert is not polled. */
function freshnessSentence(line: SubscriptionSummary): Sentence {
  const isStopped = isPaused(line.state) || line.state.kind === 'problem'
  if (isStopped || line.freshness?.checkedAt === undefined) return []
  return [...checksSentence(line), ...delaysSentence(line)]
}
