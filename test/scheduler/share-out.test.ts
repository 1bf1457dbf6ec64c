import { describe, expect, it } from 'vitest'
import { shareOut } from '../../src/scheduler/shared-queue.ts'

const job = (key: string) => ({ key, id: `job of ${key}`, attempt: 1 })
const taken = (key: string, member: string, behindMs = 0) => ({ key, member, behindMs })
const now = 1_000_000
const tenMinutes = 600_000

/** Only members in small letters are known here. */
const knows = (_key: string, member: string) => member === member.toLowerCase()

function share(jobs: string[], ...rows: ReturnType<typeof taken>[]) {
  const { begin, offer } = shareOut(jobs.map(job), rows, knows, now)
  return {
    begin: begin.map(({ job: { key }, members }) => `${key}: ${members.join(' ')}`.trim()),
    offer: offer.map(({ key, member, at }) => `${key}: ${member} in ${at - now} ms`),
  }
}

describe('a process that has claimed jobs of the shared queue', () => {
  it.each([
    [
      'polls each alert with its due subscriptions',
      ['7', '8'],
      [taken('7', 'a'), taken('8', 'c'), taken('7', 'b')],
      ['7: a b', '8: c'],
      [],
    ],
    [
      'begins an empty poll for an alert without due subscriptions, so that the job of the alert ends',
      ['7'],
      [],
      ['7:'],
      [],
    ],
    [
      'polls the subscriptions that it knows and offers the unknown ones to other processes in two seconds',
      ['7'],
      [taken('7', 'a'), taken('7', 'B')],
      ['7: a'],
      ['7: B in 2000 ms'],
    ],
    [
      'polls no subscription of an alert if it knows none of them',
      ['7'],
      [taken('7', 'B')],
      ['7:'],
      ['7: B in 2000 ms'],
    ],
    [
      'still offers a subscription that no process has known for nearly ten minutes',
      ['7'],
      [taken('7', 'B', tenMinutes - 1)],
      ['7:'],
      ['7: B in 2000 ms'],
    ],
    [
      'drops a subscription that no process has known for ten minutes',
      ['7'],
      [taken('7', 'B', tenMinutes)],
      ['7:'],
      [],
    ],
    [
      'polls a known subscription however far it is behind',
      ['7'],
      [taken('7', 'a', tenMinutes)],
      ['7: a'],
      [],
    ],
  ])('%s', (_what, jobs, rows, begin, offer) => {
    expect(share(jobs, ...rows)).toEqual({ begin, offer })
  })
})
