import type { Mention } from '@overheard/mention-client/mention'
import { noMentionFound } from '../../src/answers/answers.ts'
import { duplicateSites } from '../../src/cards/posted-cards.ts'
import { digestDetails } from '../../src/digests/content/details.ts'
import { type DigestView, digestMessages } from '../../src/digests/content/message.ts'
import { notPostedForgotten, notPostedMessage } from '../../src/digests/content/not-posted.ts'
import { initialSyncNotice } from '../../src/engine/gates/initial-sync.ts'
import { sharedCall } from '../../src/engine/shared/shared-call.ts'
import {
  quotaForecastNotice,
  quotaReachedNotice,
  quotaRenewedNotice,
  silenceNotice,
} from '../../src/engine/spikes/notice-texts.ts'
import { claimedNegatives, entriesModal } from '../../src/listeners/texts/burst-entries.ts'
import { answeredReminder, assignModal, snoozeModal } from '../../src/listeners/texts/handling.ts'
import { type HomeTabView, homeTab, mutesChoice, mutesModal } from '../../src/listeners/texts/home-tab.ts'
import { moreModal } from '../../src/listeners/texts/more-form.ts'
import { muteList } from '../../src/listeners/texts/mutes.ts'
import {
  confirmQuestion,
  helpModal,
  lineNotUnderstood,
  mentionsHelp,
  nameUnclear,
  noAlertToSubscribe,
  notMuted,
  ofOtherChannel,
  threadUnreadable,
} from '../../src/listeners/texts/replies.ts'
import {
  markedFalseAlarm,
  spikeAnswer,
  spikeStatusModal,
  spikeTooOld,
  unclaimedMentions,
  unmarkedFalseAlarm,
} from '../../src/listeners/texts/spike-texts.ts'
import {
  comparisonMessage,
  leadsMessage,
  rangeModal,
  statsHeadline,
  statsMessage,
  statsPending,
} from '../../src/listeners/texts/stats-answer.ts'
import {
  chooseAlert,
  leadsNotCompared,
  noSuchAlert,
  notUnderstood,
  questionGuess,
  statsFailed,
  statsHelp,
  statsMayBePosted,
  statsNotPosted,
  statsPosted,
} from '../../src/listeners/texts/stats-replies.ts'
import {
  endedSpikeCard,
  interruptedSpikeCard,
  noSpikeCardAnswer,
  spikeCard,
} from '../../src/messages/anomalies/spike.ts'
import { textMessage } from '../../src/messages/kit/block-kit.ts'
import { chooseTopMentions, summarizeBurst } from '../../src/messages/mention/burst.ts'
import { storySites } from '../../src/messages/mention/card-additions.ts'
import { severalChoices } from '../../src/messages/mention/card-menu.ts'
import type { CardField } from '../../src/messages/mention/fields.ts'
import { placesReply, storyPlaces } from '../../src/messages/mention/places.ts'
import { previewAnswer, sampleMessage } from '../../src/messages/preview.ts'
import { problemTexts } from '../../src/messages/problems/problem-texts.ts'
import { whyAnswer } from '../../src/messages/reasons.ts'
import {
  doneElsewhere,
  lineGuess,
  messageUnknown,
  noSubscriptionsHere,
  quoted,
} from '../../src/messages/replies.ts'
import { personalTexts } from '../../src/messages/subscription-notices.ts'
import type { Block, Content, ModalContent } from '../../src/model/message.ts'
import type { LiveSpike } from '../../src/model/spike-card.ts'
import { reminderMessage } from '../../src/reminders/reminder-message.ts'
import {
  changeNotAnnouncedNotice,
  changeNotice,
  changeUndoneNotice,
} from '../../src/subscriptions/change-texts.ts'
import { brand, friday, last30, summaryOf } from './period-summaries.ts'
import { weekFound } from './sample-accounting.ts'
import { sampleMention } from './sample-mention.ts'
import { burstThread, card, drawBurst, sampleMenu } from './sample-menu.ts'
import { empty, honest, tiny, week as weekOf } from './sample-statistics.ts'

/** A kind of message: its drawing function, its name, and the first words of its notification. */
export type MessageKind = { by: string; kind: string; content: Content; subject: string }

/** Everything that strangers or people of the workspace wrote in the samples. */
export type Names = {
  alert: string
  person: string
  mention: Mention
  several: Mention[]
  /** The words that a person typed, such as these. */
  typed: (words: string) => string
}

