import { describe, expect, it } from 'vitest'
import type { Judged } from '../../src/cards/spike-cards.ts'
import { createSpikeButtons } from '../../src/listeners/actions/spike-buttons.ts'
import { spikeCard } from '../../src/messages/anomalies/spike.ts'
import { sentenceAsText } from '../../src/messages/kit/dates.ts'
import type { Handling } from '../../src/model/card.ts'
import type { LiveSpike, SpikeNote } from '../../src/model/spike-card.ts'

type Asked = { touched?: Partial<Handling>[]; history?: object }

/**
 * What somebody reads who asks for the unclaimed mentions of a spike with so many messages, and how many links were asked for. The first message
 * is `1.1` with the mention `0`, the second is `2.1` with the mention `1`.
 */
async function askedUnclaimed(count: number, { touched = [], history }: Asked = {}) {
  const asked: string[] = []
  const read: string[] = []
  const messages = Array.from({ length: count }, (_, at) => ({
    ts: `${at + 1}.1`,
    receipt: { ids: [String(at)] },
  }))
  const buttons = createSpikeButtons({
    spikeCards: { find: async () => undefined },
    cardsSince: async () => touched,
    permalink: async ({ ts }: { ts: string }) => {
      asked.push(ts)
      return `https://slack.example/${ts}`
    },
    readHistory: async () => history ?? { kind: 'seen', messages, bounded: false },
    access: { refusal: async () => undefined },
    reply: async (_to: unknown, { text }: { text: string }) => void read.push(text),
  } as unknown as Parameters<typeof createSpikeButtons>[0])
  await buttons.unclaimed({ ...place, user: 'U1', value: '' })
  return { asked: asked.length, text: read.join() }
}

const place = { channel: 'C1', responseUrl: '', ts: '1', trigger: '' }

it.each([
  [1, 1, false],
  [10, 10, false],
  [11, 10, true],
])(
  'of %i messages with unclaimed mentions, %i are linked, and the answer says if others follow',
  async (count, links, others) => {
    const { asked, text } = await askedUnclaimed(count)
    expect(asked).toBe(links)
    expect(text.match(/https:/g)).toHaveLength(links)
    expect(text.includes('The others follow in the same thread.')).toBe(others)
  },
)

it('a mention that only a rule assigned is unclaimed, as on the card of the spike', async () => {
  const touched = [
    {
      ts: '1.1',
      mention: '0',
      state: 'assigned',
      assigned: { id: 'a', from: '', fromName: '', rule: { about: 'de' } },
    },
    { ts: '2.1', mention: '1', state: 'assigned', assigned: { id: 'b', from: 'U2', fromName: 'Ben' } },
    { ts: '3.1', mention: '2', state: 'claimed' },
  ] satisfies Partial<Handling>[]
  const { text } = await askedUnclaimed(4, { touched })
  expect(text).toContain('2 mentions of this spike are unclaimed')
  expect(text.match(/https:\S+/g)).toEqual(['https://slack.example/1.1', 'https://slack.example/4.1'])
})

it.each([
  [{ kind: 'unreachable', reason: 'ratelimited', afterMs: 1000 }],
  [{ kind: 'unreadable', reason: 'missing_scope', extent: 'everything' }],
])(
  'says that the thread cannot be read, and nothing of its mentions, if Slack answers with %j',
  async (history) => {
    const { text } = await askedUnclaimed(4, { history })
    expect(text).toBe(
      `Slack does not let Overheard read this thread now (${history.reason}). Try again later.`,
    )
  },
)

const unused = () => Promise.reject(new Error('not expected'))

const spike: LiveSpike = {
  ...{ alertName: 'Acme brand', signs: [], inLastHour: 9, hours: [9], claims: [], permalinks: {} },
  summary: {
    ...{ startedAt: 0, total: 9, rated: 0, negative: 0, reach: 0, peak: 9 },
    ...{ sources: [], countries: [], top: [] },
  },
}

/** The value of the button that takes the lead, on a card as people see it. Slack sends '' for a button without a value. */
function leadButtonOn(note: SpikeNote): string {
  const elements = spikeCard(spike, note).blocks.flatMap((block) =>
    'elements' in block && Array.isArray(block.elements) ? block.elements : [],
  )
  return elements.find((one) => one.action_id === 'spike_lead')?.value ?? ''
}

