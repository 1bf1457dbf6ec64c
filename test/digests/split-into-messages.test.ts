import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type MessagePart, splitIntoMessages } from '../../src/digests/content/message.ts'
import type { Block } from '../../src/model/message.ts'

const text = (length: number): Block => ({
  type: 'section',
  text: { type: 'mrkdwn', text: 'x'.repeat(length) },
})
const chart: Block = { type: 'data_visualization' }
const many = (count: number, block: Block) => Array.from({ length: count }, () => block)
const parts = (groups: Block[][]): MessagePart[] =>
  groups.map((blocks, at) => ({ words: [`part ${at}`], blocks }))
const lengths = (groups: Block[][]) => splitIntoMessages(parts(groups)).map(({ blocks }) => blocks.length)

describe('splitting blocks into messages', () => {
  it.each<[string, Block[][], number[]]>([
    ['returns no message if there are no blocks', [], []],
    ['keeps blocks together that fit one message', [[text(10)], [text(10), text(10)]], [3]],
    ['puts at most two charts into a message', [[chart], [chart], [chart]], [2, 1]],
    [
      'puts at most 45 blocks into a message',
      [many(40, text(1)), many(5, text(1)), many(3, text(1))],
      [45, 3],
    ],
    ['puts at most 10,000 characters into a message', [[text(4_900)], [text(4_900)], [text(4_900)]], [2, 1]],
    ['does not split a group that fits one message', [[text(6_000)], [text(3_000), text(3_000)]], [1, 2]],
    ['splits a group that fits no message', [[chart, chart, chart]], [2, 1]],
  ])('%s', (_, groups, expected) => expect(lengths(groups)).toEqual(expected))
})

it('splitting blocks into messages loses no block and keeps the order', () => {
  const block = fc.oneof(fc.constant(chart), fc.nat(9_000).map(text))
  fc.assert(
    fc.property(fc.array(fc.array(block, { minLength: 1, maxLength: 60 }), { maxLength: 8 }), (groups) => {
      const messages = splitIntoMessages(parts(groups))
      expect(messages.flatMap(({ blocks }) => blocks)).toEqual(groups.flat())
      expect(messages.flatMap(({ words }) => words)).toEqual(groups.map((_, at) => `part ${at}`))
    }),
  )
})