export const usual: Names = {
  alert: 'Acme brand',
  person: 'Ana Lima',
  typed: (words) => words,
  mention: sampleMention({ author: { ...sampleMention().author, name: 'Kim Lee' } }),
  several: Array.from({ length: 20 }, (_, index) =>
    sampleMention({
      id: String(index + 1),
      title: `${['Acme outage hits offices', 'Acme raises the family plan', 'How I plan with Acme'][index % 3]}, part ${index + 1}`,
      url: `https://news.example/${index + 1}`,
      reach: (index + 1) * 9_100,
      sentiment: index % 3 === 0 ? 'negative' : 'neutral',
      source: index % 2 === 0 ? 'reddit' : 'web',
    }),
  ),
}

export const at = friday

export const hour = 3_600_000

export const place = { subscription: 'acme', alert: '7' }

export const ticket = 'https://github.com/acme/app/issues/12'

export const link = 'https://acme.slack.example/archives/C1/p1795176000000100'

const week = { from: '2026-11-09', to: '2026-11-15' }

const ask = { digest: 'weekly', channel: 'C1', range: week, page: 0 }

/** Each kind of message of the core with these names. Every function outside the features that draws a message is here. */
export function messageKinds(names: Names = usual): MessageKind[] {
  return [
    ...mentionKinds(names),
    ...spikeKinds(names),
    ...digestKinds(names),
    ...statsKinds(names),
    ...noticeKinds(names),
    ...replyKinds(names),
  ]
}

/** Calls of people are checked elsewhere. Here, all markup is that of strangers. */
const nobody = { users: [], groups: [], here: false }

