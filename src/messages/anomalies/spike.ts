import type { Time } from '@overheard/base/time'
import type { Mention } from '@overheard/mention-client/mention'
import type { Button, Overflow, RichTextList } from '@slack/types'
import { type SpikeSummary, strictnessAfter, type Tops } from '../../model/anomaly.ts'
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
  optionOf,
  partsOf,
  type RichPart,
  richLine,
  richText,
  textMessage,
  words,
} from '../kit/block-kit.ts'
import { type Moment, type Sentence, sentenceAsRichText, sentenceAsText, utc, utcDay } from '../kit/dates.ts'
import { countryName, flag, sentimentWord, sourceName } from '../kit/labels.ts'
import { decimal, hoursAndMinutes, percent, short } from '../kit/numbers.ts'
import { list } from '../kit/say.ts'
import { volumeSparkline } from '../kit/sparkline.ts'
import { cut, ellipsize, escapeMrkdwn, isolate, longestText } from '../kit/text.ts'
import { topHeading } from '../mention/burst.ts'
import { withNotifiedUsers } from '../mention/card-additions.ts'
import {
  entryParts,
  entryText,
  personName,
  signParts,
  titleOf,
  titleParts,
} from '../mention/mention-parts.ts'
import { say } from './say.ts'

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
  const headline = say.spike({ alert: alertWords(spike) })
  const lines = liveLines(spike, note)
  const blocks: Block[] = [
    richText(richLine([bold(headline), ...lines.flatMap(({ parts }) => [words('\n'), ...parts])])),
    ...(added.some(({ facts }) => facts.length > 0) ? [factBlock([], added)] : []),
    ...actions([
      ...(offers.includes('claim') ? leadButtons(note) : []),
      ...(offers.includes('why') ? [button(say.details(), actionIds.spikeWhy)] : []),
      ...(offers.includes('claim') ? added.flatMap(({ buttons }) => buttons) : []),
      ...spikeMenu(note, offers),
    ]),
  ]
  const text = [escapeMrkdwn(headline), ...lines.map((line) => line.text)]
  return { text: ellipsize([...text, ...addedTexts(added)].join('\n'), longestText), blocks }
}

/** `text` is mrkdwn. */
type CardLine = { parts: RichPart[]; text: string }

const lineOf = (sentence: Sentence): CardLine => ({
  parts: sentenceAsRichText(sentence),
  text: escapeMrkdwn(sentenceAsText(sentence)),
})

/** How bad it is, what it is about, and who leads. The details are behind a button. */
function liveLines(spike: LiveSpike, note: SpikeNote): CardLine[] {
  const { summary, hours, claims, inLastHour } = spike
  const { startedAt, total, rated, negative, reach } = summary
  const claimed = claims.reduce((sum, { count }) => sum + count, 0)
  const volume = [hourWords(spike), shapeOf(hours)].filter(Boolean).join('  ')
  const size = [
    ...(rated === 0 ? [] : [say.shareNegative({ share: percent(negative / rated) })]),
    ...(reach === 0 ? [] : [say.combinedReach({ reach: short(reach) })]),
  ]
  const progress = [
    ...(claimed === 0 ? [] : [say.someClaimed({ count: claimed, total })]),
    ...(claimed > 0 || total === inLastHour ? [] : [say.total({ count: total })]),
  ]
  return [
    lineOf([[volume, ...size].join(' · ')]),
    ...summary.top.slice(0, 1).map((mention) => exampleLine(mention, spike.permalinks)),
    lineOf([
      `${[leadWords(note), ...progress].join(' · ')} · `,
      ...say.sinceWhen<Moment>({ start: { at: startedAt, as: 'date' } }),
    ]),
    ...statusFacts(note).map((fact) => lineOf(factSentence(fact))),
  ]
}

/** The first of the mentions of the details, so that everybody sees what the spike is about. */
function exampleLine(mention: Mention, permalinks: Permalinks): CardLine {
  const label = say.forExample()
  const title = { ...titleOf(mention), address: permalinks[mention.id], raw: '' }
  const shown = [...signParts(mention), ...titleParts(title)]
  const said = [isolate(title.words), sentimentWord(mention.sentiment)].filter(Boolean).join(' · ')
  return {
    parts: partsOf(say.example({ label, mention: shown })),
    text: escapeMrkdwn(say.example({ label, mention: said })),
  }
}

const leastHours = 4
/** More do not fit beside the numbers on a phone. */
const mostHours = 12
const leastHeights = 3

