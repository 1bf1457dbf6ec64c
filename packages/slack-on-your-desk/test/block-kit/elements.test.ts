import {
  actions,
  address,
  button,
  checkLimits,
  input,
  mrkdwn,
  option,
  plain,
  section,
  select,
  times,
} from './samples.ts'

/** Limits of elements. */

checkLimits([
  ['text of a button', 75, (n) => [actions(button({ text: plain(n) }))], '/blocks/0/elements/0/text/text'],
  [
    'value of a button',
    2000,
    (n) => [actions(button({ value: 'x'.repeat(n) }))],
    '/blocks/0/elements/0/value',
  ],
  ['address of a button', 3000, (n) => [actions(button({ url: address(n) }))], '/blocks/0/elements/0/url'],
  [
    'action_id of a button',
    255,
    (n) => [actions(button({ action_id: 'x'.repeat(n) }))],
    '/blocks/0/elements/0/action_id',
  ],
  [
    'spoken label of a button',
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
    'option groups of a select',
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
    'placeholder of a select',
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
    'text of the confirm button of a confirmation',
    30,
    (n) => [
      actions(button({ confirm: { title: plain(1), text: plain(1), confirm: plain(n), deny: plain(1) } })),
    ],
    '/blocks/0/elements/0/confirm/confirm/text',
  ],
  [
    'text of the deny button of a confirmation',
    30,
    (n) => [
      actions(button({ confirm: { title: plain(1), text: plain(1), confirm: plain(1), deny: plain(n) } })),
    ],
    '/blocks/0/elements/0/confirm/deny/text',
  ],
  [
    'options of a group of checkboxes',
    10,
    (n) => [actions({ type: 'checkboxes', options: times(n, () => option()) })],
    '/blocks/0/elements/0/options',
  ],
  [
    'options of a group of radio buttons',
    10,
    (n) => [actions({ type: 'radio_buttons', options: times(n, () => option()) })],
    '/blocks/0/elements/0/options',
  ],
  [
    'min_length of a text input',
    3000,
    (n) => [input({ type: 'plain_text_input', min_length: n })],
    '/blocks/0/element/min_length',
  ],
  [
    'initial text of a text input',
    3000,
    (n) => [input({ type: 'plain_text_input', initial_value: 'x'.repeat(n) })],
    '/blocks/0/element/initial_value',
  ],
  [
    'max_length of a text input',
    3000,
    (n) => [input({ type: 'plain_text_input', max_length: n })],
    '/blocks/0/element/max_length',
  ],
])
