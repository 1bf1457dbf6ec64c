import { expect, it } from 'vitest'
import { checkBlocks } from '../../src/block-kit/blocks.ts'
import { completeBlocks } from '../../src/block-kit/defaults.ts'
import { openWorkspace } from '../open.ts'
import {
  actions,
  address,
  alert,
  button,
  checkFaults,
  checkLimits,
  image,
  mrkdwn,
  plain,
  richCell,
  section,
  table,
  times,
} from './samples.ts'

const card = (fields: object = {}) => ({ type: 'card', title: mrkdwn(3), ...fields })
const carousel = (count = 1) => ({ type: 'carousel', elements: times(count, () => card()) })
const container = (fields: object = {}) => ({
  type: 'container',
  title: plain(3),
  child_blocks: [section()],
  ...fields,
})
const task = (fields: object = {}) => ({ type: 'task_card', task_id: '1', title: 'Search', ...fields })
const video = (fields: object = {}) => ({
  type: 'video',
  title: plain(3),
  alt_text: 'a',
  video_url: address(40),
  thumbnail_url: address(40),
  ...fields,
})
const markdown = (length: number) => ({ type: 'markdown', text: 'x'.repeat(length) })

checkLimits([
  ['title of a card', 150, (n) => [card({ title: mrkdwn(n) })], '/blocks/0/title/text'],
  ['subtitle of a card', 150, (n) => [card({ subtitle: mrkdwn(n) })], '/blocks/0/subtitle/text'],
  ['body of a card', 200, (n) => [card({ body: mrkdwn(n) })], '/blocks/0/body/text'],
  ['cards of a carousel', 10, (n) => [carousel(n)], '/blocks/0/elements'],
  ['title of a container', 150, (n) => [container({ title: plain(n) })], '/blocks/0/title/text'],
  ['subtitle of a container', 150, (n) => [container({ subtitle: plain(n) })], '/blocks/0/subtitle/text'],
  [
    'blocks of a container',
    10,
    (n) => [container({ child_blocks: times(n, () => section()) })],
    '/blocks/0/child_blocks',
  ],
  ['text of a Markdown block', 12_000, (n) => [markdown(n)], '/blocks/0/text'],
  ['title of a video', 199, (n) => [video({ title: plain(n) })], '/blocks/0/title/text'],
  ['author of a video', 49, (n) => [video({ author_name: 'x'.repeat(n) })], '/blocks/0/author_name'],
])

checkFaults([
  [
    'a card without title, body, picture and actions',
    card({ title: undefined }),
    '/blocks/0',
    'missing_field',
  ],
  ['a container without a title', container({ title: undefined }), '/blocks/0', 'missing_field'],
  [
    'a container inside a container',
    container({ child_blocks: [container()] }),
    '/blocks/0/child_blocks/0/type',
    'unsupported_type',
  ],
  [
    'a button with a wrong field in a card',
    card({ actions: [button({ emoji: 'x' })] }),
    '/blocks/0/actions/0',
    'additional_property',
  ],
  [
    'two blocks with one id in a container',
    container({ child_blocks: [section({ block_id: 'a' }), section({ block_id: 'a' })] }),
    '/blocks/0/child_blocks/1/block_id',
    'duplicate',
  ],
  ['an unknown state of a task', task({ status: 'late' }), '/blocks/0/status', 'invalid_enum'],
  [
    'a video at an address without encryption',
    video({ video_url: 'http://a.example/v' }),
    '/blocks/0/video_url',
    'invalid_format',
  ],
  ['a local file', { type: 'file', external_id: '1', source: 'local' }, '/blocks/0/source', 'invalid_enum'],
])

it('the sandbox’s Slack refuses Markdown blocks that are too long together', () => {
  expect(checkBlocks([markdown(6000), markdown(6001)], 'message')).toMatchObject([{ code: 'too_long' }])
})

it('the sandbox’s Slack counts a table inside a container', () => {
  expect(checkBlocks([table(), container({ child_blocks: [table()] })], 'message')).toMatchObject([
    { code: 'only_one_table_allowed' },
  ])
})

it('the sandbox’s Slack accepts each of these blocks in a message', () => {
  const rich = richCell()
  const blocks = [
    card({ hero_image: image(), icon: image(), body: plain(3), actions: [button()] }),
    carousel(2),
    container({ rich_text_title: rich, is_collapsible: true, width: 'wide' }),
    { type: 'plan', title: 'Steps', tasks: [task({ details: rich, status: 'complete' })] },
    task({ sources: [{ type: 'url', url: address(30), text: 'Source' }] }),
    { type: 'file', external_id: '1', source: 'remote' },
    { type: 'call', call_id: 'R1' },
    video(),
    markdown(3),
  ]
  expect(checkBlocks(blocks, 'message')).toEqual([])
})

it.each([
  ['a carousel in a modal', carousel(), 'modal'],
  ['a container in a home tab', container(), 'home'],
  ['a container in a modal', container(), 'modal'],
  ['a task in a home tab', task(), 'home'],
  ['an alert in a message', alert(), 'message'],
] as const)('the sandbox’s Slack refuses %s', (_what, block, surface) => {
  expect(checkBlocks([block], surface)).toMatchObject([{ code: 'unsupported_type' }])
})

it('blocks inside a container and a carousel get ids, and their buttons can be pressed', async () => {
  const workspace = await openWorkspace()
  const inside = actions(button({ action_id: 'in-container' }))
  const cards = { type: 'carousel', elements: [card({ actions: [button({ action_id: 'in-card' })] })] }
  const given = [container({ child_blocks: [inside] }), cards]
  const blocks = completeBlocks(workspace.state, given)
  const text = JSON.stringify(blocks)
  expect(text.match(/"block_id":/g)).toHaveLength(4)
  const message = workspace.people.post('ana', { channel: 'general', text: 'Hello' })
  Object.assign(message, { blocks })
  for (const actionId of ['in-container', 'in-card'])
    await workspace.people.press({ user: 'ana', channel: 'general', ts: message.ts, actionId })
  const pressed = workspace.control.envelopes().map(({ payload }) => JSON.stringify(payload.actions))
  expect(pressed).toEqual([expect.stringContaining('in-container'), expect.stringContaining('in-card')])
})
