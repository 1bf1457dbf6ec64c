import type { Button, Overflow, RichTextList } from '@slack/types'
import type { Time } from '../../async/time.ts'
import type { CalledCount, SpikeSign, SpikeSummary, Tops, VolumeSign } from '../../model/anomaly.ts'
import { strictnessAfter } from '../../model/anomaly.ts'
import type { Mention } from '../../model/mention.ts'
import type { Block, Content, ModalContent } from '../../model/message.ts'
import {
  type EndedSpikeCard,
  type LiveSpike,
  recordedDays,
  type SpikeCardRecord,
  type SpikeHistory,
  type SpikeNote,
  type Strictness,
} from '../../model/spike-card.ts'
import { type OfferedAction, offeredActions } from '../../model/subscription.ts'
import { actionIds } from '../kit/block-actions.ts'
import {
  actions,
  bold,
  bullets,
  button,
  context,
  input,
  optionOf,
  plainText,
  type RichPart,
  richLine,
  richText,
  textMessage,
  words,
} from '../kit/block-kit.ts'
import { type Sentence, sentenceAsRichText, sentenceAsText, utc, utcDay } from '../kit/dates.ts'
import { countryName, flag, sourceName } from '../kit/labels.ts'
import { grouped, hoursAndMinutes, percent, plural, short } from '../kit/numbers.ts'
import { volumeSparkline } from '../kit/sparkline.ts'
import { cut, ellipsize, escapeMrkdwn, isolate, longestText } from '../kit/text.ts'
import { topHeading } from '../mention/burst.ts'
import { withNotifiedUsers } from '../mention/card-additions.ts'
import { entryParts, entryText, personName } from '../mention/mention-parts.ts'

/** What a feature adds to the card of a spike: buttons while the spike goes on, and lines. `text` is mrkdwn. */
export type SpikeCardAddition = {
  buttons: Button[]
  facts: { label: string; value: RichPart[]; text: string }[]
}

export function spikeCardOf(
  record: Pick<SpikeCardRecord, 'shown' | 'note' | 'notified' | 'offers'>,
  added: readonly SpikeCardAddition[] = [],
): Content {
  const { shown, note, notified, offers } = record
  if (shown.kind === 'interrupted') return interruptedSpikeCard(shown.spike)
  if (shown.kind === 'over') return endedSpikeCard(shown.spike, note, offers, added)
  const content = spikeCard(shown.spike, note, offers, added)
  return notified === undefined ? content : withNotifiedUsers(content, notified)
}

export function spikeCard(
  spike: LiveSpike,
  note: SpikeNote = {},
  offers: readonly OfferedAction[] = offeredActions,
  added: readonly SpikeCardAddition[] = [],
): Content {
  const { summary, hours, permalinks } = spike
  const headline = `Spike in mentions: ${alertWords(spike)}`
  const pace = paceWords(spike)
  const facts = spikeFacts(spike, note)
  const claimed = `${claimWords(spike)} · all mentions in the thread`
  const blocks: Block[] = [
    richText(richLine([bold(headline), words(`\n${pace}`)])),
    factBlock(facts, hours, added),
    ...(summary.top.length === 0 ? [] : [topBlock(summary.top, permalinks)]),
    ...actions([
      ...(offers.includes('claim') ? leadButtons(note) : []),
      ...(offers.includes('why') ? [button('Why this alert?', actionIds.spikeWhy)] : []),
      ...(offers.includes('claim') ? added.flatMap(({ buttons }) => buttons) : []),
      ...spikeMenu(note, offers),
    ]),
    context(plainText(`${claimed} ↓`)),
  ]
  const lines = [
    escapeMrkdwn(`${headline}. ${pace}`),
    ...facts.map(factText),
    ...addedTexts(added),
    ...summary.top.map((mention, index) => `${index + 1}. ${spikeEntryText(mention)}`),
    escapeMrkdwn(claimed),
  ]
  return { text: ellipsize(lines.join('\n'), longestText), blocks }
}

