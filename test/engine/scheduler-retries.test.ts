import { MentionServiceError } from '@overheard/mention-client/mention-service-error'
import { describe, expect, it } from 'vitest'
import { createRetryBackoff } from '../../src/engine/schedule/poll-results.ts'

const minute = 60_000
const askedFor = (afterMs?: number, kind: 'busy' | 'rate_limited' = 'busy') =>
  new MentionServiceError({
    kind,
    retry: 'later',
    what: 'Busy',
    ...(afterMs === undefined ? {} : { afterMs }),
  })

/** In how many minutes each try after the other comes. */
const tries = (errors: unknown[]) => {
  const retries = createRetryBackoff()
  return errors.map((error) => retries.delayAfterFailure('acme', error) / minute)
}

describe('the retry of a failed poll', () => {
  it.each<[string, unknown[], number[]]>([
    [
      'comes after a minute and then after doubled pauses, up to 15 minutes',
      Array(8).fill(new Error('full')),
      [1, 2, 4, 8, 15, 15, 15, 15],
    ],
    ['comes after any failure', [undefined, askedFor(), new Error('full')], [1, 2, 4]],
    [
      'does not come sooner than the mention service asks for',
      [askedFor(90 * minute), askedFor(minute), askedFor(minute)],
      [90, 2, 4],
    ],
    [
      'comes when the rate limit of the mention service ends, however often the limit is reached',
      [
        askedFor(minute, 'rate_limited'),
        askedFor(minute / 2, 'rate_limited'),
        new Error('full'),
        askedFor(0, 'rate_limited'),
      ],
      [1, 1 / 2, 1, 1 / 12],
    ],
  ])('%s', (_what, errors, minutes) => expect(tries(errors)).toEqual(minutes))

  it('comes after a minute again once the subscription has caught up, for each subscription separately', () => {
    const retries = createRetryBackoff()
    for (const name of ['acme', 'acme', 'other']) retries.delayAfterFailure(name)
    retries.reset('acme')
    expect([retries.delayAfterFailure('acme'), retries.delayAfterFailure('other')]).toEqual([
      minute,
      2 * minute,
    ])
  })
})