function mentionKinds({ alert, person, mention, several, typed }: Names): MessageKind[] {
  const { title } = mention
  const full = { ...place, style: 'full' } as const
  const story = storySites({ sites: 13, reach: 1_500_000 }, ['https://technews.example/a'], { link })
  const news = [
    { kind: 'denial' as const },
    { kind: 'figure' as const, now: '4000', before: '900', unit: typed('users') },
  ]
  const places = [1_200_000, 300_000, 90_000].map((reach, index) => ({
    ...{ id: `${index}`, url: `https://${['technews', 'dailybyte', 'appwatch'][index]}.example/a`, reach },
    ...(index === 2 && { news }),
  }))
  const inWords = storyPlaces({ sites: 14, reach: 1_600_000 }, places, { onCard: [] })
  const sites = duplicateSites(2, ['https://a.example/1', 'https://b.example/2'])
  const who = { by: person, at }
  const topical = { ...mention, tags: [alert, person] }
  const show: CardField[] = ['source', 'author', 'reach', 'sentiment', 'snippet', 'topics', 'language']
  const line = '{sentiment} {title} · {author}, {reach}'
  const cards: [string, Content, string][] = [
    ['card', card(mention, full), title],
    ['card with a long title', card({ ...mention, title: 'Acme '.repeat(60) }, full), 'Acme Acme'],
    [
      'card that is done with a note',
      card(mention, full, {
        kind: 'done',
        by: person,
        at,
        note: typed('Refunded, and asked for a second review.'),
      }),
      title,
    ],
    ['compact card', card(mention, { ...full, style: 'compact' }), title],
    ['card with chosen fields', card(topical, { ...full, show }), title],
    ['compact card with an own line', card(mention, { ...full, style: 'compact', line }), title],
    ['card in a channel with several alerts', card(mention, { ...full, alertName: alert }), title],
    [
      'card of several subscriptions',
      card(mention, {
        ...full,
        members: ['acme', typed('complaints'), typed('press'), 'app-reviews', 'usa'],
      }),
      title,
    ],
    [
      'compact card of two subscriptions',
      card(mention, { ...full, style: 'compact', members: ['acme', typed('complaints')] }),
      title,
    ],
    ['claimed card', card(mention, full, { kind: 'claimed', ...who }), title],
    ['assigned card', card(mention, full, { kind: 'assigned', from: 'Ben Okafor', ...who }), title],
    ['snoozed card', card(mention, full, { kind: 'snoozed', until: at + hour, ...who }), title],
    ['done card', card(mention, full, { kind: 'done', ...who }), title],
    ['card that is not relevant', card(mention, full, { kind: 'not-relevant', ...who }), title],
    ['card with a ticket', card(mention, full, { kind: 'claimed', ...who, ticket }), title],
    ['card with few buttons', card(mention, { ...full, offers: ['claim', 'done', 'snooze'] }), title],
    ['card without buttons', card(mention, { ...full, offers: [] }), title],
    ['card with duplicates', card(mention, full, undefined, sites), title],
    ['card of a story at many places', card(mention, full, undefined, inWords), title],
    [
      'card of a story that spreads',
      card(mention, full, undefined, story),
      'Still spreading: now on 13 sites',
    ],
  ]
  const assigned = { id: 'a1', from: 'U2', fromName: typed('Ben Okafor'), note: 'Please answer by tonight' }
  const record = {
    channel: 'C1',
    ts: '1795176000.000100',
    ...place,
    ...who,
    mention: mention.id,
    user: 'U1',
    firstAt: at,
  }
  const recent = { ...mention, date: at - 27 * hour }
  const held = { ...record, at: at - 26 * hour, state: 'assigned' as const, assigned }
  const reminded = { mention: recent, record: held, permalink: link }
  const burst = summarizeBurst({ alertName: alert, mentions: several, top: chooseTopMentions(several, 3) })
  const states = new Map([[several[18]?.id, { kind: 'claimed' as const, ...who, ticket }]])
  const stateOf = (id: string) => states.get(id) ?? { kind: 'open' as const }
  const part = { ...place, mentions: several.slice(0, 3), firstNumber: 4, total: 20 }
  return [
    ...cards.map(([kind, content, subject]) => ({ by: 'card', kind, content, subject })),
    {
      by: 'drawBurst',
      kind: 'burst',
      content: drawBurst(burst, stateOf),
      subject: `${alert}: 20 new mentions`,
    },
    {
      by: 'burstThread',
      kind: "message of a burst's thread",
      content: burstThread(part),
      subject: 'Mentions 4 – 6 of 20',
    },
    {
      by: 'placesReply',
      kind: 'places of a story',
      content: placesReply({ mentions: several.slice(0, 3), places: { news: [news] } }),
      subject: '3 more places',
    },
    {
      by: 'placesReply',
      kind: 'places of a story, after a person said that one is not the same story',
      content: placesReply({
        mentions: several.slice(0, 3),
        places: { news: [news], moved: several.slice(0, 1).map(({ id }) => id) },
      }),
      subject: '2 more places',
    },
    {
      by: 'sharedCall',
      kind: 'call to a mention that is posted already',
      content: sharedCall(typed('complaints'), [mention], nobody),
      subject: 'Also in',
    },
    {
      by: 'sharedCall',
      kind: 'call to mentions that are posted already',
      content: sharedCall(typed('complaints'), several, nobody),
      subject: 'Also in',
    },
    {
      by: 'claimedNegatives',
      kind: 'answer to a claim of all negatives',
      content: claimedNegatives(5, 2),
      subject: 'You claimed 5 negative mentions',
    },
    {
      by: 'claimedNegatives',
      kind: 'answer to a claim of all negatives, if the thread cannot be read',
      content: claimedNegatives(1, 2, threadUnreadable('ratelimited')),
      subject: 'You claimed 1 negative mention',
    },
    ...(['assigned', 'overdue', 'overdue-for-other', 'snooze-ended'] as const).map((kind) => ({
      by: 'reminderMessage',
      kind: `reminder (${kind})`,
      content: reminderMessage({ kind }, reminded),
      subject: {
        assigned: typed('Ben Okafor'),
        overdue: 'Still open',
        'overdue-for-other': 'Still open: you assigned this to',
        'snooze-ended': 'Open again',
      }[kind],
    })),
    {
      by: 'answeredReminder',
      kind: 'reminder after a press',
      content: answeredReminder(reminded.mention, { kind: 'done', by: 'Ana', at }),
      subject: reminded.mention.title,
    },
  ]
}

/** A spike, and the values that people have set on its card. */
function spikeOf({ alert: alertName, person, mention, several }: Names) {
  const summary = {
    startedAt: at,
    total: 143,
    rated: 120,
    negative: 85,
    reach: 1_243_000,
    peak: 96,
    sources: [
      { name: 'reddit', count: 90 },
      { name: 'web', count: 53 },
    ],
    countries: [{ name: 'US', count: 50 }],
    top: chooseTopMentions(several, 3),
    earliest: mention,
    widestReach: several[19] ?? mention,
  }
  const spike: LiveSpike = {
    alertName,
    summary,
    signs: [
      {
        rule: 'quarter',
        count: 31,
        baseline: 2.94,
        threshold: { least: 10, times: 3.5 },
        chance: 3e-9,
        maxChance: 1e-4,
        ordinary: { chance: 1 / 412, maxChance: 1 / 6, days: 28 },
      },
    ],
    inLastHour: 96,
    baselinePerHour: 12,
    hours: [10, 12, 9, 14, 47, 96],
    claims: [{ by: person, count: 3 }],
    permalinks: Object.fromEntries([mention, ...several].map(({ id }) => [id, link])),
  }
  const note = {
    lead: { user: 'U1', by: person, at },
    status: { text: 'We are rolling back 5.3', by: person, at },
  }
  return { spike, note }
}

