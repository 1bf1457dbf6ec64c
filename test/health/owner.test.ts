import { expect, it } from 'vitest'
import { createOwnerNotifier } from '../../src/health/owner-notifications.ts'
import type { OpenProblem } from '../../src/model/problem.ts'

const problem: OpenProblem = { key: 'a', what: 'It is down.', whatToDo: 'Wait.', since: 0 }

/** The first line of each letter that the owner gets of these troubles, all raised at once. */
async function headlinesOf(problems: OpenProblem[]): Promise<(string | undefined)[]> {
  const letters: string[] = []
  const tell = createOwnerNotifier({
    post: async ({ content }) => {
      letters.push(content.text)
      return { kind: 'delivered', ts: '1.0', receiptKept: true }
    },
    owner: 'U0000000ANA',
    now: () => 0,
    setTimer: (run) => {
      queueMicrotask(run)
      return () => undefined
    },
    log: { error: () => undefined, info: () => undefined },
  })
  for (const one of problems) tell.raised(one)
  await new Promise<void>(queueMicrotask)
  return letters.map((text) => text.split('\n')[0])
}

it.each([
  ['a subscription', { subscription: 'acme', channel: '#brand' }, 'Stopped: acme in #brand'],
  [
    'a digest',
    { stops: 'the digest weekly', channel: 'C0123456789' },
    'Stopped: the digest weekly in <#C0123456789>',
  ],
  [
    'a part of what a subscription does',
    { subscription: 'acme', stops: 'reading the history' },
    'Stopped: reading the history',
  ],
  ['everything', {}, 'Stopped: everything'],
  ['nothing, since Slack refused one mention', { subscription: 'acme', until: 1 }, 'Refused by Slack: acme'],
])('the owner reads what stopped: %s', async (_what, subject, headline) => {
  expect(await headlinesOf([{ ...problem, ...subject }])).toEqual([headline])
})

it('the owner reads apart what stopped and what Slack refused', async () => {
  const refused = { ...problem, key: 'b', subscription: 'acme', until: 1 }
  expect(await headlinesOf([refused, problem])).toEqual(['Stopped: everything', 'Refused by Slack: acme'])
})
