import type { Mention } from '@overheard/mention-client/mention'
import { expect, it } from 'vitest'
import { hiddenText } from '../../src/answers/answers.ts'
import { createCountHidden } from '../../src/answers/count-hidden.ts'
import { decideFor } from '../../src/engine/rules/rules.ts'
import type { Mute } from '../../src/model/mute.ts'
import { sampleMention } from '../tools/sample-mention.ts'
import { alert, noon, subscriptionOf } from '../tools/story-world.ts'

const mute = (changes: Partial<Mute>): Mute => ({
  ...{ channel: 'C1', kind: 'author', name: 'kim lee', by: 'U1', at: noon },
  ...changes,
})

function count(
  mentions: Mention[],
  one: Mute,
  subscriptions = [subscriptionOf({ except: { text: ['job'] } })],
) {
  const asked: number[] = []
  const counting = createCountHidden({
    now: () => noon,
    alerts: { find: async () => ({ kind: 'found', alert }) },
    async *since(_alert, date) {
      asked.push(date)
      for (let from = 0; from < mentions.length; from += 300)
        yield { mentions: mentions.slice(from, from + 300) }
    },
    // As after the mute: it holds already.
    decideFor: (subscription) => decideFor(subscription, { mutes: () => [one] }),
  })
  return counting(subscriptions, one).then((counted) => ({ counted, asked }))
}

const ten = Array.from({ length: 10 }, (_, at) =>
  sampleMention({
    ...{ id: String(at + 1), date: noon, title: at === 0 ? 'a job' : 'news', snippet: 'Acme' },
    author: { name: at < 4 ? 'Kim Lee' : 'Ana Lima', audience: 1, url: '' },
  }),
)

it('a mute hides the mentions of a week that match it and pass the filters, each once, although it holds already', async () => {
  const twice = [subscriptionOf({ except: { text: ['job'] } }), subscriptionOf({ except: { text: ['job'] } })]
  const { counted, asked } = await count(ten, mute({}), twice)
  expect(counted).toEqual({ days: 7, total: 9, hidden: 3, more: false })
  expect(new Set(asked)).toEqual(new Set([noon - 7 * 86_400_000]))
  expect((await count(ten, mute({ kind: 'word', name: 'acme' }))).counted.hidden).toBe(9)
  expect((await count(ten, mute({ kind: 'source', name: 'nosuch' }))).counted.hidden).toBe(0)
})

it('at most about 2,000 mentions of an alert are read', async () => {
  const many = Array.from({ length: 3000 }, (_, at) => sampleMention({ id: String(at + 1), date: noon }))
  expect((await count(many, mute({}))).counted).toMatchObject({ total: 2100, more: true })
})

it.each([
  [
    { total: 340, hidden: 12, more: false },
    'This mute would have hidden 12 of the 340 mentions of the last 7 days.',
  ],
  [
    { total: 340, hidden: 271, more: false },
    'This mute would have hidden 271 of the 340 mentions of the last 7 days.',
  ],
  [
    { total: 340, hidden: 272, more: false },
    'Careful: this mute would have hidden nearly all (272) of the 340 mentions',
  ],
  [{ total: 340, hidden: 340, more: false }, 'Careful: this mute would have hidden all of the 340 mentions'],
  [
    { total: 340, hidden: 0, more: false },
    'This mute would have hidden none of the 340 mentions of the last 7 days. Check how the author',
  ],
  [
    { total: 2100, hidden: 1, more: true },
    'This mute would have hidden 1 of the latest 2,100 mentions of the last 7 days.',
  ],
  [
    { total: 1, hidden: 0, more: false },
    'This mute would not have hidden the only mention of the last 7 days. Check how the author',
  ],
  [
    { total: 1, hidden: 1, more: false },
    'Careful: this mute would have hidden the only mention of the last 7 days.',
  ],
  [{ total: 0, hidden: 0, more: false }, 'This channel had no mentions in the last 7 days'],
])('a person reads what a mute hides, of %j: “%s”', (counted, text) =>
  expect(hiddenText(mute({}), { days: 7, ...counted })).toContain(text),
)