function spikeKinds(names: Names): MessageKind[] {
  const { alert: alertName } = names
  const { spike, note } = spikeOf(names)
  const ended = { ...spike, endedAt: at + 1.4 * hour, closed: 20, claimed: 34 }
  const strict = { falseAlarms: 2, until: at + 30 * 24 * hour }
  const subject = `Spike in mentions: ${alertName}`
  return [
    { by: 'spikeCard', kind: 'spike', content: spikeCard(spike), subject },
    {
      by: 'spikeCard',
      kind: 'spike card with a responsible person',
      content: spikeCard(spike, note),
      subject,
    },
    { by: 'spikeCard', kind: 'spike card without buttons', content: spikeCard(spike, {}, []), subject },
    {
      by: 'endedSpikeCard',
      kind: 'spike that is over',
      content: endedSpikeCard(ended, note),
      subject: `Spike over: ${alertName}, 143 mentions in 1 hr 24 min`,
    },
    {
      by: 'interruptedSpikeCard',
      kind: 'spike that is no longer followed',
      content: interruptedSpikeCard({ alertName, endedAt: at }),
      subject: `Spike no longer tracked: ${alertName}`,
    },
    {
      by: 'spikeAnswer',
      kind: 'answer to “Details”',
      content: spikeAnswer(spike),
      subject: alertName,
    },
    {
      by: 'spikeAnswer',
      kind: 'answer to “Details”, with the spikes of the last 30 days',
      content: spikeAnswer(
        { ...spike, called: { sensitivity: 'normal', count: 6, days: 30 } },
        { spikes: 5, led: 3, falseAlarms: 2, strict },
      ),
      subject: alertName,
    },
    {
      by: 'markedFalseAlarm',
      kind: 'answer to “False alarm”',
      content: markedFalseAlarm(alertName, strict, { channel: 'C1', ts: '1795176000.000100' }),
      subject: 'False alarm noted. Until ',
    },
    {
      by: 'unmarkedFalseAlarm',
      kind: 'answer to “Not a false alarm”',
      content: unmarkedFalseAlarm(alertName, { ...strict, falseAlarms: 1 }),
      subject: 'Undone. Until ',
    },
    {
      by: 'spikeTooOld',
      kind: 'answer to “False alarm” on an old spike',
      content: spikeTooOld(),
      subject: 'Nothing was changed. Only spikes of the last 30 days can be marked as false alarms.',
    },
    {
      by: 'unclaimedMentions',
      kind: 'answer to “Show unclaimed”',
      content: unclaimedMentions([{ count: 4, link }]),
      subject: '4 mentions of this spike are unclaimed',
    },
    {
      by: 'noSpikeCardAnswer',
      kind: 'answer of a spike card without a record',
      content: noSpikeCardAnswer(),
      subject: 'Nothing changed: this post is too old',
    },
  ]
}