/** The numbers of a running spike, and what people have set. */
export function spikeFacts({ summary }: Pick<LiveSpike, 'summary'>, note: SpikeNote): SpikeFact[] {
  const { lead } = note
  return [
    ...statusFacts(note),
    {
      label: 'Lead',
      value: lead ? [`${personName(lead.by)}, since `, { at: lead.at, as: 'time' }] : ['nobody yet'],
    },
    {
      label: 'Since',
      value: [{ at: summary.startedAt, as: 'date' }, `: ${sinceWords(summary)}`],
    },
    { label: 'Reach', value: [`${short(summary.reach)} combined`] },
    ...whereFacts(summary),
  ]
}

const leadButtons = ({ lead }: SpikeNote) => [
  lead === undefined
    ? button('Take the lead', actionIds.spikeLead, undefined, 'primary')
    : button('Take over', actionIds.spikeLead),
  button('Update status…', actionIds.spikeStatus),
]

/** The values of the menu of a spike's post. They are kept for ever, because posts stay in Slack for months. */
type SpikeChoice = 'false-alarm' | 'no-false-alarm' | 'unclaimed'

export function readSpikeChoice(value: string): SpikeChoice | undefined {
  return (['false-alarm', 'no-false-alarm', 'unclaimed'] as const).find((choice) => choice === value)
}

/** Slack once refused menus with a single choice, so a single choice is a button. */
function spikeMenu({ falseAlarm }: SpikeNote, offers: readonly OfferedAction[]): (Button | Overflow)[] {
  const choices: { label: string; value: SpikeChoice }[] = [
    ...(!offers.includes('not-relevant')
      ? []
      : falseAlarm === undefined
        ? [{ label: 'False alarm', value: 'false-alarm' as const }]
        : [{ label: 'Not a false alarm', value: 'no-false-alarm' as const }]),
    ...(offers.includes('claim') ? [{ label: 'Show unclaimed', value: 'unclaimed' as const }] : []),
  ]
  const [only, ...others] = choices
  if (only === undefined) return []
  if (others.length === 0) return [button(only.label, actionIds.spikeMenu, only.value)]
  return [{ type: 'overflow', action_id: actionIds.spikeMenu, options: choices.map(optionOf) }]
}

export const spikeLine = (spike: LiveSpike) => `${alertWords(spike)}: ${paceWords(spike)}`

export const alertWords = ({ alertName }: { alertName: string }) =>
  isolate(cut(alertName, 60)) || 'Unnamed alert'

export function paceWords({ summary, inLastHour, baselinePerHour }: LiveSpike): string {
  const usual = baselinePerHour === undefined ? '' : `, usually ${usually(baselinePerHour)}`
  return [`${plural(inLastHour, 'mention')} in the last hour${usual}`, moodWords(summary)]
    .filter(Boolean)
    .join(' · ')
}

/** Returns '' unless at least half of the rated mentions are negative. */
function moodWords({ total, rated, negative }: SpikeSummary): string {
  if (rated === 0 || negative * 2 < rated) return ''
  return negative === total ? 'all negative' : 'mostly negative'
}

const sinceWords = (summary: SpikeSummary) =>
  [plural(summary.total, 'mention'), negativeWords(summary)].filter(Boolean).join(', ')

const usually = (count: number) => (count < 0.5 ? 'none' : grouped(count))

function negativeWords({ total, rated, negative }: SpikeSummary): string {
  if (rated === 0) return ''
  if (negative === total) return total === 1 ? 'negative' : `all ${grouped(total)} negative`
  return `${grouped(negative)} of ${grouped(rated)} rated are negative (${percent(negative / rated)})`
}

export type SpikeFact = { label: string; value: Sentence }

