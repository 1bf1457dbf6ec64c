import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type MessagePart, splitIntoMessages } from '../../../src/messages/digest-message.ts'
import type { Block } from '../../../src/model/message.ts'

const text = (length: number): Block => ({
  type: 'section',
  text: { type: 'mrkdwn', text: 'x'.repeat(length) },
})
const chart: Block = { type: 'data_visualization' }
const many = (count: number, block: Block) => Array.from({ length: count }, () => block)
const parts = (groups: Block[][]): MessagePart[] =>
  groups.map((blocks, at) => ({ words: [`part ${at}`], blocks }))
const lengths = (groups: Block[][]) => splitIntoMessages(parts(groups)).map(({ blocks }) => blocks.length)

describe('how many blocks stand in each message', () => {
  it.each<[string, Block[][], number[]]>([
    ['nothing', [], []],
    ['what fits stands together', [[text(10)], [text(10), text(10)]], [3]],
    ['two charts a message', [[chart], [chart], [chart]], [2, 1]],
    ['45 blocks a message', [many(40, text(1)), many(5, text(1)), many(3, text(1))], [45, 3]],
    ['10,000 characters a message', [[text(4_900)], [text(4_900)], [text(4_900)]], [2, 1]],
    ['a group is not torn apart while it fits', [[text(6_000)], [text(3_000), text(3_000)]], [1, 2]],
    ['a group that fits no message is', [[chart, chart, chart]], [2, 1]],
  ])('%s', (_, groups, expected) => expect(lengths(groups)).toEqual(expected))
})

it('nothing is left out and nothing changes places', () => {
  const block = fc.oneof(fc.constant(chart), fc.nat(9_000).map(text))
  fc.assert(
    fc.property(fc.array(fc.array(block, { minLength: 1, maxLength: 60 }), { maxLength: 8 }), (groups) => {
      const messages = splitIntoMessages(parts(groups))
      expect(messages.flatMap(({ blocks }) => blocks)).toEqual(groups.flat())
      expect(messages.flatMap(({ words }) => words)).toEqual(groups.map((_, at) => `part ${at}`))
    }),
  )
})