/** Returns '' unless the hours have a shape: fewer bars, or bars of two heights, show nothing that the numbers do not say. */
function shapeOf(hours: number[]): string {
  const chart = volumeSparkline(hours.slice(-mostHours))
  return hours.length < leastHours || new Set(chart).size < leastHeights ? '' : chart
}

/** The numbers of a running spike, and what people have set. */
export function spikeFacts({ summary }: Pick<LiveSpike, 'summary'>, note: SpikeNote): SpikeFact[] {
  const { lead } = note
  return [
    ...statusFacts(note),
    {
      label: say.lead(),
      value: lead
        ? say.leadSince({ person: personName(lead.by), since: { at: lead.at, as: 'time' } as const })
        : [say.noLead()],
    },
    {
      label: say.since(),
      value: say.sinceStart({
        start: { at: summary.startedAt, as: 'date' } as const,
        count: sinceWords(summary),
      }),
    },
    { label: say.reach(), value: [say.combined({ reach: short(summary.reach) })] },
    ...whereFacts(summary),
  ]
}

/** The value of the button if nobody leads. Otherwise, the value is the member id of the person who leads, whom a press replaces. */
const noLeader = 'nobody'

const leadButtons = ({ lead }: SpikeNote) => [
  lead === undefined
    ? button(say.takeLead(), actionIds.spikeLead, noLeader, 'primary')
    : button(say.takeOver(), actionIds.spikeLead, lead.user),
  button(say.updateStatus(), actionIds.spikeStatus),
]

/**
 * False if another person took the lead after the pressed button was drawn. The buttons of earlier versions have no value, and replace whoever
 * leads.
 */
export const mayTakeLead = ({ lead }: SpikeNote, { user, value }: { user: string; value: string }): boolean =>
  lead === undefined || value === '' || [user, value].includes(lead.user)

export const leadWords = ({ lead }: Pick<SpikeNote, 'lead'>): string =>
  lead === undefined ? say.nobodyLeads() : say.leads({ person: personName(lead.by) })

/** The values of the menu of a spike's post. They are kept for ever, because posts stay in Slack for months. */
export type SpikeChoice = 'false-alarm' | 'no-false-alarm' | 'unclaimed'

/** Slack once refused menus with a single choice, so a single choice is a button. */
function spikeMenu({ falseAlarm }: SpikeNote, offers: readonly OfferedAction[]): (Button | Overflow)[] {
  const choices: { label: string; value: SpikeChoice }[] = [
    ...(!offers.includes('not-relevant')
      ? []
      : falseAlarm === undefined
        ? [{ label: say.falseAlarm(), value: 'false-alarm' as const }]
        : [{ label: say.noFalseAlarm(), value: 'no-false-alarm' as const }]),
    ...(offers.includes('claim') ? [{ label: say.showUnclaimed(), value: 'unclaimed' as const }] : []),
  ]
  const [only, ...others] = choices
  if (only === undefined) return []
  if (others.length === 0) return [button(only.label, actionIds.spikeMenu, only.value)]
  return [{ type: 'overflow', action_id: actionIds.spikeMenu, options: choices.map(optionOf) }]
}

export const alertWords = ({ alertName }: { alertName: string }) =>
  isolate(cut(alertName, 60)) || say.unnamedAlert()

export const paceWords = (spike: LiveSpike) =>
  [hourWords(spike), moodWords(spike.summary)].filter(Boolean).join(' · ')

const hourWords = ({ inLastHour: count, baselinePerHour: usual }: LiveSpike) =>
  usual === undefined ? say.pace({ count }) : say.paceWithUsual({ count, usual: Math.round(usual) })

/** Returns '' unless at least half of the rated mentions are negative. */
function moodWords({ total, rated, negative }: SpikeSummary): string {
  if (rated === 0 || negative * 2 < rated) return ''
  return negative === total ? say.allNegative() : say.mostlyNegative()
}

const sinceWords = (summary: SpikeSummary) =>
  [say.total({ count: summary.total }), negativeWords(summary)].filter(Boolean).join(', ')

export const usually = (count: number) => say.usual({ count: Math.round(count) })

function negativeWords({ total, rated, negative }: SpikeSummary): string {
  if (rated === 0) return ''
  return negative === total
    ? say.negative({ count: total })
    : say.ratedNegative({ negative, rated, share: percent(negative / rated) })
}

export type SpikeFact = { label: string; value: Sentence }

