import { expect, it } from 'vitest'
import { catchUpQuestion } from '../../../src/messages/notices/catch-up-question.ts'
import { firstLook } from '../../../src/messages/notices/first-look.ts'
import { planLimitOver, planLimitReached } from '../../../src/messages/notices/plan-limit.ts'
import { goingOn, refused, stopped } from '../../../src/messages/notices/trouble.ts'
import { sketches } from '../sketch.ts'
import { faultsOfForeign } from '../valid-message.ts'

const at = Date.UTC(2026, 10, 20, 14, 4)
const look = {
  subscription: 'acme',
  alert: '7',
  alertName: 'Acme brand',
  perDay: 9.2,
  passedOver: 1243,
  looks: { every: 120_000 },
}
const question = { subscription: 'acme', alert: '7', alertName: 'Acme brand', since: at } as const

it('the first look says what is watched, how much to expect, and when it looks', () =>
  expect(
    sketches([
      firstLook(look),
      firstLook({ ...look, perDay: undefined, passedOver: { atLeast: 3000 } }),
      firstLook({ ...look, perDay: 0.2, passedOver: 1 }),
      firstLook({ ...look, perDay: 0, passedOver: 5, looks: { every: 3000 } }),
      firstLook({ ...look, looks: { every: 60_000 } }),
      firstLook({ ...look, looks: { next: at } }),
      firstLook({ ...look, looks: { next: Number.NaN } }),
    ]),
  ).toMatchSnapshot())

it('the plan limit says until when, and when it is over', () =>
  expect(
    sketches([planLimitReached(Date.UTC(2026, 11, 1)), planLimitReached(undefined), planLimitOver()]),
  ).toMatchSnapshot())

const left = {
  name: 'acme',
  channel: '#brand',
  reason: 'Overheard is no longer a member of the channel.',
  whatToDo: 'Write "/invite @Overheard" in #brand.',
  since: at,
}

it('the owner hears what stopped, why, what to do, and when it goes on', () =>
  expect(sketches([stopped([left]), goingOn([left], at)])).toMatchSnapshot())

it('the owner hears of many that stop for one reason in one message, and of several reasons apart', () => {
  const down = Array.from({ length: 40 }, (_, index) => ({
    name: `customer-${index}`,
    channel: '#customers',
    reason: 'The mention service did not answer in time.',
    whatToDo: 'Nothing: it is tried again by itself.',
    since: at - index * 1000,
  }))
  expect(sketches([stopped([left, ...down]), goingOn(down, at)])).toMatchSnapshot()
})

it('the owner reads a channel’s name where only its id is known, and what stops where it is no subscription', () => {
  const { channel: _, ...everything } = { ...left, name: 'everything' }
  const digest = { ...left, name: 'the digest weekly', channel: 'C0123456789' }
  expect(sketches([stopped([digest, everything]), goingOn([digest], at)])).toMatchSnapshot()
})

it('the owner is not told that something stopped where Slack refused one mention only', () => {
  const reason = 'Slack took mention 12 in no form: invalid_blocks.'
  const whatToDo = 'Look at it in the mention service; the mentions after it go on.'
  expect(sketches([refused([{ ...left, reason, whatToDo }])])).toMatchSnapshot()
})

it('what stops for more reasons than are told is counted', () => {
  const reasons = Array.from({ length: 5 }, (_, index) => ({ ...left, reason: `Reason ${index}.` }))
  expect(stopped(reasons).text).toContain('Of 2 others, /readyz says why.')
})

it('the question whether to catch up says how much came meanwhile', () =>
  expect(
    sketches([
      catchUpQuestion({ ...question, waiting: 412 }),
      catchUpQuestion({ ...question, waiting: { atLeast: 3000 } }),
      catchUpQuestion({ ...question, waiting: undefined }),
    ]),
  ).toMatchSnapshot())

it.each([
  ['first look', firstLook(look)],
  ['plan limit reached', planLimitReached(at)],
  ['plan limit over', planLimitOver()],
  ['recovered', goingOn([{ name: 'a', channel: 'b' }], at)],
])('%s is valid', (_, content) => expect(faultsOfForeign(content)).toEqual([]))
