import type { Button, Overflow, RichTextList } from '@slack/types'
import type { Time } from '../../async/time.ts'
import { type SpikeSummary, strictnessAfter, type Tops } from '../../model/anomaly.ts'
import type { Mention } from '../../model/mention.ts'
import type { Block, Content } from '../../model/message.ts'
import type {
  EndedSpikeCard,
  LiveSpike,
  SpikeCardRecord,
  SpikeNote,
  Strictness,
} from '../../model/spike-card.ts'
import { type OfferedAction, offeredActions } from '../../model/subscription.ts'
import { actionIds } from '../kit/block-actions.ts'
import {
  actions,
  bold,
  bullets,
  button,
  context,
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
export type SpikeChoice = 'false-alarm' | 'no-false-alarm' | 'unclaimed'

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

export const usually = (count: number) => (count < 0.5 ? 'none' : grouped(count))

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
    words(`${volumeSparkline(hours)} peak ${grouped(Math.max(0, ...hours))}`),
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

export const strictWords = ({ falseAlarms, until }: Strictness) =>
  `needs ${strictnessAfter(falseAlarms)}× as many mentions until ${utcDay(until)}`

export function chanceWords(chance: number): string {
  if (chance < 1e-6) return 'less than 1 in a million'
  return `1 in ${grouped(Number((1 / chance).toPrecision(2)))}`
}

export const longestStatus = 200

export const noSpikeCardAnswer = textMessage(
  "Nothing changed: this post is too old, or Overheard's data was reset. The next spike gets a new post.",
)

type Permalinks = Record<string, string>

const spikeEntryParts = (mention: Mention, permalinks: Permalinks) =>
  entryParts(mention, { kind: 'open' }, { link: permalinks[mention.id] })

function spikeEntryText(mention: Mention): string {
  return entryText({ ...mention, url: '' })
}

/** In how many spikes somebody took the lead. */
export const ledWords = (led: number) =>
  led === 0 ? 'Nobody took the lead.' : `Somebody took the lead in ${grouped(led)}.`
