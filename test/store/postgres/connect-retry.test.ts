import { describe, expect, it } from 'vitest'
import {
  connectWithRetry,
  DatabaseAwayError,
  DatabaseRefusedError,
} from '../../../src/store/postgres/database.ts'
import { createJumpingClock } from '../../tools/manual-clock.ts'

const failure = (message: string, code: string) => Object.assign(new Error(message), { code })

describe('opening the database', () => {
  it.each([
    ['is starting', failure('the database system is starting up', '57P03')],
    ['cannot be reached yet', failure('connect ECONNREFUSED', 'ECONNREFUSED')],
    ['closes the connection', failure('Connection terminated unexpectedly', '')],
  ])('is retried if the server %s', async (_what, error) => {
    const clock = createJumpingClock()
    let tries = 0
    const attempt = async () => {
      if (++tries < 5) throw error
      return 'open'
    }
    expect(await connectWithRetry(attempt, clock)).toBe('open')
    expect(clock.slept).toEqual([500, 500, 500, 500])
  })

  it('stops after 30 s with the reason, which is also printed after the first try', async () => {
    const clock = createJumpingClock()
    const told: string[] = []
    const opening = connectWithRetry(() => Promise.reject(failure('connect ECONNREFUSED', 'ECONNREFUSED')), {
      ...clock,
      warn: (what) => told.push(what),
    })
    await expect(opening).rejects.toThrow(DatabaseAwayError)
    await expect(opening).rejects.toThrow('DATABASE_URL: the database cannot be used: connect ECONNREFUSED.')
    expect(clock.slept).toHaveLength(60)
    expect(told).toEqual([
      'DATABASE_URL: the database cannot be used: connect ECONNREFUSED. Retrying for 30 s.',
    ])
  })

  it('names the first address of a host with several addresses in its error', async () => {
    const each = [failure('connect ECONNREFUSED ::1:5432', 'ECONNREFUSED'), failure('…', 'ECONNREFUSED')]
    const opening = connectWithRetry(() => Promise.reject(new AggregateError(each)), createJumpingClock())
    await expect(opening).rejects.toThrow('cannot be used: connect ECONNREFUSED ::1:5432.')
  })

  it.each([
    [
      'a wrong password',
      failure('password authentication failed for user "x"', '28P01'),
      'authentication failed',
    ],
    ['a database that does not exist', failure('database "x" does not exist', '3D000'), 'does not exist'],
    ['a name that does not resolve', failure('getaddrinfo ENOTFOUND x', 'ENOTFOUND'), 'ENOTFOUND'],
    ['a missing permission', failure('permission denied for database x', '42501'), 'permission denied'],
    [
      'a server that demands encryption',
      failure('no pg_hba.conf entry, no encryption', '28000'),
      'sslmode=no-verify',
    ],
  ])('stops at once because of %s', async (_what, error, said) => {
    const clock = createJumpingClock()
    const opening = connectWithRetry(() => Promise.reject(error), clock)
    await expect(opening).rejects.toThrow(DatabaseRefusedError)
    await expect(opening).rejects.toThrow(said)
    expect(clock.slept).toEqual([])
  })
})
