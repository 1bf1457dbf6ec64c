import { describe, expect, it } from 'vitest'
import {
  checkPermission,
  type Operation,
  type PersonFacts,
  type RefusalReason,
} from '../../src/people/permission.ts'

const here = 'C1'
const operations: Operation[] = [
  'read',
  'handle',
  'dismiss',
  'mute-briefly',
  'mute',
  'share',
  'change',
  'subscribe',
]

const person = (kind: PersonFacts['kind'], channels: string[] | 'not said' = [here]): PersonFacts => ({
  kind,
  isAdmin: false,
  channels: channels === 'not said' ? undefined : new Set(channels),
})
const admin: PersonFacts = { kind: 'member', isAdmin: true, channels: undefined }

/** The expected result of each operation, in the order of `operations`: yes, or the reason of the refusal. */
type Row = [who: string, facts: PersonFacts, expected: (RefusalReason | 'yes')[]]
const yes = 'yes' as const
const elsewhere = 'channel-members-only'
const visitorElsewhere: (RefusalReason | 'yes')[] = [
  'outside-own-channels',
  'outside-own-channels',
  'members-only',
  'members-only',
  'members-only',
  'members-only',
  'members-only',
  'members-only',
]
const all = (result: RefusalReason | 'yes') => operations.map(() => result)

const decisions = (
  facts: PersonFacts,
  hasAdmins: boolean,
  subject: Partial<Parameters<typeof checkPermission>[2]>,
) =>
  operations.map((operation) => {
    const decision = checkPermission(
      facts,
      operation,
      { askedIn: here, channels: [here], privateTo: [], ...subject },
      hasAdmins,
    )
    return decision.kind === 'allowed' ? yes : decision.reason
  })

describe('in the channel of a subscription,', () => {
  it.each<Row>([
    ['a member of the channel may do everything', person('member'), all(yes)],
    ['an admin may do everything', admin, all(yes)],
    [
      'a member who is not in the channel may not mute or change anything there',
      person('member', ['C9']),
      [yes, yes, yes, elsewhere, elsewhere, yes, elsewhere, elsewhere],
    ],
    [
      'a member may do everything in the channel in which they ask, if Slack does not list their channels',
      person('member', 'not said'),
      all(yes),
    ],
    [
      'a guest of the channel may only read and handle',
      person('guest'),
      [yes, yes, ...Array<RefusalReason>(6).fill('members-only')],
    ],
    [
      'an external person of the channel may only read and handle',
      person('external'),
      [yes, yes, ...Array<RefusalReason>(6).fill('members-only')],
    ],
    ['a guest who only previews the channel may do nothing', person('guest', []), visitorElsewhere],
    [
      'a guest may do nothing if Slack does not list their channels',
      person('guest', 'not said'),
      visitorElsewhere,
    ],
    ['a person whom Slack does not describe may do nothing', person('unknown'), all('unknown-person')],
  ])('if the configuration names no admins, %s', (_who, facts, expected) =>
    expect(decisions(facts, false, {})).toEqual(expected),
  )

  it.each<Row>([
    [
      'a member may not mute for longer than a day and may not change anything',
      person('member'),
      [yes, yes, yes, yes, 'mute-admins-only', yes, 'admins-only', 'admins-only'],
    ],
    ['an admin may do everything', admin, all(yes)],
    [
      'a guest may only read and handle',
      person('guest'),
      [yes, yes, ...Array<RefusalReason>(6).fill('members-only')],
    ],
  ])('if the configuration names admins, %s', (_who, facts, expected) =>
    expect(decisions(facts, true, {})).toEqual(expected),
  )
})

it('a member proves nothing by a channel that a value names, if Slack does not list their channels', () => {
  const asked = { isThere: false, privateTo: [[here]] }
  expect(decisions(person('member', 'not said'), false, asked)).toEqual(all('private-alert'))
  const isPublic = decisions(person('member', 'not said'), false, { isThere: false })
  expect(isPublic).toEqual([yes, yes, yes, elsewhere, elsewhere, yes, elsewhere, elsewhere])
})

describe('about a subscription of another channel,', () => {
  it.each<Row>([
    ['a guest may do nothing', person('guest', [here, 'C2']), visitorElsewhere],
    ['an external person may do nothing', person('external', [here, 'C2']), visitorElsewhere],
    ['a member of both channels may do everything', person('member', [here, 'C2']), all(yes)],
  ])('%s', (_who, facts, expected) => expect(decisions(facts, false, { askedIn: 'C2' })).toEqual(expected))
})

it('a guest may not use the home tab', () =>
  expect(decisions(person('guest'), false, { askedIn: undefined })).toEqual(visitorElsewhere))

it('a member may read what belongs to no channel, but a guest may not', () => {
  expect(decisions(person('member'), false, { channels: [] })[0]).toBe(yes)
  expect(decisions(person('guest'), false, { channels: [] })[0]).toBe('outside-own-channels')
})

describe('a private alert', () => {
  const outsider: (RefusalReason | 'yes')[] = operations.map((operation) =>
    operation === 'handle' || operation === 'dismiss' ? yes : 'private-alert',
  )
  const insider: (RefusalReason | 'yes')[] = operations.map((operation) =>
    operation === 'share' || operation === 'subscribe' ? 'private-elsewhere' : yes,
  )
  it.each<Row>([
    [
      'may be used by a member of one of its channels, but not be posted to a channel that is none of them',
      person('member', [here, 'C7']),
      insider,
    ],
    ['may be used, and be posted everywhere, by an admin', admin, all(yes)],
    [
      'lets the other members of a channel that has its cards only handle and dismiss them',
      person('member', [here]),
      outsider,
    ],
    [
      'lets members only handle and dismiss its cards if Slack does not list their channels',
      person('member', 'not said'),
      outsider,
    ],
    [
      'may not be used by a member who is not in the channel of its cards',
      person('member', ['C9']),
      all('private-alert'),
    ],
  ])('%s', (_who, facts, expected) =>
    expect(decisions(facts, false, { privateTo: [['C7', 'C8']] })).toEqual(expected),
  )

  it('may be posted to one of its channels by the members of that channel', () => {
    const inside = { privateTo: [[here, 'C8']] }
    expect(decisions(person('member'), false, inside)).toEqual(all(yes))
    expect(decisions(person('guest'), false, inside)).toEqual([
      yes,
      yes,
      ...Array<RefusalReason>(6).fill('members-only'),
    ])
  })

  it('may be used only by admins if none of its channels is known', () => {
    expect(decisions(person('member'), false, { privateTo: [[]] })).toEqual(outsider)
    expect(decisions(admin, false, { privateTo: [[]] })).toEqual(all(yes))
  })

  it('may be used together with another private alert only by people with access to both', () => {
    const privateTo = [['C7'], ['C8']]
    expect(decisions(person('member', [here, 'C7']), false, { privateTo })).toEqual(outsider)
    expect(decisions(person('member', [here, 'C7', 'C8']), false, { privateTo })).toEqual(insider)
  })

  it('may be posted together with another private alert only to a channel of both', () => {
    const share = (privateTo: string[][]) =>
      decisions(person('member', [here, 'C7']), false, { privateTo })[operations.indexOf('share')]
    expect(share([[here], [here, 'C7']])).toBe(yes)
    expect(share([[here], ['C7']])).toBe('private-elsewhere')
  })
})
