import { TimedOutError } from '@overheard/base/timeout'
import { MentionServiceError } from '@overheard/mention-client/mention-service-error'
import { describe, expect, it } from 'vitest'
import type { RunResult } from '../../src/engine/run/result.ts'
import {
  createResultHandler,
  createRetryBackoff,
  finishedOf,
  resultOf,
} from '../../src/engine/schedule/poll-results.ts'
import { FencedError } from '../../src/model/fenced-error.ts'

const serviceFault = new MentionServiceError({ kind: 'busy', retry: 'later', what: 'The service is busy' })
const takenOver = new FencedError('the poll of alert 7 runs elsewhere')
const fullDisk = new Error('ENOSPC')

describe('the result of a subscription run', () => {
  it.each<[what: string, part: Omit<RunResult, 'subscription'>, ending: ReturnType<typeof resultOf>]>([
    ['clears the problem of the subscription if there is no error', {}, { kind: 'fine', over: 'state acme' }],
    [
      'is not a problem if the run is deferred to a poll before its schedule',
      { deferred: 'unconfirmed', retryAt: 5 },
      { kind: 'fine', over: 'state acme' },
    ],
    [
      'is not a problem if another process leads',
      { error: takenOver },
      { kind: 'taken-over', what: 'the poll of alert 7 runs elsewhere' },
    ],
    [
      'is a problem of the alert if the mention service failed',
      { error: serviceFault },
      { kind: 'failed', problem: 'alert 7' },
    ],
    [
      'is a problem of the subscription after any other error',
      { error: fullDisk },
      { kind: 'failed', problem: 'state acme' },
    ],
  ])('%s', (_what, part, ending) => {
    expect(resultOf('7', { subscription: 'acme', ...part })).toEqual(ending)
  })
})

const done: RunResult = { subscription: 'done' }
const early: RunResult = { subscription: 'early', deferred: 'unconfirmed' }
const failed: RunResult = { subscription: 'failed', error: fullDisk }
const refused: RunResult = { subscription: 'refused', error: serviceFault }

describe('the mention service', () => {
  it.each<[what: string, parts: RunResult[], readToEnd: string[], serviceAnswered: boolean]>([
    ['counts as working if a run has read all new mentions', [done], ['done'], true],
    [
      'counts as working if one of several runs has read all new mentions, even if the store failed for another run',
      [done, failed, early],
      ['done'],
      true,
    ],
    [
      'does not count as working because of a deferred run, which may not have sent it a request',
      [early],
      [],
      false,
    ],
    [
      'does not count as working if one of several runs failed because of it',
      [done, refused],
      ['done'],
      false,
    ],
    ['does not count as working if there was no run', [], [], false],
  ])('%s', (_what, parts, readToEnd, confirmedPosts) => {
    expect(finishedOf(parts)).toEqual({ readToEnd, serviceAnswered: confirmedPosts })
  })
})

function open() {
  const stop = new AbortController()
  const told: string[] = []
  const say = (level: string) => (_fields: object, sentence: string) =>
    void told.push(`${level}: ${sentence}`)
  const ends = createResultHandler({
    problems: {
      raise: (key, { what }) => void told.push(`raised ${key}: ${what}`),
      clear(key) {
        told.push(`cleared ${key}`)
        return true
      },
    },
    log: { info: say('info'), warn: say('warn'), error: say('error') },
    now: () => 1_000_000,
    stopping: stop.signal,
    retries: createRetryBackoff(),
    pollAgainAt: (alert, subscription, at) =>
      void told.push(`${subscription} of ${alert} comes back at ${at}`),
  })
  return { ends, told, stop }
}

describe('the handler of the results of subscription runs', () => {
  it('clears the problem of a subscription whose run read all new mentions, and the problem of its alert', () => {
    const { ends, told } = open()
    expect(ends.conclude('7', [done])).toEqual(['done'])
    expect(told).toEqual(['cleared state done', 'cleared alert 7'])
  })

  it('logs that a run was deferred, and retries at the time that the run asks for', () => {
    const { ends, told } = open()
    expect(ends.conclude('7', [{ ...early, retryAt: 5 }])).toEqual([])
    expect(told).toEqual([
      'cleared state early',
      'info: deferred a subscription; it is polled again at retryAt, or earlier if its schedule says so',
      'early of 7 comes back at 5',
    ])
  })

  it('raises a problem for a failed run, and retries after a delay that grows with each failure and starts small again after a complete run', () => {
    const { ends, told } = open()
    ends.conclude('7', [refused])
    expect(told.splice(0)).toEqual([
      'raised alert 7: The mention service is busy.',
      'error: a poll failed with an error; it is retried',
      'refused of 7 comes back at 1060000',
    ])
    ends.conclude('7', [refused])
    ends.conclude('7', [{ subscription: 'refused' }])
    ends.conclude('7', [refused])
    expect(told.filter((line) => line.includes('comes back'))).toEqual([
      'refused of 7 comes back at 1120000',
      'refused of 7 comes back at 1060000',
    ])
  })

  it('raises a problem that names the time limit of a poll if the poll took too long', () => {
    const { ends, told } = open()
    ends.conclude('7', [{ subscription: 'slow', error: new TimedOutError('not done within 120000 ms') }])
    expect(told[0]).toBe('raised state slow: A poll took longer than two minutes and was ended.')
  })

  it('retries after a minute if a run was deferred without a time for its retry', () => {
    const { ends, told } = open()
    ends.conclude('7', [early])
    expect(told).toContain('early of 7 comes back at 1060000')
  })

  it('retries at the time that a run asks for, even if the run read all new mentions', () => {
    const { ends, told } = open()
    expect(ends.conclude('7', [{ subscription: 'done', retryAt: 5 }])).toEqual(['done'])
    expect(told).toContain('done of 7 comes back at 5')
  })

  it('only logs that another process leads', () => {
    const { ends, told } = open()
    ends.conclude('7', [{ subscription: 'acme', error: takenOver }])
    expect(told).toEqual(['warn: the poll of alert 7 runs elsewhere'])
  })

  it('does not report failures while the process stops', () => {
    const { ends, told, stop } = open()
    stop.abort()
    ends.conclude('7', [failed, refused])
    ends.failed('service', 'acme', serviceFault)
    expect(told).toEqual([])
  })
})
