import { expect, it } from 'vitest'
import { createPauseResume } from '../../../src/features/pauses/pause-resume.ts'
import { suggestedLines } from '../../tools/suggested-lines.ts'

/** Saturday, 28 November 2026, 10:00 UTC. */
const now = Date.UTC(2026, 10, 28, 10)
const who = { user: 'U1', channel: 'C1', name: 'acme' }

/** Runs a line, and returns what it did and what it answered. */
async function pause(term: string) {
  const done: unknown[] = []
  const refuse = async () => Promise.reject(new Error('not expected'))
  const pauses = createPauseResume({
    now: () => now,
    zoneOf: async () => 'UTC',
    pauses: {
      pause: async (_request, until) => {
        done.push({ until })
        return 'paused'
      },
      plan: async (_request, span) => {
        done.push(span)
        return 'planned'
      },
      ...{ resume: refuse, answer: refuse, undo: refuse, undoPlan: refuse, askAfterStop: refuse },
    },
    catchUp: { ask: refuse },
    registry: { find: () => undefined },
    finder: { channelOf: refuse },
    access: { refusal: refuse },
    views: { open: refuse, update: refuse, setTimer: () => () => undefined },
    reply: refuse,
  })
  const answer = await pauses.pause(who, term)
  return { done, text: answer?.text, suggested: suggestedLines(answer) }
}

it('a pause from this day on is not planned, because it begins now', async () => {
  expect((await pause('from 28 nov until 5 dec')).done).toEqual([{ until: Date.UTC(2026, 11, 5, 9) }])
  expect((await pause('from tomorrow until 5 dec')).done).toEqual([
    { from: Date.UTC(2026, 10, 29, 9), until: Date.UTC(2026, 11, 5, 9) },
  ])
})

it('a span that can mean two times pauses nothing, and each suggestion plans one of the two', async () => {
  const asked = await pause('from 1/12 until 5/12')
  expect(asked.done).toEqual([])
  const terms = asked.suggested.map((line) => line.replace('pause acme ', ''))
  expect(await Promise.all(terms.map(async (term) => (await pause(term)).done))).toEqual([
    [{ from: Date.UTC(2026, 11, 1, 9), until: Date.UTC(2026, 11, 5, 9) }],
    [{ from: Date.UTC(2027, 0, 12, 9), until: Date.UTC(2027, 4, 12, 9) }],
  ])
})

it('a span that ends before it begins is refused with this reason', async () =>
  expect((await pause('from 24 dec until 20 dec')).text).toContain(
    '“from 24 dec until 20 dec” ends before it begins.',
  ))
