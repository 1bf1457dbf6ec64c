import { beforeEach, describe, expect, it } from 'vitest'
import {
  batchNotifications,
  createOwnerNotifier,
  type ProblemNews,
} from '../../../src/features/owner-notifications/owner-notifications.ts'
import type { OpenProblem, ReportedProblem } from '../../../src/model/problem.ts'
import { speakToAll } from '../../../src/people/speak-to.ts'

let at: number
let sent: string[]
let timers: Set<{ run: () => void; at: number }>
let report: (news: ProblemNews) => void

beforeEach(() => {
  at = 1_000_000
  sent = []
  timers = new Set()
  report = batchNotifications({
    send: (kind, problems) => sent.push(`${kind}: ${problems.map(({ key }) => key).join(' ')}`),
    setTimer(run, ms) {
      const timer = { run, at: at + ms }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
  })
})

const news = (kind: ProblemNews['kind'], key: string): ProblemNews => ({
  kind,
  problem: { key, what: 'It is down.', whatToDo: 'Nothing.', since: at },
})

async function pass(ms: number): Promise<void> {
  const end = at + ms
  for (;;) {
    await new Promise((resolve) => setImmediate(resolve))
    const [next] = [...timers].filter((timer) => timer.at <= end).sort((one, other) => one.at - other.at)
    if (next === undefined) break
    timers.delete(next)
    at = next.at
    next.run()
  }
  at = end
}

describe('direct messages to the owner', () => {
  it('collect the problems of one second', async () => {
    report(news('raised', 'a'))
    await pass(999)
    report(news('raised', 'b'))
    expect(sent).toEqual([])
    await pass(1)
    expect(sent).toEqual(['raised: a b'])
  })

  it('are at least 30 s apart', async () => {
    report(news('raised', 'a'))
    await pass(1000)
    report(news('raised', 'b'))
    await pass(20_000)
    report(news('raised', 'c'))
    await pass(9999)
    expect(sent).toEqual(['raised: a'])
    await pass(1)
    expect(sent).toEqual(['raised: a', 'raised: b c'])
  })

  it('collect only the problems of one second again if the last message was sent 30 s ago', async () => {
    report(news('raised', 'a'))
    await pass(1000)
    await pass(30_000)
    report(news('cleared', 'a'))
    await pass(1000)
    expect(sent).toEqual(['raised: a', 'cleared: a'])
  })

  it('report solved problems separately from new ones', async () => {
    report(news('raised', 'a'))
    await pass(1000)
    report(news('raised', 'b'))
    report(news('cleared', 'a'))
    await pass(30_000)
    expect(sent).toEqual(['raised: a', 'cleared: a', 'raised: b'])
  })

  it('are not sent for a problem that ended before it was reported', async () => {
    report(news('raised', 'a'))
    report(news('cleared', 'a'))
    await pass(1000)
    expect(sent).toEqual([])
    report(news('raised', 'b'))
    await pass(1000)
    expect(sent).toEqual(['raised: b'])
  })

  it('report a problem once that begins, ends and begins again within a second', async () => {
    report(news('raised', 'a'))
    report(news('cleared', 'a'))
    report(news('raised', 'a'))
    report(news('raised', 'a'))
    await pass(1000)
    expect(sent).toEqual(['raised: a'])
  })

  it('are at most three if 300 alerts fail one after the other within a minute', async () => {
    for (let number = 0; number < 300; number++) {
      report(news('raised', String(number)))
      await pass(200)
    }
    expect(sent).toHaveLength(2)
    await pass(30_000)
    expect(sent).toHaveLength(3)
    expect(sent.join(' ').match(/\d+/g)).toHaveLength(300)
  })
})

const problem: OpenProblem = { key: 'a', what: 'It is down.', whatToDo: 'Wait.', since: 0 }

/** Reports problems, all raised or cleared at once. Returns the messages to the owner. */
async function reportAll(problems: ReportedProblem[], cleared: OpenProblem[] = []) {
  const messages: string[] = []
  const notifier = createOwnerNotifier('U0000000ANA', {
    speakTo: speakToAll,
    post: async ({ content }) => {
      messages.push(content.text)
      return { kind: 'delivered', ts: '1.0', receiptKept: true }
    },
    now: () => 0,
    setTimer: (run) => {
      queueMicrotask(run)
      return () => undefined
    },
    log: { error: () => undefined },
  })
  for (const one of problems) notifier.raised(one)
  for (const one of cleared) notifier.cleared(one)
  await new Promise<void>(queueMicrotask)
  return messages
}

/** The first lines of the direct messages about these problems. */
async function headlinesOf(problems: OpenProblem[], cleared?: OpenProblem[]): Promise<string[]> {
  const messages = await reportAll(problems, cleared)
  return messages.flatMap((text) => text.split('\n')[0] ?? [])
}

it('the owner gets the names of alerts that a problem keeps from others', async () => {
  const messages = await reportAll([{ ...problem, ownerNote: 'There are: Project Falcon.' }])
  expect(messages).toEqual([expect.stringContaining(`${problem.whatToDo} There are: Project Falcon.`)])
})

it.each([
  ['a stopped subscription', { subscription: 'acme', channel: '#brand' }, 'Cannot post acme in #brand'],
  [
    'a stopped digest',
    { stops: 'the digest weekly', channel: 'C0123456789' },
    'Cannot post the digest weekly in <#C0123456789>',
  ],
  [
    'the part of a subscription that has stopped',
    { subscription: 'acme', stops: 'reading the history' },
    'Stopped: reading the history',
  ],
  ['the whole bot', {}, 'Stopped: everything'],
  [
    'only the subscription of a mention that Slack refused',
    { subscription: 'acme', until: 1 },
    'A mention could not be posted: acme',
  ],
  [
    'the subscription that another installation posts, too',
    { subscription: 'acme', channel: '#brand', repeats: true as const },
    'You may see mentions of acme in #brand twice, because two copies of Overheard run',
  ],
  [
    'damaged records that stop nothing',
    { stops: 'posts', code: 'record_damaged', until: 1 },
    'Stored data is damaged: posts',
  ],
  [
    'a subscription that a damaged record stops',
    { subscription: 'acme', code: 'record_damaged' },
    'Stopped: acme',
  ],
])('the headline of the direct message to the owner names %s', async (_what, subject, headline) => {
  expect(await headlinesOf([{ ...problem, ...subject }])).toEqual([headline])
})

it('the owner gets one message about what has stopped and another about rejected mentions', async () => {
  const refused = { ...problem, key: 'b', subscription: 'acme', until: 1 }
  expect(await headlinesOf([refused, problem])).toEqual([
    'Stopped: everything',
    'A mention could not be posted: acme',
  ])
})

it('the owner is told when only one installation is left, and this message does not say that something works again', async () => {
  const repeated = { ...problem, subscription: 'acme', channel: '#brand', repeats: true as const }
  const stopped = { ...problem, key: 'b', subscription: 'other' }
  expect(await headlinesOf([], [repeated, stopped])).toEqual([
    'Working again: other',
    'Only one copy of Overheard posts acme in #brand now',
  ])
})