/** People press what they see: `drawn` is the value of the button. Returns who leads at last, and what people were told. */
async function ledAfter(first: SpikeNote, presses: { user: string; drawn: string }[]) {
  let note = first
  const told: string[] = []
  const buttons = createSpikeButtons({
    now: () => 0,
    spikeCards: {
      find: async () => undefined,
      async setNote(_place: unknown, next: (note: SpikeNote) => SpikeNote) {
        note = next(note)
        return true
      },
    },
    users: { nameOf: async (user: string) => user },
    access: { refusal: async () => undefined },
    reply: async ({ user }: { user: string }, { text }: { text: string }) =>
      void told.push(`${user}: ${text}`),
  } as unknown as Parameters<typeof createSpikeButtons>[0])
  for (const { user, drawn } of presses) await buttons.lead({ ...place, user, value: drawn })
  return { lead: note.lead?.user, told }
}

describe('the lead of a spike', () => {
  const led = (user: string): SpikeNote => ({ lead: { user, by: user, at: 0 } })

  it('stays with the first of two people who press “Take the lead” at the same moment, and the second is told', async () => {
    const drawn = leadButtonOn({})
    expect(
      await ledAfter({}, [
        { user: 'Ana', drawn },
        { user: 'Ben', drawn },
      ]),
    ).toEqual({
      lead: 'Ana',
      told: ['Ben: Nothing changed, because somebody was faster: Ana leads the response.'],
    })
  })

  it('stays with the first of two people who press “Take over” at the same moment, and the second is told', async () => {
    const drawn = leadButtonOn(led('Ana'))
    expect(
      await ledAfter(led('Ana'), [
        { user: 'Ben', drawn },
        { user: 'Mei', drawn },
      ]),
    ).toEqual({
      lead: 'Ben',
      told: ['Mei: Nothing changed, because somebody was faster: Ben leads the response.'],
    })
  })

  it('goes to who presses “Take over” on a card that shows who leads', async () => {
    const presses = [
      { user: 'Ben', drawn: leadButtonOn(led('Ana')) },
      { user: 'Ana', drawn: leadButtonOn(led('Ben')) },
    ]
    expect(await ledAfter(led('Ana'), presses)).toEqual({ lead: 'Ana', told: [] })
  })

  it('is kept, without a word, by a person who presses “Take the lead” twice', async () => {
    const drawn = leadButtonOn({})
    const presses = [
      { user: 'Ana', drawn },
      { user: 'Ana', drawn },
    ]
    expect(await ledAfter({}, presses)).toEqual({ lead: 'Ana', told: [] })
  })

  it('goes to who presses the button of a card of an earlier version, which has no value', async () => {
    expect(await ledAfter(led('Ana'), [{ user: 'Ben', drawn: '' }])).toEqual({ lead: 'Ben', told: [] })
  })
})

it('features hear who marks a spike as a false alarm and who undoes that, but not of a spike that nobody can mark any more', async () => {
  const told: string[] = []
  let judged: Judged = { kind: 'judged', alert: '7', alertName: 'Acme brand' }
  const buttons = createSpikeButtons({
    now: () => 0,
    spikeCards: {
      ...{ draw: unused, setNote: unused, histories: unused, history: unused, running: unused },
      find: async () => undefined,
      judge: async () => judged,
    },
    cardsSince: unused,
    permalink: unused,
    readHistory: unused,
    views: { setTimer: () => () => undefined, open: unused, update: unused },
    users: { nameOf: async () => 'Ana Lima' },
    access: { refusal: async () => undefined },
    changes: {
      tell: async (channel, user, did, { alerts }) =>
        void told.push(`${channel} ${user} ${sentenceAsText(did())} (${alerts.join()})`),
    },
    reply: async () => undefined,
  })
  const choose = (value: string) => buttons.menu({ user: 'U1', ...place, value })
  await choose('false-alarm')
  await choose('no-false-alarm')
  judged = { kind: 'old' }
  await choose('false-alarm')
  expect(told).toEqual([
    'C1 U1 marked a spike of Acme brand as a false alarm (7)',
    'C1 U1 unmarked a spike of Acme brand: no false alarm (7)',
  ])
})
