import { describe, expect, it } from 'vitest'
import { countMentions } from '../../../sandbox/demo/counter.ts'
import { type BotRecords, createLeftOut } from '../../../sandbox/demo/left-out.ts'
import { muteFinder } from '../../../src/engine/rules/rules.ts'
import type { DecisionRecord } from '../../../src/model/decision.ts'
import { sampleMention } from '../../tools/sample-mention.ts'

const channel = 'C1'
const subscription = 'acme'
const mention = sampleMention({})

const decision = (id: string, outcome: DecisionRecord['outcome']): DecisionRecord => ({
  at: 5,
  subscription,
  alert: '1',
  id,
  url: 'https://example.com',
  outcome,
  reason: 'mute.author',
})

async function leftOutOf(records: Partial<BotRecords>) {
  const none: BotRecords = {
    async *decisionsSince() {},
    mutes: async () => [],
  }
  const leftOut = createLeftOut({ ...none, ...records }, muteFinder(), 0, () => 10)
  await leftOut.refresh()
  return leftOut
}

describe('what the bot of the demo has left out', () => {
  it('is what its decision log skips, and not what it posts', async () => {
    const leftOut = await leftOutOf({
      async *decisionsSince() {
        yield decision('1', 'skipped')
        yield decision('2', 'posted')
      },
    })
    const has = (id: string) => leftOut.has({ subscription, channel, id }, () => mention)
    expect(['1', '2', '3'].filter(has)).toEqual(['1'])
  })

  it('is also what a mute of the channel matches, because a kill can lose entries of the log', async () => {
    const mute = { channel, kind: 'author' as const, name: 'Kim Lee', by: 'U1', at: 0 }
    const leftOut = await leftOutOf({ mutes: async () => [{ key: channel, value: [mute] }] })
    const has = (where: string, name: string) =>
      leftOut.has({ subscription, channel: where, id: '1' }, () => ({
        ...mention,
        author: { ...mention.author, name },
      }))
    expect(has(channel, 'Kim Lee')).toBe(true)
    expect(has(channel, 'Ann')).toBe(false)
    expect(has('C2', 'Kim Lee')).toBe(false)
  })
})

it('a mention without a receipt is lost if three later ones are posted, unless it was left out', () => {
  const receipt = (ids: string, through: string) => ({
    type: 'message' as const,
    user: 'U1',
    team: 'T1',
    ts: through,
    text: '',
    metadata: { event_type: 'overheard_mentions', event_payload: { subscription, alert: '1', through, ids } },
  })
  const messages = [receipt('', '1'), receipt('4,5', '5'), receipt('6', '6')]
  const counted = { subscription, alert: '1', channel: '#a' }
  const count = countMentions(['1', '2', '3', '4', '5', '6', '7'], messages, counted, (id) => id === '3')
  expect(count).toEqual({ made: 6, posted: 3, waiting: 1, leftOut: 1, lost: 1, twice: 0 })
})
