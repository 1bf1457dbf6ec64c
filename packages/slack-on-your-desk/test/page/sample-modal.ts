/** A modal with every input. */
import type { ModalView } from '@slack/types'

const plain = (text: string) => ({ type: 'plain_text' as const, text })
const options = ['Reddit', 'Web', 'News'].map((text) => ({ text: plain(text), value: text.toLowerCase() }))
const input = { type: 'input' as const }

/** Asks for everything that a subscription has, and more. */
export const modal: ModalView = {
  type: 'modal',
  callback_id: 'subscribe',
  title: plain('Subscribe'),
  submit: plain('Subscribe'),
  close: plain('Cancel'),
  blocks: [
    {
      ...input,
      block_id: 'name',
      label: plain('Name'),
      hint: plain('Unique and stable.'),
      element: { type: 'plain_text_input', action_id: 'name', placeholder: plain('acme') },
    },
    {
      ...input,
      block_id: 'channel',
      label: plain('Channel'),
      element: { type: 'conversations_select', action_id: 'channel', initial_conversation: 'C000GENERAL' },
    },
    {
      ...input,
      block_id: 'sources',
      optional: true,
      label: plain('Sources'),
      element: { type: 'multi_static_select', action_id: 'sources', options },
    },
    {
      ...input,
      block_id: 'burst',
      label: plain('Burst'),
      element: {
        type: 'number_input',
        action_id: 'burst',
        is_decimal_allowed: false,
        initial_value: '5',
        min_value: '1',
      },
    },
    {
      ...input,
      block_id: 'style',
      label: plain('Style'),
      element: {
        type: 'radio_buttons',
        action_id: 'style',
        options,
        initial_option: { text: plain('Web'), value: 'web' },
      },
    },
    {
      ...input,
      block_id: 'what',
      optional: true,
      label: plain('Also'),
      element: { type: 'checkboxes', action_id: 'what', options },
    },
    {
      ...input,
      block_id: 'day',
      optional: true,
      label: plain('From'),
      element: { type: 'datepicker', action_id: 'day' },
    },
    {
      ...input,
      block_id: 'time',
      optional: true,
      label: plain('At'),
      element: { type: 'timepicker', action_id: 'time', initial_time: '09:00' },
    },
    {
      ...input,
      block_id: 'who',
      optional: true,
      label: plain('Owner'),
      element: { type: 'users_select', action_id: 'who' },
    },
    {
      ...input,
      block_id: 'note',
      optional: true,
      label: plain('Note'),
      element: { type: 'plain_text_input', action_id: 'note', multiline: true },
    },
    {
      type: 'actions',
      block_id: 'more',
      elements: [{ type: 'button', action_id: 'push', text: plain('More…') }],
    },
  ],
}

/** A menu whose options the app suggests. The second field takes the focus. */
export const asking: ModalView = {
  type: 'modal',
  callback_id: 'ask',
  title: plain('Ask'),
  submit: plain('Send'),
  blocks: [
    {
      ...input,
      block_id: 'topic',
      label: plain('Topic'),
      element: { type: 'external_select', action_id: 'topic' },
    },
    {
      ...input,
      block_id: 'text',
      label: plain('Text'),
      element: {
        type: 'plain_text_input',
        action_id: 'text',
        multiline: true,
        focus_on_load: true,
        initial_value: 'two lines\nof text',
      },
    },
  ],
}

/** Opens on top of `modal`. */
export const pushed: ModalView = {
  type: 'modal',
  title: plain('More'),
  blocks: [{ type: 'section', text: plain('Nothing more to fill in.') }],
}