function digestKinds(names: Names): MessageKind[] {
  const { alert, person, typed } = names
  const question = { choice: { kind: 'dates' as const, ...week }, sources: [], more: false }
  const summary = (name: string, index: number) =>
    summaryOf({ ...weekOf(1 / (index + 1)), alert: { name } }, question, 'digest')
  const alerts = [alert, 'Acme support'].map((name, index) => ({
    kind: 'summary' as const,
    summary: summary(name, index),
    handled: index === 0 ? { done: 31, of: 45 } : { done: 0, of: 0 },
  }))
  const view: DigestView = {
    name: 'weekly',
    channel: 'C1',
    period: { key: '2026-W46', range: week },
    whenEmpty: 'line',
    audience: 'channel',
    alerts,
    handled: {
      ...{ done: 31, of: 45, claimMs: 22 * 60_000, closeMs: 3 * 3_600_000 },
      people: [{ by: person, closed: 30, holding: 4 }],
    },
  }
  const drawn = (some: Partial<DigestView>) => {
    const messages = digestMessages({ ...view, ...some })
    if (messages.kind === 'nothing') throw new Error('the digest has messages')
    return messages
  }
  const open: DigestView['open'] = {
    lines: [
      {
        ...{ channel: 'C1', ts: '1', alert: '7', mention: sampleMention(), permalink: link },
        reasons: {
          sentiment: 'negative',
          reach: 41_000,
          asksQuestion: true,
          sites: 12,
          since: at - 3 * hour,
        },
        holder: { user: 'U1', by: person, state: 'claimed' },
        ticket,
      },
    ],
    total: 17,
    now: at,
  }
  const { parent, thread } = drawn({ open })
  const nothing = {
    kind: 'summary' as const,
    summary: summaryOf({ ...empty, alert: { name: alert } }, question, 'digest'),
  }
  const subject = 'Weekly digest, Nov 9 – 15, 2026'
  const entry = { at, ...place, id: '1', url: 'https://news.example/1', outcome: 'skipped' as const }
  const groups = [
    {
      outcome: 'skipped' as const,
      reason: 'mute.author',
      count: 38,
      top: [{ value: typed('Spam King'), count: 30, by: person }],
      newest: [{ ...entry, reason: 'mute.author', detail: typed('Spam King') }],
    },
  ]
  return [
    { by: 'digestMessages', kind: 'weekly digest', content: parent, subject },
    ...thread.slice(0, 1).map((content) => ({
      by: 'digestMessages',
      kind: "message of a digest's thread",
      content,
      subject: alert,
    })),
    {
      by: 'digestMessages',
      kind: 'digest of one alert',
      content: drawn({ alerts: alerts.slice(0, 1), open }).parent,
      subject,
    },
    {
      by: 'digestMessages',
      kind: 'digest without mentions',
      content: drawn({ alerts: [nothing] }).parent,
      subject,
    },
    {
      by: 'digestDetails',
      kind: 'all numbers of a digest',
      content: digestDetails({ ask, pages: 2, alerts, handled: { done: 31, of: 45 } }),
      subject: 'All numbers, Nov 9 – 15, 2026',
    },
    {
      by: 'notPostedMessage',
      kind: 'mentions that were not posted',
      content: notPostedMessage({ ask, pages: 2, accounting: weekFound, groups }),
      subject: 'What was left out: Nov 9 – 15, 2026',
    },
    {
      by: 'notPostedForgotten',
      kind: 'mentions that were not posted, too long ago',
      content: notPostedForgotten(week, 35 * 24 * hour),
      subject: 'The list of mentions that were not posted',
    },
  ]
}

function statsKinds({ alert: name }: Names): MessageKind[] {
  const alert = { ...brand, name }
  const alerts = [alert, { ...brand, id: '2', name: 'Acme press' }]
  const known = { ...honest, alert: { name } }
  const guesses = [questionGuess(last30, alert, alerts)]
  return [
    {
      by: 'statsMessage',
      kind: 'statistics',
      content: statsMessage(summaryOf(known), 'asker'),
      subject: name,
    },
    {
      by: 'statsHeadline',
      kind: 'first numbers of statistics',
      content: statsHeadline(summaryOf(known)),
      subject: name,
    },
    {
      by: 'statsMessage',
      kind: 'breakdown of statistics',
      content: statsMessage(summaryOf(known, { ...last30, more: true }), 'asker'),
      subject: name,
    },
    {
      by: 'comparisonMessage',
      kind: 'comparison of alerts',
      content: comparisonMessage(
        [
          { kind: 'summary', summary: summaryOf(known, { ...last30, versus: ['2'] }, 'comparison') },
          {
            kind: 'summary',
            summary: summaryOf({ ...tiny, alert: { name: 'Acme press' } }, last30, 'comparison'),
          },
          { kind: 'unavailable', name, reason: 'timeout' },
        ],
        { ...last30, alert: '42', versus: ['2', '3'] },
        'asker',
      ),
      subject: name,
    },
    {
      by: 'leadsNotCompared',
      kind: 'comparison with a leads alert',
      content: leadsNotCompared(name),
      subject: name,
    },
    {
      by: 'leadsMessage',
      kind: 'statistics of a leads alert',
      content: leadsMessage(summaryOf(known)),
      subject: name,
    },
    { by: 'statsHelp', kind: 'help of the statistics', content: statsHelp(), subject: '/mentions-stats' },
    {
      by: 'chooseAlert',
      kind: 'choice of an alert',
      content: chooseAlert(last30, alerts),
      subject: 'Which alert do you want numbers for?',
    },
    {
      by: 'notUnderstood',
      kind: 'statistics not understood',
      content: notUnderstood([{ words: 'by:hour', kind: 'granularity' }], alerts, guesses),
      subject: '“by:hour” is not clear',
    },
    {
      by: 'noSuchAlert',
      kind: 'statistics of an unknown alert',
      content: noSuchAlert(['Acme brnd'], alerts, guesses),
      subject: 'No alert matches “Acme brnd”',
    },
    {
      by: 'statsFailed',
      kind: 'failed statistics',
      content: statsFailed('busy', 'later'),
      subject: 'No statistics right now',
    },
    {
      by: 'statsPending',
      kind: 'statistics that take a moment',
      content: statsPending(),
      subject: 'Getting the numbers',
    },
    {
      by: 'statsPosted',
      kind: 'posted statistics',
      content: statsPosted(),
      subject: 'The numbers are posted',
    },
    {
      by: 'statsNotPosted',
      kind: 'statistics that were not posted',
      content: statsNotPosted('is_archived'),
      subject: 'The numbers were not posted: this channel is archived',
    },
    {
      by: 'statsMayBePosted',
      kind: 'statistics that may be posted',
      content: statsMayBePosted(),
      subject: 'Slack did not answer',
    },
  ]
}

