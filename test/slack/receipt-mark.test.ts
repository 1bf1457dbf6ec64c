import { withReceiptMark } from '@overheard/post-once/mark'
import { expect, it } from 'vitest'
import { receiptMark } from '../../src/slack/receipt-mark.ts'

const mark = receiptMark('acme', '7', ['1', '2'])

it('the receipt mark of the same message is always the same', () =>
  expect(mark).toBe('overheard-da2de54da6110ff171ca83e7'))

it.each([
  ['another subscription', receiptMark('acm', '7', ['1', '2'])],
  ['another alert', receiptMark('acme', '8', ['1', '2'])],
  ['other mentions', receiptMark('acme', '7', ['12'])],
  ['another order of the mentions', receiptMark('acme', '7', ['2', '1'])],
  [
    'a subscription name that looks like another name together with its alert',
    receiptMark('acme","7', '', ['1', '2']),
  ],
])('the receipt mark of a message is different for %s', (_, other) => expect(other).not.toBe(mark))

it('the receipt mark is the id of the first block and of no other block', () =>
  expect(
    withReceiptMark({ text: 'x', blocks: [{ type: 'divider' }, { type: 'divider' }] }, mark).blocks,
  ).toEqual([{ type: 'divider', block_id: mark }, { type: 'divider' }]))

it('a message without blocks gets no receipt mark', () =>
  expect(withReceiptMark({ text: 'x', blocks: [] }, mark)).toEqual({ text: 'x', blocks: [] }))
