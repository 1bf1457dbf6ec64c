import { expect, it } from 'vitest'
import {
  refusedNotice,
  repeatsNotice,
  repeatsOverNotice,
  resumedNotice,
  stoppedNotice,
} from '../../../src/features/owner-notifications/messages.ts'
import { problemTexts } from '../../../src/messages/problems/problem-texts.ts'
import { faultsOfForeign } from '../../tools/message-checks.ts'
import { sketches } from '../../tools/message-sketch.ts'

const at = Date.UTC(2026, 10, 20, 14, 4)
const left = {
  name: 'acme',
  channel: '#brand',
  reason: 'Overheard is no longer a member of the channel.',
  whatToDo: 'Write "/invite @Overheard" in #brand.',
  since: at,
}

it('the message to the owner says what stopped, why, what to do, and when it continues', () =>
  expect(sketches([stoppedNotice([left]), resumedNotice([left], at)])).toMatchSnapshot())

it('the owner gets one message about many subscriptions that stop for one reason, and one for each other reason', () => {
  const down = Array.from({ length: 40 }, (_, index) => ({
    name: `customer-${index}`,
    channel: '#customers',
    reason: 'The mention service did not answer in time.',
    whatToDo: 'Nothing: Overheard retries by itself.',
    since: at - index * 1000,
  }))
  expect(sketches([stoppedNotice([left, ...down]), resumedNotice(down, at)])).toMatchSnapshot()
})

it('the message to the owner names the channel, and what stopped if it is not a subscription', () => {
  const { channel: _, ...everything } = { ...left, name: 'everything' }
  const digest = { ...left, name: 'the digest weekly', channel: 'C0123456789' }
  expect(sketches([stoppedNotice([digest, everything]), resumedNotice([digest], at)])).toMatchSnapshot()
})

it('the message to the owner does not say that something stopped if Slack refused only one mention', () => {
  const reason = 'Slack rejected mention 12 in every form: invalid_blocks.'
  const whatToDo = 'Look at it in the mention service. Later mentions are posted as usual.'
  expect(sketches([refusedNotice([{ ...left, reason, whatToDo }])])).toMatchSnapshot()
})

it('the messages to the owner about another installation say that it posts the same mentions, and when it has ended', () => {
  const older = problemTexts.olderInstallation('1vmhz70aq2w8', '1vmj0d4k3f9x')
  const other = problemTexts.otherInstallation('1vmj0d4k3f9x', '1vmhz70aq2w8')
  const copy = problemTexts.copiedInstallation('1vmhz70aq2w8')
  const of = ({ what: reason, whatToDo }: typeof other) => ({ ...left, reason, whatToDo })
  expect(
    sketches([
      repeatsNotice([of(other)]),
      repeatsOverNotice([left], at),
      stoppedNotice([of(older)]),
      repeatsNotice([of(copy)]),
    ]),
  ).toMatchSnapshot()
})

it('the message to the owner counts the reasons that it does not list', () => {
  const reasons = Array.from({ length: 5 }, (_, index) => ({ ...left, reason: `Reason ${index}.` }))
  expect(stoppedNotice(reasons).text).toContain('See /status for 2 others.')
})

it('the message to the owner that something works again is valid', () =>
  expect(faultsOfForeign(resumedNotice([{ name: 'a', channel: 'b' }], at))).toEqual([]))
