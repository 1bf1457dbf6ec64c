import { describe, expect, it } from 'vitest'
import { MentionServiceError } from '../../src/model/mention-service-error.ts'
import { createRetryBackoff } from '../../src/polling/poll-results.ts'

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
  return errors.map((error) => retries.after('acme', error) / minute)
}

describe('what could not go on tries again', () => {
  it.each<[string, unknown[], number[]]>([
    [
      'after a minute, and twice as long each time, up to half an hour',
      Array(8).fill(new Error('full')),
      [1, 2, 4, 8, 16, 30, 30, 30],
    ],
    ['whatever the reason', [undefined, askedFor(), new Error('full')], [1, 2, 4]],
    [
      'not sooner than the service asks for',
      [askedFor(90 * minute), askedFor(minute), askedFor(minute)],
      [90, 2, 4],
    ],
    [
      'when the service takes requests again, however often it takes none for the moment',
      [
        askedFor(minute, 'rate_limited'),
        askedFor(minute / 2, 'rate_limited'),
        new Error('full'),
        askedFor(0, 'rate_limited'),
      ],
      [1, 1 / 2, 1, 1 / 12],
    ],
  ])('%s', (_what, errors, minutes) => expect(tries(errors)).toEqual(minutes))

  it('after a minute again once it has read to the end; each subscription by itself', () => {
    const retries = createRetryBackoff()
    for (const name of ['acme', 'acme', 'other']) retries.after(name)
    retries.over('acme')
    expect([retries.after('acme'), retries.after('other')]).toEqual([minute, 2 * minute])
  })
})