function statusFacts({ status, falseAlarm }: SpikeNote): SpikeFact[] {
  const judged: SpikeFact[] =
    falseAlarm === undefined
      ? []
      : [
          {
            label: 'False alarm',
            value: [
              `marked by ${personName(falseAlarm.by)}, `,
              { at: falseAlarm.at, as: 'time' },
              '. Until ',
              { at: falseAlarm.until, as: 'date' },
              ', spikes of this alert need more mentions here.',
            ],
          },
        ]
  if (status === undefined) return judged
  return [
    ...judged,
    {
      label: 'Status',
      value: [
        `${isolate(cut(status.text, longestStatus))} (${personName(status.by)}, `,
        { at: status.at, as: 'time' },
        ')',
      ],
    },
  ]
}

function whereFacts({ sources, countries }: SpikeSummary): SpikeFact[] {
  const country = (name: string) => `${flag(name)}\u00a0${countryName(name) ?? isolate(cut(name, 30))}`.trim()
  const where = [
    listed(sources, (name) => isolate(sourceName(name)), 'other sources'),
    listed(countries, country, 'other countries'),
  ]
  return where.join('') === '' ? [] : [{ label: 'Where', value: [where.filter(Boolean).join(' · ')] }]
}

const shownNames = 3

function listed(tops: Tops, nameOf: (name: string) => string, othersAre: string): string {
  const named = tops
    .slice(0, shownNames)
    .map(({ name, count }) => `${grouped(count)} from ${nameOf(name) || 'unknown'}`)
  const others = tops.slice(shownNames).reduce((sum, { count }) => sum + count, 0)
  return [...named, ...(others === 0 ? [] : [`${grouped(others)} from ${othersAre}`])].join(', ')
}

function factBlock(facts: SpikeFact[], hours: number[], added: readonly SpikeCardAddition[] = []): Block {
  const shown = [
    ...facts.map(({ label, value }) => ({ label, value: sentenceAsRichText(value) })),
    ...added.flatMap((one) => one.facts),
  ]
  const lines = shown.flatMap(({ label, value }, index): RichPart[] => [
    words(index === 0 ? '' : '\n'),
    bold(label),
    words(' '),
    ...value,
  ])
  const chart: RichPart[] = [
    words('\n'),
    bold(`Mentions per hour, last ${plural(hours.length, 'hour')}`),
    words(' '),
    { type: 'text', text: volumeSparkline(hours), style: { code: true } },
    words(` peak ${grouped(Math.max(0, ...hours))}`),
  ]
  return richText(richLine([...lines, ...(hours.length < 2 ? [] : chart)]))
}

const factText = ({ label, value }: SpikeFact) => escapeMrkdwn(`${label}: ${sentenceAsText(value)}`)

const addedTexts = (added: readonly SpikeCardAddition[]) =>
  added.flatMap(({ facts }) => facts.map(({ label, text }) => `${escapeMrkdwn(label)}: ${text}`))

function topBlock(top: Mention[], permalinks: Permalinks): Block {
  const elements = top.map((mention) => richLine(spikeEntryParts(mention, permalinks)))
  const list: RichTextList = { type: 'rich_text_list', style: 'ordered', elements }
  return richText(richLine([bold(topHeading(top))]), list)
}

const shownClaims = 3

export function claimWords({ claims, summary }: LiveSpike): string {
  const all = claims.reduce((sum, { count }) => sum + count, 0)
  const counted = `${grouped(all)} of ${grouped(summary.total)} claimed`
  if (all === 0) return counted
  const most = claims.toSorted((a, b) => b.count - a.count)
  const named = most.slice(0, shownClaims).map(({ by, count }) => `${personName(by)} ${grouped(count)}`)
  const others = most.slice(shownClaims).reduce((sum, { count }) => sum + count, 0)
  return `${counted}: ${[...named, ...(others === 0 ? [] : [`others ${grouped(others)}`])].join(', ')}`
}