function statusFacts({ status, falseAlarm }: SpikeNote): SpikeFact[] {
  const judged: SpikeFact[] =
    falseAlarm === undefined
      ? []
      : [
          {
            label: say.falseAlarm(),
            value: say.markedFalseAlarm<Moment>({
              person: personName(falseAlarm.by),
              at: { at: falseAlarm.at, as: 'time' },
              until: { at: falseAlarm.until, as: 'date' },
            }),
          },
        ]
  if (status === undefined) return judged
  return [
    ...judged,
    {
      label: say.status(),
      value: say.statusBy({
        status: isolate(cut(status.text, longestStatus)),
        person: personName(status.by),
        at: { at: status.at, as: 'time' } as const,
      }),
    },
  ]
}

function whereFacts({ sources, countries }: SpikeSummary): SpikeFact[] {
  const country = (name: string) => `${flag(name)}\u00a0${countryName(name) ?? isolate(cut(name, 30))}`.trim()
  const where = [
    {
      label: say.sources(),
      value: listed(sources, (name) => isolate(sourceName(name)), say.fromOtherSources),
    },
    { label: say.countries(), value: listed(countries, country, say.fromOtherCountries) },
  ]
  return where.flatMap(({ label, value }) => (value === '' ? [] : [{ label, value: [value] }]))
}

const shownNames = 3

function listed(
  tops: Tops,
  nameOf: (name: string) => string,
  fromOthers: (counted: { count: number }) => string,
): string {
  const named = tops.slice(0, shownNames).map(({ name: code, count }) => {
    const name = nameOf(code)
    return name === '' ? say.fromUnknown({ count }) : say.from({ count, name })
  })
  const others = tops.slice(shownNames).reduce((sum, { count }) => sum + count, 0)
  return [...named, ...(others === 0 ? [] : [fromOthers({ count: others })])].join(', ')
}

function factBlock(facts: SpikeFact[], added: readonly SpikeCardAddition[] = []): Block {
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
  return richText(richLine(lines))
}

const factSentence = ({ label, value }: SpikeFact): Sentence =>
  say.fact<Moment | Sentence>({ label, value }).flat()

const factText = ({ label, value }: SpikeFact) =>
  escapeMrkdwn(say.fact({ label, value: sentenceAsText(value) }))

const addedTexts = (added: readonly SpikeCardAddition[]) =>
  added.flatMap(({ facts }) =>
    facts.map(({ label, text }) => say.fact({ label: escapeMrkdwn(label), value: text })),
  )

/** What the card of a spike leaves out: where it is, who has claimed mentions, and the mentions with the widest reach. */
export function spikeDetails(spike: LiveSpike): { lines: string[]; blocks: Block[] } {
  const { summary, permalinks } = spike
  const facts: SpikeFact[] = [
    ...whereFacts(summary),
    ...(spike.claims.length === 0 ? [] : [{ label: say.claims(), value: [claimWords(spike)] }]),
  ]
  const elements = summary.top.map((mention) => richLine(spikeEntryParts(mention, permalinks)))
  const top: RichTextList = { type: 'rich_text_list', style: 'ordered', elements }
  return {
    lines: [...facts.map(factText), ...summary.top.map(numberedText)],
    blocks: [
      ...(facts.length === 0 ? [] : [factBlock(facts)]),
      ...(summary.top.length === 0 ? [] : [richText(richLine([bold(topHeading(summary.top))]), top)]),
    ],
  }
}

const numberedText = (mention: Mention, index: number) => `${index + 1}. ${spikeEntryText(mention)}`

const shownClaims = 3

export function claimWords({ claims, summary }: LiveSpike): string {
  const claimed = claims.reduce((sum, { count }) => sum + count, 0)
  const { total } = summary
  if (claimed === 0) return say.claimed({ claimed, total })
  const [first, ...more] = claims
  if (first !== undefined && more.length === 0)
    return say.claimedByOne({ claimed, total, person: personName(first.by) })
  const most = claims.toSorted((a, b) => b.count - a.count)
  const named = most
    .slice(0, shownClaims)
    .map(({ by, count }) => say.claimsOf({ person: personName(by), count }))
  const others = most.slice(shownClaims).reduce((sum, { count }) => sum + count, 0)
  const people = list([...named, ...(others === 0 ? [] : [say.claimsOfOthers({ count: others })])], 'narrow')
  return say.claimedBy({ claimed, total, people })
}