function noticeKinds({ alert: alertName, person }: Names): MessageKind[] {
  const about = { ...place, alertName }
  const forecast = { used: 40_100, share: 0.802, perDay: 2000, runsOutAt: at + 120 * hour }
  const silence = {
    what: { kind: 'alert' as const },
    since: at,
    perDay: 41.3,
    expected: 22.4,
    chance: 1.4e-5,
    maxChance: 1e-3,
    usualGap: 6.2,
    times: 1.5,
  }
  const checks = [{ what: 'service' as const, found: 'sound' as const }]
  return [
    {
      by: 'initialSyncNotice',
      kind: 'first message of a subscription',
      content: initialSyncNotice({
        ...about,
        since: at,
        perDay: 9,
        olderMentions: 185,
        polls: { every: 120_000 },
      }),
      subject: `Watching ${alertName}`,
    },
    {
      by: 'changeNotice',
      kind: 'announced change',
      content: changeNotice({ by: person, did: ['muted the author Spam King for 7 days'], undo: '1' }),
      subject: `${person} muted`,
    },
    {
      by: 'changeNotice',
      kind: 'announced pause',
      content: changeNotice({
        by: person,
        did: [
          `paused posts of ${alertName} until `,
          { at, as: 'date' },
          '; mentions found meanwhile are posted then',
        ],
        undo: '1',
      }),
      subject: `${person} paused`,
    },
    {
      by: 'changeNotice',
      kind: 'announced plan of a pause',
      content: changeNotice({
        by: person,
        did: [
          `planned a pause of ${alertName} from `,
          { at, as: 'date' },
          ' until ',
          { at: at + 3_600_000, as: 'date' },
        ],
        undo: '1',
      }),
      subject: `${person} planned a pause`,
    },
    {
      by: 'changeUndoneNotice',
      kind: 'undone change',
      content: changeUndoneNotice({
        by: 'Ben Okafor',
        what: `${person} muted the author Spam King for 7 days`,
        now: 'The author Spam King is no longer muted.',
      }),
      subject: 'The author Spam King is no longer muted',
    },
    {
      by: 'changeNotAnnouncedNotice',
      kind: 'change that was not announced',
      content: changeNotAnnouncedNotice({
        did: 'muted the author Spam King for 7 days',
        reason: 'is_archived',
        channel: 'C1',
        isMute: true,
      }),
      subject: 'Done in ',
    },
    {
      by: 'changeNotAnnouncedNotice',
      kind: 'change in direct messages that was not announced',
      content: changeNotAnnouncedNotice({
        did: 'muted the author Spam King for 7 days',
        reason: 'ratelimited',
        channel: 'D1',
        isMute: true,
      }),
      subject: 'Done: you muted',
    },
    {
      by: 'personalTexts',
      kind: 'end of a subscription of a person',
      content: textMessage(personalTexts.accessLost('acme')),
      subject: 'acme has ended',
    },
    {
      by: 'silenceNotice',
      kind: 'silence of an alert',
      content: silenceNotice({ alertName, silence, checks, now: at + 13 * hour }),
      subject: `No mention of ${alertName}`,
    },
    {
      by: 'quotaForecastNotice',
      kind: 'forecast of a nearly used plan',
      content: quotaForecastNotice({ forecast, monthlyMentions: 50_000, renewsAt: Date.UTC(2026, 11, 1) }),
      subject: "The plan's monthly mentions run out on November 25",
    },
    {
      by: 'quotaReachedNotice',
      kind: 'plan that is used up',
      content: quotaReachedNotice(at + 240 * hour),
      subject: "The plan's monthly mentions are used up",
    },
    {
      by: 'quotaRenewedNotice',
      kind: 'renewed plan',
      content: quotaRenewedNotice(),
      subject: "The plan's monthly mentions are available again",
    },
  ]
}