export function endedSpikeCard(
  spike: EndedSpikeCard,
  note: SpikeNote = {},
  offers: readonly OfferedAction[] = offeredActions,
  added: readonly SpikeCardAddition[] = [],
): Content {
  const { summary, endedAt, closed, claimed, permalinks } = spike
  const length = hoursAndMinutes(endedAt - summary.startedAt)
  const headline = `Spike over: ${alertWords(spike)}, ${plural(summary.total, 'mention')} in ${length}`
  const strength = strengthWords(summary)
  const unclaimed = summary.total - closed - claimed
  const facts: SpikeFact[] = [
    {
      label: 'Closed',
      value: [
        `${grouped(closed)} of ${grouped(summary.total)}, ${grouped(claimed)} more claimed, ${grouped(unclaimed)} unclaimed`,
      ],
    },
    ...(note.lead === undefined ? [] : [{ label: 'Lead', value: [personName(note.lead.by)] }]),
    ...statusFacts(note),
    { label: 'When', value: [{ at: summary.startedAt, as: 'date' }, ' to ', { at: endedAt, as: 'time' }] },
    ...whereFacts(summary),
  ]
  const examples = examplesOf(summary)
  const blocks: Block[] = [
    richText(richLine([bold(headline), words(`\n${strength}`)])),
    factBlock(facts, [], added),
    ...(examples.length === 0 ? [] : [richText(exampleList(examples, permalinks))]),
    ...actions([
      ...(unclaimed <= 0 || !offers.includes('claim')
        ? []
        : [button(`Show ${grouped(unclaimed)} unclaimed`, actionIds.spikeUnclaimed)]),
      ...spikeMenu(note, offers),
    ]),
  ]
  const lines = [
    escapeMrkdwn(`${headline}\n${strength}`),
    ...facts.map(factText),
    ...addedTexts(added),
    ...examples.map(({ label, mention }) => `${label}: ${spikeEntryText(mention)}`),
  ]
  return { text: ellipsize(lines.join('\n'), longestText), blocks }
}

export const strengthWords = (summary: SpikeSummary) =>
  [`Peak ${grouped(summary.peak)} an hour`, negativeWords(summary), `${short(summary.reach)} combined reach`]
    .filter(Boolean)
    .join(' · ')

type SpikeExample = { label: string; mention: Mention }

function examplesOf({ earliest, widestReach }: SpikeSummary): SpikeExample[] {
  const isBoth = earliest !== undefined && earliest.id === widestReach?.id
  if (isBoth) return [{ label: 'Started with, and widest reach', mention: earliest }]
  return [
    ...(earliest === undefined ? [] : [{ label: 'Started with', mention: earliest }]),
    ...(widestReach === undefined ? [] : [{ label: 'Widest reach', mention: widestReach }]),
  ]
}

function exampleList(examples: SpikeExample[], permalinks: Permalinks): RichTextList {
  const elements = examples.map(({ label, mention }) =>
    richLine([words(`${label}: `), ...spikeEntryParts(mention, permalinks)]),
  )
  return bullets(elements)
}

/** The bot did not see the end of this spike. */
export function interruptedSpikeCard(spike: { alertName: string; endedAt: Time }): Content {
  const headline = `Spike no longer tracked: ${alertWords(spike)}`
  const reason = `It may still be going on: Overheard stopped tracking it on ${utc(spike.endedAt)}. The mentions until then are in the thread; new mentions come to the channel.`
  const blocks = [richText(richLine([bold(headline), words(`\n${reason}`)]))]
  return { text: [headline, reason].map(escapeMrkdwn).join('\n'), blocks }
}

