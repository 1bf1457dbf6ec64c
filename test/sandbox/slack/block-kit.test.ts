/** Slack's limits, one a row: exactly at the limit passes, one above is refused where it stands. */
import { describe, expect, it } from 'vitest'
import { checkBlocks, textLength } from '../../../src/sandbox/slack/blocks/check.ts'
import { checkView } from '../../../src/sandbox/slack/blocks/view.ts'
import { clientOf, openWorkspace } from './open.ts'

const plain = (length: number) => ({ type: 'plain_text', text: 'x'.repeat(length) })
const mrkdwn = (length: number) => ({ type: 'mrkdwn', text: 'x'.repeat(length) })
const times = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => make(index))
const option = (fields: object = {}) => ({ text: plain(3), value: 'v', ...fields })
const button = (fields: object = {}) => ({ type: 'button', text: plain(3), ...fields })
const actions = (...elements: object[]) => ({ type: 'actions', elements })
const section = (fields: object = {}) => ({ type: 'section', text: mrkdwn(3), ...fields })
const input = (element: object, fields: object = {}) => ({
  type: 'input',
  label: plain(3),
  element,
  ...fields,
})
const select = (fields: object = {}) => ({ type: 'static_select', options: [option()], ...fields })
const image = (fields: object = {}) => ({
  type: 'image',
  image_url: 'https://a.example/b.png',
  alt_text: 'a',
  ...fields,
})
const rich = (...elements: object[]) => ({ type: 'rich_text', elements })
const richList = (fields: object) => ({ type: 'rich_text_list', style: 'bullet', elements: [], ...fields })
const address = (length: number) => `https://a.example/${'x'.repeat(length - 18)}`
const labels = (count: number) => times(count, (index) => `day ${index}`)
const data = (count: number) => labels(count).map((label) => ({ label, value: 1 }))
const line = (fields: object = {}) => ({
  type: 'line',
  series: [{ name: 'all', data: data(2) }],
  axis_config: { categories: labels(2) },
  ...fields,
})
const chart = (fields: object = {}) => ({
  type: 'data_visualization',
  title: 'Mood',
  chart: line(),
  ...fields,
})
const pie = (segments: object[]) => chart({ chart: { type: 'pie', segments } })

type Row = [what: string, limit: number, make: (size: number) => object[], pointer: string]

