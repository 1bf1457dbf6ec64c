import { describe, expect, it } from 'vitest'
import { checkBlocks } from '../../src/block-kit/blocks.ts'
import { clientOf, openWorkspace } from '../open.ts'
import { cell, checkFaults, checkLimits, dataTable, richCell, rows, table, times } from './samples.ts'

/** Tables and data tables. */

const number = { type: 'raw_number', value: 12.5, text: '12.5' }

checkLimits([
  ['rows of a table', 100, (n) => [table({ rows: rows(n) })], '/blocks/0/rows'],
  ['columns of a table', 20, (n) => [table({ rows: rows(1, n) })], '/blocks/0/rows/0'],
  [
    'column settings of a table',
    20,
    (n) => [table({ column_settings: times(n, () => ({ align: 'right' })) })],
    '/blocks/0/column_settings',
  ],
  [
    'characters in all cells of a table',
    10_000,
    (n) => [table({ rows: [[cell(5000), cell(n - 5000)]] })],
    '/blocks/0/rows',
  ],
  ['block_id of a table', 255, (n) => [table({ block_id: 'x'.repeat(n) })], '/blocks/0/block_id'],
  ['rows of a data table', 101, (n) => [dataTable({ rows: rows(n) })], '/blocks/0/rows'],
  ['columns of a data table', 20, (n) => [dataTable({ rows: rows(2, n) })], '/blocks/0/rows/0'],
  [
    'characters in all cells of a data table',
    10_000,
    (n) => [dataTable({ rows: [[cell(1)], [cell(n - 1)]] })],
    '/blocks/0/rows',
  ],
  ['rows on a page of a data table', 100, (n) => [dataTable({ page_size: n })], '/blocks/0/page_size'],
  [
    'column of row headers in a data table of two columns',
    1,
    (n) => [dataTable({ row_header_column_index: n })],
    '/blocks/0/row_header_column_index',
  ],
  ['block_id of a data table', 255, (n) => [dataTable({ block_id: 'x'.repeat(n) })], '/blocks/0/block_id'],
])

const emptyCell = [[{ type: 'raw_text', text: '' }]]
checkFaults([
  ['a table without rows', table({ rows: [] }), '/blocks/0/rows', 'too_few'],
  ['a table row without cells', table({ rows: [[]] }), '/blocks/0/rows/0', 'too_few'],
  ['an empty cell of a table', table({ rows: emptyCell }), '/blocks/0/rows/0/0/text', 'too_short'],
  [
    'a mrkdwn text as a cell of a table',
    table({ rows: [[{ type: 'mrkdwn', text: 'x' }]] }),
    '/blocks/0/rows/0/0/type',
    'unsupported_type',
  ],
  [
    'a number cell without text',
    table({ rows: [[{ type: 'raw_number', value: 1 }]] }),
    '/blocks/0/rows/0/0',
    'missing_field',
  ],
  [
    'a column alignment that does not exist',
    table({ column_settings: [{ align: 'justify' }] }),
    '/blocks/0/column_settings/0/align',
    'invalid_enum',
  ],
  [
    'a column setting is_wrapped that is not a boolean',
    table({ column_settings: [{ is_wrapped: 'yes' }] }),
    '/blocks/0/column_settings/0/is_wrapped',
    'invalid_type',
  ],
  ['a data table without a caption', dataTable({ caption: undefined }), '/blocks/0', 'missing_field'],
  ['an empty caption of a data table', dataTable({ caption: '' }), '/blocks/0/caption', 'too_short'],
  ['a data table with only a header', dataTable({ rows: rows(1) }), '/blocks/0/rows', 'too_few'],
  [
    'rich text in the header of a data table',
    dataTable({ rows: [[cell(), richCell()], ...rows(1)] }),
    '/blocks/0/rows/0/1/type',
    'unsupported_type',
  ],
  [
    'rows of unequal length in a data table',
    dataTable({ rows: [...rows(2), ...rows(1, 3)] }),
    '/blocks/0/rows',
    'mismatch',
  ],
  ['a data table with 0 rows on a page', dataTable({ page_size: 0 }), '/blocks/0/page_size', 'too_small'],
  [
    'a data table with 2.5 rows on a page',
    dataTable({ page_size: 2.5 }),
    '/blocks/0/page_size',
    'invalid_type',
  ],
  [
    'a data table whose column of row headers is before the first column',
    dataTable({ row_header_column_index: -1 }),
    '/blocks/0/row_header_column_index',
    'too_small',
  ],
])

describe('the sandbox’s Slack accepts', () => {
  it.each([
    ['a table with text, numbers and rich text as cells', table({ rows: [[cell(), number, richCell()]] })],
    ['a table with rows of unequal length', table({ rows: [...rows(1, 2), ...rows(1, 3)] })],
    [
      'a table with settings for some columns',
      table({ column_settings: [null, { is_wrapped: true }, { align: 'center' }] }),
    ],
    ['a table with an empty list of column settings', table({ column_settings: [] })],
    [
      'a data table with the smallest allowed values',
      dataTable({ caption: 'x', page_size: 1, row_header_column_index: 0 }),
    ],
    ['a data table with rich text below the header', dataTable({ rows: [...rows(1), [number, richCell()]] })],
  ])('%s in a message', (_what, block) => {
    expect(checkBlocks([block], 'message')).toEqual([])
  })
})

describe('the number of tables in the sandbox’s Slack', () => {
  it.each([table(), dataTable()])(
    'must be 0 in a view, so a block of the type $type is refused there',
    (block) => {
      const refusal = [{ pointer: '/blocks/0/type', code: 'unsupported_type' }]
      expect(checkBlocks([block], 'modal')).toMatchObject(refusal)
      expect(checkBlocks([block], 'home')).toMatchObject(refusal)
    },
  )

  it.each([
    ['two tables', [table(), table()]],
    ['two data tables', [dataTable(), dataTable()]],
    ['a table and a data table', [table(), { type: 'divider' }, dataTable()]],
  ])('may be 1 in a message, so %s are refused', (_what, blocks) => {
    expect(checkBlocks(blocks, 'message')).toMatchObject([
      { pointer: '/blocks', code: 'only_one_table_allowed' },
    ])
  })

  it('may be 1 in chat.postMessage, which refuses a second table with Slack’s own error', async () => {
    const client = clientOf(await openWorkspace())
    const post = client.apiCall('chat.postMessage', {
      channel: 'C000GENERAL',
      text: 'x',
      blocks: [table(), table()],
    })
    await expect(post).rejects.toMatchObject({
      data: {
        error: 'invalid_blocks',
        errors: ['only_one_table_allowed'],
        response_metadata: { messages: ['[ERROR] only_one_table_allowed'] },
      },
    })
  })

  it('may be 1 in chat.postMessage, which accepts one table', async () => {
    const client = clientOf(await openWorkspace())
    const blocks = [table({ block_id: 'numbers' })]
    const answer = await client.apiCall('chat.postMessage', { channel: 'C000GENERAL', text: 'x', blocks })
    expect(answer).toMatchObject({ ok: true, message: { blocks } })
  })
})