export function endedSpikeCard(
  spike: EndedSpikeCard,
  note: SpikeNote = {},
  offers: readonly OfferedAction[] = offeredActions,
  added: readonly SpikeCardAddition[] = [],
): Content {
  const { summary, endedAt, closed, claimed, permalinks } = spike
  const { total } = summary
  const time = hoursAndMinutes(endedAt - summary.startedAt)
  const headline = say.spikeOver({ alert: alertWords(spike), count: total, time })
  const strength = strengthWords(summary)
  const unclaimed = total - closed - claimed
  const progress = say.closedOf({ closed, total, claimed, unclaimed })
  const facts: SpikeFact[] = [
    ...(note.lead === undefined ? [] : [{ label: say.lead(), value: [personName(note.lead.by)] }]),
    ...statusFacts(note),
    {
      label: say.when(),
      value: say.startToEnd<Moment>({
        start: { at: summary.startedAt, as: 'date' },
        end: { at: endedAt, as: 'time' },
      }),
    },
    ...whereFacts(summary),
  ]
  const examples = examplesOf(summary)
  const blocks: Block[] = [
    richText(richLine([bold(headline), words(`\n${progress}\n${strength}`)])),
    factBlock(facts, added),
    ...(examples.length === 0 ? [] : [richText(exampleList(examples, permalinks))]),
    ...actions([
      ...(unclaimed <= 0 || !offers.includes('claim')
        ? []
        : [button(say.showSomeUnclaimed({ count: unclaimed }), actionIds.spikeUnclaimed)]),
      ...spikeMenu(note, offers),
    ]),
  ]
  const lines = [
    escapeMrkdwn(`${headline}\n${progress}\n${strength}`),
    ...facts.map(factText),
    ...addedTexts(added),
    ...examples.map(({ label, mention }) => say.example({ label, mention: spikeEntryText(mention) })),
  ]
  return { text: ellipsize(lines.join('\n'), longestText), blocks }
}

export const strengthWords = (summary: SpikeSummary) =>
  [
    say.peakPerHour({ peak: summary.peak }),
    negativeWords(summary),
    say.combinedReach({ reach: short(summary.reach) }),
  ]
    .filter(Boolean)
    .join(' · ')

type SpikeExample = { label: string; mention: Mention }

function examplesOf({ earliest, widestReach }: SpikeSummary): SpikeExample[] {
  const isBoth = earliest !== undefined && earliest.id === widestReach?.id
  if (isBoth) return [{ label: say.startedWithWidestReach(), mention: earliest }]
  return [
    ...(earliest === undefined ? [] : [{ label: say.startedWith(), mention: earliest }]),
    ...(widestReach === undefined ? [] : [{ label: say.widestReach(), mention: widestReach }]),
  ]
}

function exampleList(examples: SpikeExample[], permalinks: Permalinks): RichTextList {
  const elements = examples.map(({ label, mention }) =>
    richLine(partsOf(say.example({ label, mention: spikeEntryParts(mention, permalinks) }))),
  )
  return bullets(elements)
}

/** The bot did not see the end of this spike. */
export function interruptedSpikeCard(spike: { alertName: string; endedAt: Time }): Content {
  const headline = say.interrupted({ alert: alertWords(spike) })
  const reason = say.aboutInterrupted({ at: utc(spike.endedAt) })
  const blocks = [richText(richLine([bold(headline), words(`\n${reason}`)]))]
  return { text: [headline, reason].map(escapeMrkdwn).join('\n'), blocks }
}

/** How many times as many mentions a spike needs, and until when. */
export const strictness = ({ falseAlarms, until }: Strictness) => ({
  times: decimal(strictnessAfter(falseAlarms)),
  until: utcDay(until),
})

export function chanceWords(chance: number): string {
  if (chance < 1e-6) return say.hardlyAnyChance()
  return say.chance({ count: Number((1 / chance).toPrecision(2)) })
}

export const longestStatus = 200

export const noSpikeCardAnswer = () => textMessage(say.noCard())

type Permalinks = Record<string, string>

const spikeEntryParts = (mention: Mention, permalinks: Permalinks) =>
  entryParts(mention, { kind: 'open' }, { link: permalinks[mention.id] })

const spikeEntryText = (mention: Mention) => entryText(mention, { kind: 'open' }, false)

/** In how many spikes somebody took the lead. */
export const ledWords = (led: number) => (led === 0 ? say.nobodyLed() : say.led({ count: led }))