/** `history` is that of the last 30 days, with this spike; undefined if it cannot be read. */
export function spikeReasons(
  { alertName, signs, called }: Pick<LiveSpike, 'alertName' | 'signs' | 'called'>,
  history?: SpikeHistory,
): Content {
  const name = isolate(cut(alertName, 60))
  if (signs.length === 0)
    return textMessage(
      `${name}: Overheard lost the numbers behind this alert when its disk was wiped.`,
      ...historyWords(history),
    )
  const decided = decisive(signs)
  return textMessage(
    `${name} has a spike, because there are:`,
    ...decided.map(countedWords),
    ...decided.map(ruleWords),
    ...(called === undefined ? [] : [calledWords(called)]),
    ...historyWords(history),
  )
}

const calledWords = ({ count, days, sensitivity }: CalledCount) =>
  `${days === 1 ? 'Today' : `In the last ${days} days`} the rule (sensitivity: ${sensitivity}) would have called ${plural(count, 'spike')} of this alert.`

function historyWords(history: SpikeHistory | undefined): string[] {
  if (history === undefined) return []
  const { spikes, led, falseAlarms, strict } = history
  const marked =
    falseAlarms === 0
      ? ''
      : falseAlarms === 1
        ? ' 1 was a false alarm.'
        : ` ${grouped(falseAlarms)} were false alarms.`
  return [
    `In the last ${recordedDays} days this alert had ${plural(spikes, 'spike')} here. ${ledWords(led)}${marked}`,
    ...(strict === undefined ? [] : [`Because of the false alarms, a spike ${strictWords(strict)}.`]),
  ]
}

/** In how many spikes somebody took the lead. */
export const ledWords = (led: number) =>
  led === 0 ? 'Nobody took the lead.' : `Somebody took the lead in ${grouped(led)}.`

export const strictWords = ({ falseAlarms, until }: Strictness) =>
  `needs ${strictnessAfter(falseAlarms)}× as many mentions until ${utcDay(until)}`

/** The answer to the person who marks a spike as a false alarm. `strict` counts this one. */
export function markedFalseAlarm(alertName: string, strict: Strictness): Content {
  return textMessage(
    `${isolate(cut(alertName, 60))} is stricter now: its next spike here ${strictWords(strict)}.`,
    'To undo this, choose “Not a false alarm” in the menu of the post.',
  )
}

/** The answer to the person who takes the mark back. `strict` counts the other false alarms. */
export function unmarkedFalseAlarm(alertName: string, strict: Strictness | undefined): Content {
  const name = isolate(cut(alertName, 60))
  if (strict === undefined)
    return textMessage(`${name} is less strict again: its next spike here needs as many mentions as before.`)
  return textMessage(
    `${name} is less strict again: its next spike here ${strictWords(strict)}.`,
    `There ${strict.falseAlarms === 1 ? 'is' : 'are'} still ${plural(strict.falseAlarms, 'other false alarm')}.`,
  )
}

export const spikeTooOld: Content = textMessage(
  `Nothing was changed. Only spikes of the last ${recordedDays} days can be marked as false alarms.`,
)

const windowMinutes: Record<VolumeSign['rule'], number> = { hour: 60, 'half-hour': 30, quarter: 15 }

/** Each sign alone is enough for a spike. If the volume was too high in several windows, keeps only the shortest window. */
function decisive(signs: SpikeSign[]): SpikeSign[] {
  const minutesOf = (sign: SpikeSign) => (isVolume(sign) ? windowMinutes[sign.rule] : 0)
  const shortest = Math.min(...signs.filter(isVolume).map(minutesOf))
  return signs.filter((sign) => !isVolume(sign) || minutesOf(sign) === shortest)
}

const isVolume = (sign: SpikeSign): sign is VolumeSign => sign.rule in windowMinutes

function countedWords(sign: SpikeSign): string {
  switch (sign.rule) {
    case 'sentiment':
      return `• ${percent(sign.share)} negative in the last 24 hours (${grouped(sign.negative)} of ${grouped(sign.rated)} rated), usually ${percent(sign.baselineShare)}.`
    case 'bursts':
      return `• ${plural(sign.count, 'burst')} within 30 minutes, and ${plural(sign.inLastHour, 'mention')} in the last hour, usually ${usually(sign.baseline)}.`
    default:
      return `• ${plural(sign.count, 'mention')} in ${windowMinutes[sign.rule]} minutes, usually ${usually(sign.baseline)}.`
  }
}

