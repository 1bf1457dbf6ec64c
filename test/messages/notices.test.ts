import { expect, it } from 'vitest'
import { initialSyncNotice } from '../../src/engine/gates/initial-sync.ts'
import { quotaReachedNotice, quotaRenewedNotice } from '../../src/engine/spikes/notice-texts.ts'
import { faultsOfForeign } from '../tools/message-checks.ts'
import { sketches } from '../tools/message-sketch.ts'

const at = Date.UTC(2026, 10, 20, 14, 4)
const sync = {
  subscription: 'acme',
  alert: '7',
  alertName: 'Acme brand',
  perDay: 9.2,
  olderMentions: 1243,
  polls: { every: 120_000 },
  since: at,
}

it('the first message of a subscription names the alert, the expected number of mentions and the schedule', () =>
  expect(
    sketches([
      initialSyncNotice(sync),
      initialSyncNotice({ ...sync, perDay: undefined, olderMentions: { atLeast: 3000 } }),
      initialSyncNotice({ ...sync, perDay: 0.2, olderMentions: 1 }),
      initialSyncNotice({ ...sync, perDay: 0, olderMentions: 5, polls: { every: 3000 } }),
      initialSyncNotice({ ...sync, polls: { every: 60_000 } }),
      initialSyncNotice({ ...sync, polls: { next: at } }),
      initialSyncNotice({ ...sync, polls: { next: Number.NaN } }),
    ]),
  ).toMatchSnapshot())

it('a message says until when the plan limit lasts, and a second message says when the limit is over', () =>
  expect(
    sketches([
      quotaReachedNotice(Date.UTC(2026, 11, 1)),
      quotaReachedNotice(undefined),
      quotaRenewedNotice(),
    ]),
  ).toMatchSnapshot())

it.each([
  ['initial sync', initialSyncNotice(sync)],
  ['plan limit reached', quotaReachedNotice(at)],
  ['plan limit over', quotaRenewedNotice()],
])('the message "%s" is valid', (_, content) => expect(faultsOfForeign(content)).toEqual([]))
