import { expect, it } from 'vitest'
import type { Judged } from '../../src/cards/spike-cards.ts'
import { createSpikeButtons } from '../../src/listeners/actions/spike-buttons.ts'
import { sentenceAsText } from '../../src/messages/kit/dates.ts'
import type { Handling } from '../../src/model/card.ts'

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
