import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  changeEvent,
  digestPosted,
  escalated,
  eventSchemas,
  postedEvents,
  problemEvent,
  settingsChanged,
  spikeEnded,
  spikeStarted,
} from '../../../src/features/webhooks/events.ts'
import { eventTypes } from '../../../src/features/webhooks/model.ts'
import type { CardChange } from '../../../src/model/card.ts'
import { arbitraryMention } from '../../tools/arbitrary-mention.ts'
import { sampleMention } from '../../tools/sample-mention.ts'

const at = Date.UTC(2026, 10, 22)
const place = { subscription: 'acme', alert: '7', channel: 'C1', ts: (at / 1000).toFixed(6) }
const person = { id: 'U1', name: 'Ana Lima' }

function cardOf(mention: ReturnType<typeof sampleMention>) {
  return { ...place, shows: { kind: 'card' as const, mention, style: 'full' as const }, actions: [] }
}

const changes: CardChange[] = [
  { at, mention: '1', to: 'claimed', by: person },
  { at, mention: '1', to: 'assigned', by: person, holder: person, note: 'now', due: at },
  { at, mention: '1', to: 'snoozed', by: person, until: at },
  { at, mention: '1', to: 'released', by: person },
  { at, mention: '1', to: 'reopened', by: person },
  { at, mention: '1', to: 'done', by: person },
  { at, mention: '1', to: 'not-relevant', by: person },
  { at, mention: '1', to: 'linked', by: person, link: 'https://tickets.example/1' },
  { at, mention: '1', to: 'corrected', by: person, sentiment: 'positive', was: 'negative' },
]

const problem = { key: 'k', since: at, what: 'x'.repeat(5000), whatToDo: 'Wait.', until: at }

const told = { id: '1', at, channel: 'C1', user: 'U1', by: 'Ana Lima', alerts: ['7'] }

it('each of the eighteen events fits its JSON Schema', () => {
  const mention = sampleMention({ id: '1' })
  const spike = { ...place, startedAt: at, announcedAt: at }
  const events = [
    ...postedEvents({ ...place, mentions: [mention] }),
    ...changes.flatMap((change) => changeEvent(cardOf(mention), change) ?? []),
    ...escalated({ card: cardOf(mention), mentions: ['1'], stage: 'person', called: person, at }),
    ...escalated({ card: cardOf(mention), mentions: ['1'], stage: 'unanswered', at }),
    spikeStarted({ ...spike, signs: ['volume'] }),
    spikeEnded({ ...spike, endedAt: at, total: 60, negative: 50, reach: 1000 }),
    digestPosted({ digest: 'weekly', period: '2026-W47', channel: 'C1', ts: place.ts, messages: [] }),
    problemEvent('problem.started', problem, at),
    problemEvent('problem.ended', problem, at),
    settingsChanged({ ...told, what: 'x'.repeat(5000) }),
  ]
  expect(events.map(({ event }) => event.type).sort()).toEqual(eventTypes.toSorted())
  expect(new Set(events.map(({ id }) => id)).size).toBe(events.length)
  for (const { event } of events) expect(eventSchemas()[event.type]?.parse(event)).toEqual(event)
})

it('the event of any mention fits its JSON Schema, is valid UTF-8 and has at most 40 KB', () => {
  fc.assert(
    fc.property(arbitraryMention, (mention) => {
      const [announcement] = postedEvents({ ...place, mentions: [mention] })
      const body = JSON.stringify(announcement?.event)
      expect(eventSchemas()['mention.posted']?.parse(announcement?.event)).toEqual(announcement?.event)
      expect(Buffer.from(body).toString()).toBe(body)
      expect(body.isWellFormed()).toBe(true)
      expect(Buffer.byteLength(body)).toBeLessThan(40_000)
    }),
  )
})

it('a long text is cut before a pair of surrogates that would be split', () => {
  const mention = sampleMention({ title: `${'x'.repeat(499)}😀` })
  const [announcement] = postedEvents({ ...place, mentions: [mention] })
  expect(announcement?.event.data.mention).toMatchObject({ title: 'x'.repeat(499) })
})
