import { expect, it } from 'vitest'
import { checkBlocks } from '../../src/block-kit/blocks.ts'
import { alert, checkFaults, checkLimits, mrkdwn, plain } from './samples.ts'

/** Alerts: banners in modals. */

checkLimits(
  [
    ['text of an alert', 200, (n) => [alert({ text: mrkdwn(n) })], '/blocks/0/text/text'],
    ['plain text of an alert', 200, (n) => [alert({ text: plain(n) })], '/blocks/0/text/text'],
    ['block_id of an alert', 255, (n) => [alert({ block_id: 'x'.repeat(n) })], '/blocks/0/block_id'],
  ],
  'modal',
)

checkFaults(
  [
    ['an alert without text', alert({ text: undefined }), '/blocks/0', 'missing_field'],
    ['an alert whose text is no text object', alert({ text: 'x' }), '/blocks/0/text', 'invalid_type'],
    ['an alert level that does not exist', alert({ level: 'fatal' }), '/blocks/0/level', 'invalid_enum'],
  ],
  'modal',
)

it.each(['default', 'info', 'warning', 'error', 'success'])(
  'the sandbox’s Slack accepts an alert block of level %s in a modal',
  (level) => {
    expect(checkBlocks([alert({ level })], 'modal')).toEqual([])
  },
)

it.each(['message', 'home'] as const)(
  'the sandbox’s Slack refuses an alert block on the surface “%s”',
  (surface) => {
    expect(checkBlocks([alert()], surface)).toMatchObject([
      { pointer: '/blocks/0/type', code: 'unsupported_type', message: 'unsupported type: alert' },
    ])
  },
)