export const freshness = {
  checkedEveryMs: 6000,
  checkedAt: at,
  delays: { mentions: 40, service: { median: 190_000, p95: 1_260_000 }, ours: { median: 3600, p95: 7000 } },
}

function replyKinds({ alert, person, typed, mention }: Names): MessageKind[] {
  const mute = {
    channel: 'C1',
    kind: 'author' as const,
    name: typed('Spam King'),
    by: 'U1',
    byName: person,
    at,
    until: at + hour,
  }
  const counts = { total: 61, posted: 16, held: 2, skipped: [{ reason: 'only.language', count: 45 }] }
  const found = {
    ...{
      subscription: 'acme',
      alert,
      words: [typed('Acme')],
      title: mention.title,
      source: 'log' as const,
      at,
      reason: 'passed',
      link,
    },
  }
  const guesses = [lineGuess('pause acme')]
  return [
    {
      by: 'muteList',
      kind: 'list of mutes',
      content: muteList([mute]),
      subject: `${typed('Spam King')} (author)`,
    },
    {
      by: 'whyAnswer',
      kind: 'answer to /mentions why',
      content: whyAnswer([{ ...found, outcome: 'posted' }]),
      subject: mention.title,
    },
    {
      by: 'whyAnswer',
      kind: '/mentions why during a pause',
      content: whyAnswer([
        {
          ...{ subscription: 'acme', alert, words: [typed('Acme')], source: 'ahead', kind: 'hold' },
          ...{ reason: 'paused.paused', detail: new Date(at).toISOString() },
        },
      ]),
      subject: `Your alert “${alert}” matched`,
    },
    {
      by: 'mentionsHelp',
      kind: 'answer to /mentions help',
      content: mentionsHelp([{ shortHelp: '*Laugh*: `/mentions joke`' }]),
      subject: 'Laugh',
    },
    {
      by: 'previewAnswer',
      kind: 'preview of a subscription',
      content: previewAnswer('acme', counts, false),
      subject: 'acme: 16 of 61',
    },
    {
      by: 'sampleMessage',
      kind: 'sample of a subscription',
      content: sampleMessage(
        { ...place, ...sampleSettings },
        { kind: 'sample', mention, alert: { name: alert } },
      ),
      subject: 'Example of a post',
    },
    {
      by: 'lineNotUnderstood',
      kind: 'command not understood',
      content: lineNotUnderstood({ kind: 'no-command', words: typed('pose acme') }, ['pause acme']),
      subject: 'There is no command /mentions',
    },
    {
      by: 'nameUnclear',
      kind: 'unknown subscription',
      content: nameUnclear('subscription', typed('acne'), { fits: false, names: [alert] }, guesses),
      subject: 'No subscription matches',
    },
    {
      by: 'confirmQuestion',
      kind: 'question before a pause without an end',
      content: confirmQuestion({ question: `Pause ${quoted(alert)}?`, label: 'Pause' }, 'a'),
      subject: 'Pause ',
    },
    {
      by: 'doneElsewhere',
      kind: 'change of a subscription of another channel',
      content: doneElsewhere(alert),
      subject: 'Done. ',
    },
    {
      by: 'ofOtherChannel',
      kind: 'preview of a digest of another channel',
      content: ofOtherChannel(alert, textMessage('Preview')),
      subject: 'The digest ',
    },
    {
      by: 'notMuted',
      kind: 'unmute of an unknown name',
      content: notMuted(typed('Spam Kong'), [lineGuess('unmute author Spam King')]),
      subject: '“',
    },
    {
      by: 'noAlertToSubscribe',
      kind: 'subscription of an unknown alert',
      content: noAlertToSubscribe(typed('acme brnd'), [{ label: alert, value: 'subscribe 7' }]),
      subject: 'No alert matches',
    },
    {
      by: 'noMentionFound',
      kind: '/mentions why of an unknown mention',
      content: noMentionFound(typed('logs me off'), [{ title: mention.title, url: mention.url }]),
      subject: 'No recent mention here matches',
    },
    {
      by: 'noSubscriptionsHere',
      kind: 'channel without alerts',
      content: noSubscriptionsHere(),
      subject: 'No alerts are posted here yet',
    },
    {
      by: 'messageUnknown',
      kind: 'answer of a message without a record',
      content: messageUnknown(),
      subject: 'Nothing changed: this post is too old',
    },
  ]
}