const limits: Row[] = [
  ['blocks of a message', 50, (n) => times(n, () => ({ type: 'divider' })), '/blocks'],
  ['block_id', 255, (n) => [{ type: 'divider', block_id: 'x'.repeat(n) }], '/blocks/0/block_id'],
  ['header', 150, (n) => [{ type: 'header', text: plain(n) }], '/blocks/0/text/text'],
  ['text of a section', 3000, (n) => [section({ text: mrkdwn(n) })], '/blocks/0/text/text'],
  ['fields of a section', 10, (n) => [section({ fields: times(n, () => mrkdwn(1)) })], '/blocks/0/fields'],
  ['text of a field', 2000, (n) => [section({ fields: [mrkdwn(n)] })], '/blocks/0/fields/0/text'],
  [
    'elements of a context',
    10,
    (n) => [{ type: 'context', elements: times(n, () => plain(1)) }],
    '/blocks/0/elements',
  ],
  ['elements of actions', 25, (n) => [actions(...times(n, () => button()))], '/blocks/0/elements'],
  ['text of a button', 75, (n) => [actions(button({ text: plain(n) }))], '/blocks/0/elements/0/text/text'],
  [
    'value of a button',
    2000,
    (n) => [actions(button({ value: 'x'.repeat(n) }))],
    '/blocks/0/elements/0/value',
  ],
  ['address of a button', 3000, (n) => [actions(button({ url: address(n) }))], '/blocks/0/elements/0/url'],
  [
    'action_id',
    255,
    (n) => [actions(button({ action_id: 'x'.repeat(n) }))],
    '/blocks/0/elements/0/action_id',
  ],
  [
    'spoken label',
    75,
    (n) => [section({ accessory: button({ accessibility_label: 'x'.repeat(n) }) })],
    '/blocks/0/accessory/accessibility_label',
  ],
  [
    'options of an overflow menu',
    5,
    (n) => [actions({ type: 'overflow', options: times(n, () => option()) })],
    '/blocks/0/elements/0/options',
  ],
  [
    'options of a select',
    100,
    (n) => [actions(select({ options: times(n, () => option()) }))],
    '/blocks/0/elements/0/options',
  ],
  [
    'groups of a select',
    100,
    (n) => [
      actions({
        type: 'static_select',
        option_groups: times(n, () => ({ label: plain(1), options: [option()] })),
      }),
    ],
    '/blocks/0/elements/0/option_groups',
  ],
  [
    'text of an option',
    75,
    (n) => [actions(select({ options: [option({ text: plain(n) })] }))],
    '/blocks/0/elements/0/options/0/text/text',
  ],
  [
    'value of an option',
    150,
    (n) => [actions(select({ options: [option({ value: 'x'.repeat(n) })] }))],
    '/blocks/0/elements/0/options/0/value',
  ],
  [
    'description of an option',
    75,
    (n) => [actions(select({ options: [option({ description: plain(n) })] }))],
    '/blocks/0/elements/0/options/0/description/text',
  ],
  [
    'placeholder',
    150,
    (n) => [actions(select({ placeholder: plain(n) }))],
    '/blocks/0/elements/0/placeholder/text',
  ],
  [
    'title of a confirmation',
    100,
    (n) => [
      actions(button({ confirm: { title: plain(n), text: plain(1), confirm: plain(1), deny: plain(1) } })),
    ],
    '/blocks/0/elements/0/confirm/title/text',
  ],
  [
    'text of a confirmation',
    300,
    (n) => [
      actions(button({ confirm: { title: plain(1), text: mrkdwn(n), confirm: plain(1), deny: plain(1) } })),
    ],
    '/blocks/0/elements/0/confirm/text/text',
  ],
  [
    'button of a confirmation',
    30,
    (n) => [
      actions(button({ confirm: { title: plain(1), text: plain(1), confirm: plain(n), deny: plain(1) } })),
    ],
    '/blocks/0/elements/0/confirm/confirm/text',
  ],
  [
    'checkboxes',
    10,
    (n) => [actions({ type: 'checkboxes', options: times(n, () => option()) })],
    '/blocks/0/elements/0/options',
  ],
  [
    'radio buttons',
    10,
    (n) => [actions({ type: 'radio_buttons', options: times(n, () => option()) })],
    '/blocks/0/elements/0/options',
  ],
  ['address of an image', 3000, (n) => [image({ image_url: address(n) })], '/blocks/0/image_url'],
  ['alternative text', 2000, (n) => [image({ alt_text: 'x'.repeat(n) })], '/blocks/0/alt_text'],
  ['title of an image', 2000, (n) => [image({ title: plain(n) })], '/blocks/0/title/text'],
  [
    'label of an input',
    2000,
    (n) => [input({ type: 'plain_text_input' }, { label: plain(n) })],
    '/blocks/0/label/text',
  ],
  [
    'hint of an input',
    2000,
    (n) => [input({ type: 'plain_text_input' }, { hint: plain(n) })],
    '/blocks/0/hint/text',
  ],
  [
    'longest text of an input',
    3000,
    (n) => [input({ type: 'plain_text_input', max_length: n })],
    '/blocks/0/element/max_length',
  ],
  ['indent of a list', 8, (n) => [rich(richList({ indent: n }))], '/blocks/0/elements/0/indent'],
  ['charts of a message', 2, (n) => times(n, () => chart()), '/blocks'],
  ['title of a chart', 50, (n) => [chart({ title: 'x'.repeat(n) })], '/blocks/0/title'],
  [
    'series of a chart',
    6,
    (n) => [chart({ chart: line({ series: times(n, (index) => ({ name: `s${index}`, data: data(2) })) }) })],
    '/blocks/0/chart/series',
  ],
  [
    'name of a series',
    20,
    (n) => [chart({ chart: line({ series: [{ name: 'x'.repeat(n), data: data(2) }] }) })],
    '/blocks/0/chart/series/0/name',
  ],
  [
    'points of a chart',
    20,
    (n) => [
      chart({
        chart: line({ series: [{ name: 's', data: data(n) }], axis_config: { categories: labels(n) } }),
      }),
    ],
    '/blocks/0/chart/series/0/data',
  ],
  [
    'title of an axis',
    50,
    (n) => [chart({ chart: line({ axis_config: { categories: labels(2), x_label: 'x'.repeat(n) } }) })],
    '/blocks/0/chart/axis_config/x_label',
  ],
  ['segments of a pie', 6, (n) => [pie(data(n))], '/blocks/0/chart/segments'],
  [
    'label of a segment',
    20,
    (n) => [pie([{ label: 'x'.repeat(n), value: 1 }])],
    '/blocks/0/chart/segments/0/label',
  ],
]

describe('at the limit it passes, one above it is refused', () => {
  it.each(limits)('%s: %i', (_what, limit, make, pointer) => {
    expect(checkBlocks(make(limit), 'message')).toEqual([])
    expect(checkBlocks(make(limit + 1), 'message').map((one) => one.pointer)).toContain(pointer)
  })
})

