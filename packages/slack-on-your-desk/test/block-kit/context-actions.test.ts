import { expect, it } from 'vitest'
import { checkBlocks } from '../../src/block-kit/blocks.ts'
import { completeBlocks } from '../../src/block-kit/defaults.ts'
import { seedOf } from '../../src/options.ts'
import { createState } from '../../src/state.ts'
import { noon } from '../open.ts'
import { checkFaults, checkLimits, contextActions, feedback, icon, plain, times } from './samples.ts'

/** Context actions: feedback and icons below a message. */

const inFeedback = (fields: object) =>
  contextActions(feedback({ positive_button: { text: plain(1), value: 'v', ...fields } }))
const positive = '/blocks/0/elements/0/positive_button'

checkLimits([
  [
    'elements of context actions',
    5,
    (n) => [contextActions(...times(n, () => icon()))],
    '/blocks/0/elements',
  ],
  ['text of a feedback button', 75, (n) => [inFeedback({ text: plain(n) })], `${positive}/text/text`],
  ['value of a feedback button', 2000, (n) => [inFeedback({ value: 'x'.repeat(n) })], `${positive}/value`],
  [
    'spoken label of a feedback button',
    75,
    (n) => [inFeedback({ accessibility_label: 'x'.repeat(n) })],
    `${positive}/accessibility_label`,
  ],
  [
    'action_id of feedback buttons',
    255,
    (n) => [contextActions(feedback({ action_id: 'x'.repeat(n) }))],
    '/blocks/0/elements/0/action_id',
  ],
  [
    'text of an icon button',
    75,
    (n) => [contextActions(icon({ text: plain(n) }))],
    '/blocks/0/elements/0/text/text',
  ],
  [
    'value of an icon button',
    2000,
    (n) => [contextActions(icon({ value: 'x'.repeat(n) }))],
    '/blocks/0/elements/0/value',
  ],
  [
    'spoken label of an icon button',
    75,
    (n) => [contextActions(icon({ accessibility_label: 'x'.repeat(n) }))],
    '/blocks/0/elements/0/accessibility_label',
  ],
])

checkFaults([
  ['context actions without elements', contextActions(), '/blocks/0/elements', 'too_few'],
  [
    'an ordinary button in context actions',
    contextActions({ type: 'button', text: plain(1) }),
    '/blocks/0/elements/0/type',
    'unsupported_type',
  ],
  [
    'an icon button whose icon does not exist',
    contextActions(icon({ icon: 'bin' })),
    '/blocks/0/elements/0/icon',
    'invalid_enum',
  ],
  [
    'feedback buttons without a negative button',
    contextActions(feedback({ negative_button: undefined })),
    '/blocks/0/elements/0',
    'missing_field',
  ],
  [
    'context actions with the same action_id twice',
    contextActions(icon({ action_id: 'a' }), icon({ action_id: 'a' })),
    '/blocks/0/elements/1/action_id',
    'duplicate',
  ],
])

it.each(['modal', 'home'] as const)(
  'the sandbox’s Slack refuses context actions on the surface “%s”',
  (surface) => {
    expect(checkBlocks([contextActions(icon())], surface)).toMatchObject([
      { pointer: '/blocks/0/type', code: 'unsupported_type' },
    ])
  },
)

it('the sandbox’s Slack adds an action_id to elements of context actions without an action_id', () => {
  const given = [contextActions(feedback(), icon({ action_id: 'delete', visible_to_user_ids: ['U1'] }))]
  const completed = completeBlocks(createState(seedOf({ now: () => noon }), noon), given)
  expect(completed).toMatchObject([
    { block_id: expect.any(String), elements: [{ action_id: expect.any(String) }, { action_id: 'delete' }] },
  ])
  expect(checkBlocks(completed, 'message')).toEqual([])
})