export const sampleSettings = {
  name: 'acme',
  channel: 'C1',
  schedule: '*/2 * * * *',
  timezone: 'UTC',
  only: {},
  except: {},
  backfill: 0,
  burst: 5,
}

/** Each kind of modal and the home tab, with these names. */
export type ViewKind = {
  by: string
  kind: string
  view: Omit<ModalContent, 'title'> & { title?: string; blocks: Block[] }
}

export function viewKinds(names: Names = usual): ViewKind[] {
  const { several, typed } = names
  return [
    { by: 'assignModal', kind: 'dialog to assign a mention', view: assignModal('U0000000ANA') },
    { by: 'snoozeModal', kind: 'dialog to snooze a mention', view: snoozeModal() },
    { by: 'moreModal', kind: 'dialog behind More… with the reason', view: moreModal([], true) },
    { by: 'moreModal', kind: 'dialog behind More… with nothing', view: moreModal([], false) },
    {
      by: 'entriesModal',
      kind: 'dialog to update mentions of a burst',
      view: entriesModal(several.slice(0, 3), severalChoices(undefined, sampleMenu), 4),
    },
    {
      by: 'spikeStatusModal',
      kind: 'dialog for the status of a spike',
      view: spikeStatusModal(typed('We are rolling back 5.3')),
    },
    { by: 'rangeModal', kind: 'dialog for a range of statistics', view: rangeModal(week) },
    {
      by: 'mutesModal',
      kind: 'dialog with the mutes of a channel',
      view: mutesModal('C1', [muteBy(names)], 'Nothing changed'),
    },
    { by: 'mutesModal', kind: 'dialog of a channel without mutes', view: mutesModal('C1', []) },
    {
      by: 'mutesModal',
      kind: 'dialog of direct messages without mutes',
      view: mutesModal({ direct: 'own' }, []),
    },
    {
      by: 'helpModal',
      kind: 'full help',
      view: helpModal({ subcommands: [{ help: '• `joke`: something to laugh about' }], onCards: [] }),
    },
    ...homeViews(names).map(([kind, view]) => ({
      by: 'homeTab',
      kind,
      view: { blocks: homeTab(view) },
    })),
  ]
}

const muteBy = ({ person, typed }: Names) => ({
  ...{ channel: 'C1', kind: 'author' as const, name: typed('Spam King'), by: 'U1', byName: person, at },
})

function homeViews(names: Names): [kind: string, view: HomeTabView][] {
  const { alert, person } = names
  const line = {
    ...{ name: 'acme', alert, channel: '#brand', channelId: 'C1', isFromFile: false },
    choices: [{ choice: 'laugh', label: 'Laugh…' }, mutesChoice()],
    state: { kind: 'up-to-date' as const },
    lastMention: at - hour,
    freshness,
  }
  const home: HomeTabView = {
    spikes: [
      { channel: 'C1', permalink: link, shown: { kind: 'live', spike: spikeOf(names).spike }, note: {} },
    ],
    sections: { top: [], welcome: [], open: [], afterSpikes: [] },
    buttons: [{ label: 'Laugh…', action: 'laugh', style: 'primary' }],
    alerts: {
      lines: [
        line,
        {
          ...line,
          name: 'press',
          isFromFile: true,
          state: {
            kind: 'problem',
            stopsMentions: true,
            ...problemTexts.channelRefuses('#brand', 'not_in_channel'),
          },
        },
        { ...line, name: 'support', state: { kind: 'paused', since: at, by: person } },
      ],
      total: 3,
      page: 0,
      elsewhere: 9,
      all: false,
    },
    isUnsure: false,
    note: `Somebody was faster: Claimed by ${person}.`,
    docs: 'https://wiki.example.com/overheard',
  }
  const { note: _note, docs: _docs, ...quiet } = { ...home, spikes: [] }
  const none = { ...home.alerts, lines: [], total: 0 }
  return [
    ['home tab', home],
    ['home tab without spikes', quiet],
    ['home tab without alerts in the person’s channels', { ...quiet, alerts: none }],
    ['home tab of a new workspace', { ...quiet, alerts: { ...none, elsewhere: 0 } }],
    ['home tab while Slack does not answer', { ...quiet, alerts: none, isUnsure: true }],
  ]
}
