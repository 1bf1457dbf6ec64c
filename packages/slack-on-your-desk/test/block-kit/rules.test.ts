import { describe, expect, it } from 'vitest'
import { checkBlocks } from '../../src/block-kit/blocks.ts'
import {
  actions,
  button,
  chart,
  data,
  image,
  input,
  labels,
  line,
  mrkdwn,
  option,
  pie,
  plain,
  rich,
  richList,
  section,
} from './samples.ts'

/** Errors other than sizes, and valid blocks. */

const wrong: [what: string, block: unknown, pointer: string][] = [
  ['a block type that does not exist', { type: 'hologram' }, '/blocks/0/type'],
  ['a block without a type', {}, '/blocks/0'],
  ['a block field that does not exist', { type: 'divider', colour: 'red' }, '/blocks/0'],
  [
    'a block field with the name of a built-in object property',
    { type: 'divider', constructor: 'x' },
    '/blocks/0',
  ],
  ['a block type with the name of a built-in object property', { type: 'toString' }, '/blocks/0/type'],
  ['mrkdwn in a header', { type: 'header', text: mrkdwn(3) }, '/blocks/0/text/type'],
  ['an empty text of a section', section({ text: plain(0) }), '/blocks/0/text/text'],
  ['a section without text and fields', { type: 'section' }, '/blocks/0'],
  ['an image without an address', { type: 'image', alt_text: 'a' }, '/blocks/0'],
  [
    'an image address that is not a web address',
    image({ image_url: 'javascript:alert(1)' }),
    '/blocks/0/image_url',
  ],
  [
    'a text input as the accessory of a section',
    section({ accessory: { type: 'plain_text_input' } }),
    '/blocks/0/accessory/type',
  ],
  ['a button as an input', input(button()), '/blocks/0/element/type'],
  ['a button style that does not exist', actions(button({ style: 'loud' })), '/blocks/0/elements/0/style'],
  [
    'the same action_id twice in one row of buttons',
    actions(button({ action_id: 'a' }), button({ action_id: 'a' })),
    '/blocks/0/elements/1/action_id',
  ],
  ['a select without options', actions({ type: 'static_select' }), '/blocks/0/elements/0'],
  [
    'a rich text list whose elements are not sections',
    rich(richList({ elements: [{ type: 'text', text: 'x' }] })),
    '/blocks/0/elements/0/elements/0/type',
  ],
  [
    'an empty text in rich text',
    rich({ type: 'rich_text_section', elements: [{ type: 'text', text: '' }] }),
    '/blocks/0/elements/0/elements/0/text',
  ],
  ['a pie segment with the value 0', pie([{ label: 'a', value: 0 }]), '/blocks/0/chart/segments/0/value'],
  [
    'a chart series without a point for each category',
    chart({ chart: line({ axis_config: { categories: labels(3) } }) }),
    '/blocks/0/chart',
  ],
  [
    'two chart series with the same name',
    chart({
      chart: line({
        series: [
          { name: 's', data: data(2) },
          { name: 's', data: data(2) },
        ],
      }),
    }),
    '/blocks/0/chart',
  ],
]

describe('the sandbox’s Slack refuses, with a pointer to the error,', () => {
  it.each(wrong)('a message with %s', (_what, block, pointer) => {
    expect(checkBlocks([block], 'message').map((one) => one.pointer)).toContain(pointer)
  })
  it('a message with a repeated block_id', () => {
    const block = { type: 'divider', block_id: 'a' }
    expect(checkBlocks([block, block], 'message')).toMatchObject([{ pointer: '/blocks/1/block_id' }])
  })
  it('a message with an invalid block, and does not report a repeated block_id besides', () => {
    const block = { type: 'divider', block_id: 'a' }
    const wrong = { ...block, colour: 'red' }
    expect(checkBlocks([block, wrong], 'message')).toMatchObject([{ code: 'additional_property' }])
    expect(checkBlocks([block, wrong], 'home')).toMatchObject([{ code: 'additional_property' }])
  })
  it('a chart in a modal', () => {
    expect(checkBlocks([chart()], 'modal')).toMatchObject([{ pointer: '/blocks/0/type' }])
  })
})

const link = { type: 'link', url: 'https://a.example', text: 'a', style: { bold: true } }
const inline = [
  { type: 'text', text: 'x', style: { italic: true, strike: true, code: true } },
  link,
  { type: 'emoji', name: 'wave' },
  { type: 'user', user_id: 'U1' },
  { type: 'channel', channel_id: 'C1' },
  { type: 'date', timestamp: 1_700_000_000, format: '{date_short}', fallback: 'x' },
]
const richSection = { type: 'rich_text_section', elements: inline }
const fine: [what: string, block: object][] = [
  [
    'rich text of every kind',
    rich(
      richSection,
      richList({ elements: [richSection] }),
      { type: 'rich_text_quote', elements: inline },
      { type: 'rich_text_preformatted', elements: inline, border: 0 },
    ),
  ],
  ['a bar chart', chart({ chart: line({ type: 'bar' }) })],
  ['an area chart', chart({ chart: line({ type: 'area' }) })],
  ...[
    { type: 'plain_text_input', multiline: true, min_length: 1, initial_value: 'x' },
    { type: 'number_input', is_decimal_allowed: false, min_value: '1', max_value: '9' },
    { type: 'email_text_input' },
    { type: 'url_text_input' },
    { type: 'multi_static_select', options: [option()], max_selected_items: 1 },
    { type: 'external_select', min_query_length: 0 },
    { type: 'users_select', initial_user: 'U1' },
    { type: 'multi_users_select' },
    { type: 'channels_select', initial_channel: 'C1' },
    { type: 'conversations_select', default_to_current_conversation: true, filter: { include: ['public'] } },
    { type: 'checkboxes', options: [option({ text: mrkdwn(3) })] },
    { type: 'radio_buttons', options: [option()], initial_option: option() },
    { type: 'datepicker', initial_date: '2026-11-20' },
    { type: 'timepicker', initial_time: '22:00', timezone: 'Europe/Berlin' },
    { type: 'datetimepicker', initial_date_time: 1_700_000_000 },
  ].map((element): [string, object] => [`an input block with the element ${element.type}`, input(element)]),
]

it.each(fine)('the sandbox’s Slack accepts %s', (_what, block) => {
  expect(checkBlocks([block], 'message')).toEqual([])
})
