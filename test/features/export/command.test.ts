import { expect, it } from 'vitest'
import { createExport } from '../../../src/features/export/command.ts'
import { exporting } from '../../../src/features/export/feature.ts'
import type { PostedCard } from '../../../src/model/card.ts'
import { anyRooms } from '../../tools/anything.ts'
import { sampleMention } from '../../tools/sample-mention.ts'

const now = 1_795_176_000_000

/** Exports `count` cards of the channel C1, one a second, newest first, and returns the answer and the file. */
async function exported(count: number, channels: string[] | 'unknown' = ['C1']) {
  const files: string[] = []
  async function* postedSince(): AsyncIterable<PostedCard> {
    for (let index = count; index > 0; index--) {
      const ts = `${1_795_000_000 + index}.000000`
      const mention = sampleMention({ id: String(index) })
      const shows = { kind: 'card', mention, style: 'full' } as const
      yield { channel: 'C1', ts, subscription: 'acme', alert: '7', shows, actions: [] }
    }
  }
  const run = createExport({
    now: () => now,
    zoneOf: async () => 'UTC',
    postedSince,
    users: {
      channelsOf: async () => (channels === 'unknown' ? undefined : new Set(channels)),
      openDirect: async () => 'D1',
    },
    channelName: async (id) => id,
    alertName: (id) => id,
    async sendFile({ content }) {
      files.push(content)
      return { kind: 'sent' }
    },
  })
  const { text } = await run.mentions('U1', { subscriptions: ['acme'], days: 30, format: 'csv' })
  return { text, lines: files[0]?.split('\r\n') ?? [] }
}

it('an export has the newest 10,000 mentions, oldest first, and says how many there are', async () => {
  const { text, lines } = await exported(25_003)
  expect(text).toContain('The newest 10,000 of 25,003 mentions of the last 30 days')
  expect(lines).toHaveLength(10_002)
  expect(lines[1]).toContain('"15004"')
  expect(lines[10_000]).toContain('"25003"')
})

it('an export leaves out the channels that the person is not in, and is refused if Slack does not list the person’s channels', async () => {
  expect((await exported(3, ['C2'])).text).toMatch(/^Nothing was posted for this in the last 30 days/)
  const refused = await exported(3, 'unknown')
  expect(refused).toEqual({
    text: 'Slack does not answer who you are right now. Try again in a minute.',
    lines: [],
  })
})

it.each([
  [14, 'Use at most 14 days'],
  [30, 'Use at most 30 days'],
  [365, 'Use at most 90 days'],
])(
  'an export takes no more days than the %i days that cards are kept, and at most 90',
  async (kept, words) => {
    const rooms = anyRooms({
      settings: { keptMs: kept * 86_400_000 },
      features: { tables: () => [] },
      people: { access: { readableSubscriptions: async () => [] } as never },
    })
    const [command] = exporting.create(rooms, {})?.adds.subcommands ?? []
    const asker = { user: 'U1', channel: 'C1', trigger: 't', responseUrl: '' }
    const answer = await command?.answer(asker, `${Math.min(kept, 90) + 1}d`)
    expect(answer).toMatchObject({ text: expect.stringContaining(words) })
  },
)