function ruleWords(sign: SpikeSign): string {
  switch (sign.rule) {
    case 'sentiment':
      return `Overheard alerts when the negative share rises by at least ${Math.round(sign.points * 100)} percentage points among at least ${sign.least} rated mentions, and chance does not explain it.`
    case 'bursts':
      return `Overheard alerts when there are at least ${plural(sign.least, 'burst')} within 30 minutes and ${sign.times}× the usual number in the last hour.`
    default: {
      const { threshold, ordinary } = sign
      const rule = `Overheard alerts when there are at least ${plural(threshold.least, 'mention')} and ${threshold.times}× the usual number`
      if (ordinary === undefined) return `${rule}. The usual bursts of this alert are not known yet.`
      const { chance, maxChance, days } = ordinary
      return `${rule}, and few days of this alert have such a burst (at most ${chanceWords(maxChance)}). Odds of one on a usual day, from the last ${plural(days, 'day')}: ${chanceWords(chance)}.`
    }
  }
}

export function chanceWords(chance: number): string {
  if (chance < 1e-6) return 'less than 1 in a million'
  return `1 in ${grouped(Number((1 / chance).toPrecision(2)))}`
}

export const spikeStatusInput = 'status'
const longestStatus = 200

export function spikeStatusModal(status: string | undefined): ModalContent {
  const element = {
    type: 'plain_text_input' as const,
    action_id: spikeStatusInput,
    max_length: longestStatus,
    ...(status === undefined ? {} : { initial_value: cut(status, longestStatus) }),
  }
  const field = input('Status', spikeStatusInput, element, true)
  const hint = plainText(
    'One line that everybody sees on the card, for example: We are rolling back 5.3. Leave it empty to remove it.',
  )
  return { title: 'Update status', submit: 'Save', blocks: [{ ...field, hint }] }
}

export function readSpikeStatus(typed: string): string | undefined {
  return cut(typed, longestStatus) || undefined
}

export const noSpikeCardAnswer = textMessage(
  "Nothing changed: this post is too old, or Overheard's data was reset. The next spike gets a new post.",
)

export type UnclaimedPlace = { count: number; link: string | undefined }

/** Slack is asked for the links of so many messages. */
export const mostUnclaimedLinks = 10

export function unclaimedMentions(places: UnclaimedPlace[]): Content {
  const all = places.reduce((sum, { count }) => sum + count, 0)
  if (all === 0) return textMessage('Every mention of this spike is claimed, done or not relevant.')
  const headline = `${plural(all, 'mention')} of this spike ${all === 1 ? 'is' : 'are'} unclaimed`
  const listed = places.slice(0, mostUnclaimedLinks)
  const shown = listed.flatMap(({ count, link }) => (link === undefined ? [] : [{ count, link }]))
  const list = bullets(
    shown.map(({ count, link }) =>
      richLine([{ type: 'link', url: link, text: `Message with ${grouped(count)} unclaimed` }]),
    ),
  )
  const rest = places.length > listed.length ? ['The others follow in the same thread.'] : []
  return {
    text: [headline, ...shown.map(({ count, link }) => `${grouped(count)}: ${link}`), ...rest].join('\n'),
    blocks: [
      richText(richLine([bold(headline)]), ...(shown.length === 0 ? [] : [list])),
      ...rest.map((sentence) => context(plainText(sentence))),
    ],
  }
}

type Permalinks = Record<string, string>

const spikeEntryParts = (mention: Mention, permalinks: Permalinks) =>
  entryParts(mention, { kind: 'open' }, { link: permalinks[mention.id] })

function spikeEntryText(mention: Mention): string {
  return entryText({ ...mention, url: '' })
}
