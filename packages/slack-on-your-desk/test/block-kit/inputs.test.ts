import { describe, expect, it } from 'vitest'
import { checkView } from '../../src/block-kit/blocks.ts'
import {
  actions,
  checkFaults,
  checkLimits,
  input,
  mrkdwn,
  option,
  plain,
  section,
  select,
  times,
} from './samples.ts'

/** Rules of inputs, apart from sizes. */

const severalOf = (fields: object) => input({ type: 'multi_static_select', ...fields })
const group = (...options: object[]) => ({ label: plain(1), options })
const number = (fields: object) => input({ type: 'number_input', is_decimal_allowed: true, ...fields })
const other = option({ value: 'other' })
const element = '/blocks/0/element'

checkLimits([
  [
    'options of a menu for several options',
    100,
    (n) => [severalOf({ options: times(n, () => option()) })],
    `${element}/options`,
  ],
  [
    'option groups of a menu for several options',
    100,
    (n) => [severalOf({ option_groups: times(n, () => group(option())) })],
    `${element}/option_groups`,
  ],
  [
    'options of an option group',
    100,
    (n) => [severalOf({ option_groups: [group(...times(n, () => option()))] })],
    `${element}/option_groups/0/options`,
  ],
  [
    'label of an option group',
    75,
    (n) => [severalOf({ option_groups: [{ ...group(option()), label: plain(n) }] })],
    `${element}/option_groups/0/label/text`,
  ],
  [
    'text of a checkbox',
    75,
    (n) => [input({ type: 'checkboxes', options: [option({ text: mrkdwn(n) })] })],
    `${element}/options/0/text/text`,
  ],
  [
    'value of a checkbox',
    150,
    (n) => [input({ type: 'checkboxes', options: [option({ value: 'x'.repeat(n) })] })],
    `${element}/options/0/value`,
  ],
  [
    'initially selected conversations of a menu',
    100,
    (n) => [input({ type: 'multi_conversations_select', initial_conversations: times(n, (i) => `C${i}`) })],
    `${element}/initial_conversations`,
  ],
  [
    'description of a radio button',
    75,
    (n) => [input({ type: 'radio_buttons', options: [option({ description: mrkdwn(n) })] })],
    `${element}/options/0/description/text`,
  ],
  ...['number_input', 'timepicker', 'datepicker', 'users_select', 'multi_conversations_select'].map(
    (type): Parameters<typeof checkLimits>[0][number] => [
      `placeholder of a ${type}`,
      150,
      (n) => [
        input({ type, placeholder: plain(n), ...(type === 'number_input' && { is_decimal_allowed: true }) }),
      ],
      `${element}/placeholder/text`,
    ],
  ),
])

checkFaults([
  [
    'a ticked checkbox that does not exist',
    input({ type: 'checkboxes', options: [option()], initial_options: [other] }),
    `${element}/initial_options`,
    'mismatch',
  ],
  [
    'a selected radio button that does not exist',
    input({ type: 'radio_buttons', options: [option()], initial_option: other }),
    `${element}/initial_option`,
    'mismatch',
  ],
  [
    'a menu whose selected option does not exist',
    actions(select({ initial_option: other })),
    '/blocks/0/elements/0/initial_option',
    'mismatch',
  ],
  [
    'a menu whose selected option has a different text in the list',
    actions(select({ initial_option: option({ text: plain(4) }) })),
    '/blocks/0/elements/0/initial_option',
    'mismatch',
  ],
  [
    'a menu whose selected option is in no option group',
    severalOf({ option_groups: [group(option())], initial_options: [option(), other] }),
    `${element}/initial_options`,
    'mismatch',
  ],
  ['a menu for several options that has no options', severalOf({}), element, 'missing_field'],
  [
    'a menu in which no item can be selected',
    severalOf({ options: [option()], max_selected_items: 0 }),
    `${element}/max_selected_items`,
    'too_small',
  ],
  [
    'a number input without the field for decimals',
    input({ type: 'number_input' }),
    element,
    'missing_field',
  ],
  [
    'a number input whose smallest value is above the greatest',
    number({ min_value: '10', max_value: '9' }),
    `${element}/min_value`,
    'mismatch',
  ],
  [
    'a number input whose smallest value is not a number',
    number({ min_value: 'one' }),
    `${element}/min_value`,
    'invalid_format',
  ],
  [
    'a number input whose greatest value is not given as a text',
    number({ max_value: 9 }),
    `${element}/max_value`,
    'invalid_type',
  ],
  [
    'a number input whose initial value is not a number',
    number({ initial_value: '1,5' }),
    `${element}/initial_value`,
    'invalid_format',
  ],
  [
    'an initial date in the format 20.11.2026',
    input({ type: 'datepicker', initial_date: '20.11.2026' }),
    `${element}/initial_date`,
    'invalid_format',
  ],
  [
    'an initial time with the hour 24',
    input({ type: 'timepicker', initial_time: '24:00' }),
    `${element}/initial_time`,
    'invalid_format',
  ],
  [
    'a filter of conversations without fields',
    input({ type: 'multi_conversations_select', filter: {} }),
    `${element}/filter`,
    'missing_field',
  ],
  [
    'a filter of conversations with an empty list of kinds',
    input({ type: 'multi_conversations_select', filter: { include: [] } }),
    `${element}/filter/include`,
    'too_few',
  ],
])

describe('the sandbox’s Slack accepts', () => {
  it.each([
    [
      'some ticked checkboxes',
      input({ type: 'checkboxes', options: [option(), other], initial_options: [other] }),
    ],
    [
      'initially selected options of groups',
      severalOf({ option_groups: [group(option()), group(other)], initial_options: [other] }),
    ],
    ['the last minute of a day as its initial time', input({ type: 'timepicker', initial_time: '23:59' })],
    ['numbers below zero', number({ min_value: '-10', max_value: '-9.5', initial_value: '-10' })],
    [
      'a filter by kind of conversation',
      input({ type: 'multi_conversations_select', filter: { include: ['public'] } }),
    ],
  ])('an input block with %s', (_what, block) => {
    expect(checkView({ type: 'modal', title: plain(1), submit: plain(1), blocks: [block] })).toEqual([])
  })
})

describe('the setting focus_on_load in a view of the sandbox’s Slack', () => {
  const focused = { focus_on_load: true }
  const view = (blocks: object[]) => ({ type: 'modal', title: plain(1), submit: plain(1), blocks })

  it('is allowed on one element', () => {
    const blocks = [input({ type: 'plain_text_input', ...focused }), input(select({ focus_on_load: false }))]
    expect(checkView(view(blocks))).toEqual([])
  })

  it('is refused on each element after the first that has it', () => {
    const blocks = [
      input({ type: 'plain_text_input', ...focused }),
      section({ accessory: select(focused) }),
      actions(select(), select(focused)),
    ]
    expect(checkView(view(blocks))).toMatchObject([
      { pointer: '/view/blocks/1/accessory/focus_on_load', code: 'duplicate' },
      { pointer: '/view/blocks/2/elements/1/focus_on_load', code: 'duplicate' },
    ])
  })
})
