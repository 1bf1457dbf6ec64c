import { describe, expect, it } from 'vitest'
import { checkView } from '../../src/block-kit/blocks.ts'
import { input, plain, type Row, times } from './samples.ts'

const modal = (fields: object = {}) => ({ type: 'modal', title: plain(3), blocks: [], ...fields })
const viewLimits: Row[] = [
  ['the title', 24, (n) => [modal({ title: plain(n) })], '/view/title/text'],
  ['the submit button', 24, (n) => [modal({ submit: plain(n) })], '/view/submit/text'],
  ['the close button', 24, (n) => [modal({ close: plain(n) })], '/view/close/text'],
  ['private_metadata', 3000, (n) => [modal({ private_metadata: 'x'.repeat(n) })], '/view/private_metadata'],
  ['external_id', 255, (n) => [modal({ external_id: 'x'.repeat(n) })], '/view/external_id'],
  ['callback_id', 255, (n) => [modal({ callback_id: 'x'.repeat(n) })], '/view/callback_id'],
  [
    'the blocks of a modal',
    100,
    (n) => [modal({ blocks: times(n, () => ({ type: 'divider' })) })],
    '/view/blocks',
  ],
  [
    'the blocks of a home tab',
    100,
    (n) => [{ type: 'home', blocks: times(n, () => ({ type: 'divider' })) }],
    '/view/blocks',
  ],
]

describe('the limits of a view in the sandbox’s Slack', () => {
  it.each(viewLimits)('allow for %s at most %i characters or blocks', (_what, limit, make, pointer) => {
    expect(checkView(make(limit)[0])).toEqual([])
    expect(checkView(make(limit + 1)[0]).map((one) => one.pointer)).toEqual([pointer])
  })
  it('allow an empty home tab', () => {
    expect(checkView({ type: 'home', blocks: [] })).toEqual([])
  })
  it('require a submit button in a modal with an input', () => {
    const blocks = [input({ type: 'plain_text_input' })]
    expect(checkView(modal({ blocks }))).toMatchObject([{ message: 'missing required field: submit' }])
    expect(checkView(modal({ blocks, submit: plain(2) }))).toEqual([])
  })
})
