import {
  actions,
  address,
  button,
  checkLimits,
  image,
  input,
  mrkdwn,
  plain,
  rich,
  richList,
  section,
  times,
} from './samples.ts'

/** Limits of blocks and their texts. */

checkLimits([
  ['blocks of a message', 50, (n) => times(n, () => ({ type: 'divider' })), '/blocks'],
  ['block_id of a divider', 255, (n) => [{ type: 'divider', block_id: 'x'.repeat(n) }], '/blocks/0/block_id'],
  ['text of a header', 150, (n) => [{ type: 'header', text: plain(n) }], '/blocks/0/text/text'],
  ['text of a section', 3000, (n) => [section({ text: mrkdwn(n) })], '/blocks/0/text/text'],
  ['fields of a section', 10, (n) => [section({ fields: times(n, () => mrkdwn(1)) })], '/blocks/0/fields'],
  [
    'text of a field of a section',
    2000,
    (n) => [section({ fields: [mrkdwn(n)] })],
    '/blocks/0/fields/0/text',
  ],
  [
    'elements of a context',
    10,
    (n) => [{ type: 'context', elements: times(n, () => plain(1)) }],
    '/blocks/0/elements',
  ],
  [
    'text of a context',
    3000,
    (n) => [{ type: 'context', elements: [mrkdwn(n)] }],
    '/blocks/0/elements/0/text',
  ],
  ['elements of actions', 25, (n) => [actions(...times(n, () => button()))], '/blocks/0/elements'],
  ['address of an image', 3000, (n) => [image({ image_url: address(n) })], '/blocks/0/image_url'],
  ['alternative text of an image', 2000, (n) => [image({ alt_text: 'x'.repeat(n) })], '/blocks/0/alt_text'],
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
    'address of a link in rich text',
    3000,
    (n) => [rich({ type: 'rich_text_section', elements: [{ type: 'link', url: address(n) }] })],
    '/blocks/0/elements/0/elements/0/url',
  ],
  ['indent of a list in rich text', 8, (n) => [rich(richList({ indent: n }))], '/blocks/0/elements/0/indent'],
])