const wrong: [what: string, block: unknown, pointer: string][] = [
  ['a type that does not exist', { type: 'carousel' }, '/blocks/0/type'],
  ['no type', {}, '/blocks/0'],
  ['a field that does not exist', { type: 'divider', colour: 'red' }, '/blocks/0'],
  ['mrkdwn in a header', { type: 'header', text: mrkdwn(3) }, '/blocks/0/text/type'],
  ['an empty text', section({ text: plain(0) }), '/blocks/0/text/text'],
  ['a section without text and fields', { type: 'section' }, '/blocks/0'],
  ['an image without an address', { type: 'image', alt_text: 'a' }, '/blocks/0'],
  ['an address that is none', image({ image_url: 'javascript:alert(1)' }), '/blocks/0/image_url'],
  ['an input beside text', section({ accessory: { type: 'plain_text_input' } }), '/blocks/0/accessory/type'],
  ['a button as an input', input(button()), '/blocks/0/element/type'],
  ['a style that does not exist', actions(button({ style: 'loud' })), '/blocks/0/elements/0/style'],
  [
    'the same action twice in a row',
    actions(button({ action_id: 'a' }), button({ action_id: 'a' })),
    '/blocks/0/elements/1/action_id',
  ],
  ['a select without options', actions({ type: 'static_select' }), '/blocks/0/elements/0'],
  [
    'a list of loose text',
    rich(richList({ elements: [{ type: 'text', text: 'x' }] })),
    '/blocks/0/elements/0/elements/0/type',
  ],
  [
    'a hollow text in rich text',
    rich({ type: 'rich_text_section', elements: [{ type: 'text', text: '' }] }),
    '/blocks/0/elements/0/elements/0/text',
  ],
  ['a pie segment of nothing', pie([{ label: 'a', value: 0 }]), '/blocks/0/chart/segments/0/value'],
  [
    'a series without a point for each category',
    chart({ chart: line({ axis_config: { categories: labels(3) } }) }),
    '/blocks/0/chart',
  ],
  [
    'two series of one name',
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

describe('refused where it stands', () => {
  it.each(wrong)('%s', (_what, block, pointer) => {
    expect(checkBlocks([block], 'message').map((one) => one.pointer)).toContain(pointer)
  })
  it('the same block_id twice', () => {
    const block = { type: 'divider', block_id: 'a' }
    expect(checkBlocks([block, block], 'message')).toMatchObject([{ pointer: '/blocks/1/block_id' }])
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
  ['bars', chart({ chart: line({ type: 'bar' }) })],
  ['areas', chart({ chart: line({ type: 'area' }) })],
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
  ].map((element): [string, object] => [element.type, input(element)]),
]

it.each(fine)('takes %s', (_what, block) => {
  expect(checkBlocks([block], 'message')).toEqual([])
})

const modal = (fields: object = {}) => ({ type: 'modal', title: plain(3), blocks: [], ...fields })
const viewLimits: Row[] = [
  ['title', 24, (n) => [modal({ title: plain(n) })], '/view/title/text'],
  ['submit', 24, (n) => [modal({ submit: plain(n) })], '/view/submit/text'],
  ['close', 24, (n) => [modal({ close: plain(n) })], '/view/close/text'],
  ['private_metadata', 3000, (n) => [modal({ private_metadata: 'x'.repeat(n) })], '/view/private_metadata'],
  ['callback_id', 255, (n) => [modal({ callback_id: 'x'.repeat(n) })], '/view/callback_id'],
  [
    'blocks of a modal',
    100,
    (n) => [modal({ blocks: times(n, () => ({ type: 'divider' })) })],
    '/view/blocks',
  ],
  [
    'blocks of a home tab',
    100,
    (n) => [{ type: 'home', blocks: times(n, () => ({ type: 'divider' })) }],
    '/view/blocks',
  ],
]

describe('views', () => {
  it.each(viewLimits)('%s: %i', (_what, limit, make, pointer) => {
    expect(checkView(make(limit)[0])).toEqual([])
    expect(checkView(make(limit + 1)[0]).map((one) => one.pointer)).toEqual([pointer])
  })
  it('a modal with an input needs a submit button', () => {
    const blocks = [input({ type: 'plain_text_input' })]
    expect(checkView(modal({ blocks }))).toMatchObject([{ message: 'missing required field: submit' }])
    expect(checkView(modal({ blocks, submit: plain(2) }))).toEqual([])
  })
})

it('wrong blocks are answered in Slack’s own shape', async () => {
  const client = clientOf(await openWorkspace())
  const blocks = [section({ text: mrkdwn(3001) })]
  const error = 'must be less than 3001 characters [json-pointer:/blocks/0/text/text]'
  await expect(client.chat.postMessage({ channel: 'C000GENERAL', text: 'x', blocks })).rejects.toMatchObject({
    data: { error: 'invalid_blocks', errors: [error], response_metadata: { messages: [`[ERROR] ${error}`] } },
  })
})

it('all texts of a message together have a budget', async () => {
  const client = clientOf(await openWorkspace())
  const blocks = (last: number) => [
    ...times(3, () => section({ text: mrkdwn(3000) })),
    section({ text: mrkdwn(last) }),
  ]
  expect(textLength(blocks(2000))).toBe(11_000)
  const post = (last: number) =>
    client.chat.postMessage({ channel: 'C000GENERAL', text: 'x', blocks: blocks(last) })
  await expect(post(2000)).resolves.toMatchObject({ ok: true })
  await expect(post(2001)).rejects.toThrow('msg_blocks_too_long')
})
