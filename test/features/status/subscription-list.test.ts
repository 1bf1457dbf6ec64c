import { describe, expect, it } from 'vitest'
import { statusAnswer, subscriptionList } from '../../../src/features/status/subscription-list.ts'
import { problemTexts } from '../../../src/messages/problems/problem-texts.ts'
import type { StatusOverview, SubscriptionSummary } from '../../../src/model/subscription-status.ts'
import { faultsOfForeign } from '../../tools/message-checks.ts'
import { sketch, sketches, withPlainSpaces } from '../../tools/message-sketch.ts'
import { naughtyStrings } from '../../tools/naughty-strings.ts'

type StatusLine = StatusOverview['lines'][number]

const at = Date.UTC(2026, 10, 20, 14, 2)
const acme: SubscriptionSummary = {
  name: 'acme',
  alert: 'Acme brand',
  channel: '#brand-watch',
  isFromFile: true,
  state: { kind: 'up-to-date' },
  lastMention: at,
}
const pause = { label: 'Pause…', action: 'list_pause' }
const press: SubscriptionSummary = {
  name: 'press',
  alert: 'Acme press',
  channel: '#brand-watch',
  isFromFile: false,
  state: { kind: 'quiet', until: at + 3_600_000 },
}
const line = (some: Partial<StatusLine> = {}): StatusLine => ({
  ...acme,
  polledAt: at + 120_000,
  waiting: { count: 0, more: false },
  ...some,
})
const calm = { lines: [line()], planLimitReached: false, requests: 192, queued: 0, lag: 0 }

describe('the list of subscriptions', () => {
  it('says once which subscriptions are from the configuration file', () =>
    expect(
      sketches([
        subscriptionList([acme], () => [pause]),
        subscriptionList([acme, press], () => [pause]),
        subscriptionList([press], () => [pause]),
        subscriptionList([]),
      ]),
    ).toMatchSnapshot())
})

describe('a subscription whose spikes are stricter because of false alarms', () => {
  const strict = { falseAlarms: 2, until: Date.UTC(2026, 11, 20) }
  const words =
    'Because of false alarms, Overheard announces a spike only at 2× as many mentions, until December 20, 2026.'

  it('says so in the list and in the status', () => {
    expect(subscriptionList([{ ...acme, strict }]).text).toContain(words)
    expect(statusAnswer({ ...calm, lines: [line({ strict })] }).text).toContain(words)
    expect(subscriptionList([acme]).text).not.toContain('spike')
  })
})

describe('the status of subscriptions', () => {
  it('says that no mention is lost only of a problem that stops mentions', () => {
    const told = (stopsMentions: boolean) => {
      const texts = problemTexts.mentionRejected('5', 'https://a.example', 'msg_too_long')
      return statusAnswer({ ...calm, lines: [line({ state: { kind: 'problem', stopsMentions, ...texts } })] })
        .text
    }
    expect(told(false)).toContain('Slack refused mention 5 in every form')
    expect(told(false)).not.toMatch(/Delayed|No mention is lost/)
    expect(told(true)).toMatch(/Delayed: .*No mention is lost\./)
  })

  it('begins with the last poll and the waiting mentions', () =>
    expect(sketch(statusAnswer(calm))).toMatchSnapshot())

  it('shows a reached limit first and queued mentions last', () =>
    expect(
      sketch(
        statusAnswer({
          lines: [line(), line({ ...press, waiting: { count: 1, more: false }, polledAt: undefined })],
          planLimitReached: true,
          requests: 0,
          queued: 4,
          lag: 61_200,
        }),
      ),
    ).toMatchSnapshot())

  it('says how often a subscription is checked, and shows the delay of the mention service and that of Overheard apart', () => {
    const delays = {
      mentions: 40,
      service: { median: 190_000, p95: 1_260_000 },
      ours: { median: 3600, p95: 7000 },
    }
    const freshness = { checkedEveryMs: 6000, checkedAt: at, delays }
    const { text } = statusAnswer({ ...calm, lines: [line({ freshness })] })
    expect(withPlainSpaces(text)).toContain(
      'Checks every 6 sec, last Nov 20, 2026, 14:02 UTC. Typical delay: mention service 3 min (95% within 21 min), Overheard 4 sec (95% within 7 sec).',
    )
    const { service: _unknown, ...own } = delays
    const withoutDates = statusAnswer({
      ...calm,
      lines: [line({ freshness: { ...freshness, delays: own } })],
    })
    expect(withPlainSpaces(withoutDates.text)).toContain('Typical delay: Overheard 4 sec (95% within 7 sec).')
  })

  it.each<[StatusLine['waiting'], string]>([
    [{ count: 0, more: false }, 'Up to date. Last mention'],
    [{ count: 1, more: false }, 'On time. 1 mention is waiting to be posted. Last mention'],
    [{ count: 0, more: true }, 'On time. Some mentions may be waiting. Last mention'],
    [
      { count: 300, more: true },
      'On time. About 300 mentions or more are waiting to be posted. Last mention',
    ],
    ['unknown', 'On time. Waiting mentions cannot be counted right now. Last mention'],
    ['not-counted', 'Up to date. Last mention'],
  ])('describes the waiting mentions %j in words', (waiting, words) =>
    expect(statusAnswer({ ...calm, lines: [line({ waiting })] }).text).toContain(words),
  )

  it('says how many more subscriptions there are', () => {
    const lines = Array.from({ length: 25 }, (_, index) => line({ name: `acme-${index}` }))
    expect(statusAnswer({ ...calm, lines }).text).toContain('5 more on the home tab.')
  })
})

it.each(naughtyStrings)('the buttons of the list of subscriptions work with the name %j', (name) => {
  const lines = Array.from({ length: 40 }, () => line({ name, alert: name, channel: name }))
  expect(faultsOfForeign(statusAnswer({ ...calm, lines }))).toEqual([])
  expect(faultsOfForeign(subscriptionList(lines, () => [pause]))).toEqual([])
})
