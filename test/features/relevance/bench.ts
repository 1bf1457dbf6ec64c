/** What it costs to judge a mention with everything learned, to learn again after a label, and to store what is learned. */

import { setImmediate } from 'node:timers/promises'
import type { Row } from '../../../bench/row.ts'
import { type Label, trainWithPauses } from '../../../src/features/relevance/classifier.ts'
import { learnedOf } from '../../../src/features/relevance/filter.ts'
import { createJudge } from '../../../src/features/relevance/judge.ts'
import { seeded } from '../../../src/features/relevance/measure.ts'
import { unpacked } from '../../../src/features/relevance/words.ts'
import { sampleMention } from '../../tools/sample-mention.ts'
import { subscriptionOf } from '../../tools/story-world.ts'

const [labels, unlabelled, judged] = [400, 300, 2000]
const rounds = 7
const about = { text: 'Apple, the maker of computers', sites: ['apple.example'] }
const subscription = { ...subscriptionOf({ name: 'apple', alert: 'Apple' }), about }

export async function rows(): Promise<Row[]> {
  const random = seeded(58)
  const word = () => `word${Math.floor(3000 * random() ** 3)}`
  const text = () => Array.from({ length: 30 }, word).join(' ')
  const mentions = Array.from({ length: labels + unlabelled + judged }, (_, id) =>
    sampleMention({ id: String(id), title: '', snippet: `${text()} Apple ${text()}` }),
  )
  const learned = mentions.slice(0, labels + unlabelled).map((mention) => learnedOf(mention, 'Apple'))
  const signs = learned.map(({ snippet }) => unpacked(snippet))
  const known = signs.slice(0, labels).map((one, at): Label => ({ signs: one, isRelevant: at % 3 > 0 }))
  let [longest, whole] = [0, 0]
  let began = performance.now()
  const pause = async () => {
    longest = Math.max(longest, performance.now() - began)
    await setImmediate()
    began = performance.now()
  }
  const start = performance.now()
  const classifier = await trainWithPauses(pause, known, signs.slice(labels))
  whole = performance.now() - start
  await pause()
  const judge = createJudge(subscription, about)
  const times = Array.from({ length: rounds }, () => {
    const before = performance.now()
    for (const mention of mentions.slice(labels + unlabelled)) judge(mention, classifier)
    return (1000 * (performance.now() - before)) / judged
  })
  const stored = learned.map((mention, at) =>
    at < labels ? [`7 ${mention.id}`, { alert: '7', at: Date.now(), isRelevant: true, mention }] : mention,
  )
  return [
    {
      what: 'judge a mention of 61 words',
      figure: times.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0,
      ...{ unit: 'µs', most: 50, note: `median of ${rounds} rounds of ${judged} mentions` },
    },
    {
      what: 'longest step of learning again after a label',
      figure: longest,
      ...{ unit: 'ms', most: 50, note: `${whole.toFixed(0)} ms in all, with ${labels} labels` },
    },
    {
      what: 'stored for an alert',
      figure: JSON.stringify(stored).length / 1000,
      ...{ unit: 'kB', most: 200, note: `${labels} labels and ${unlabelled} mentions without one` },
    },
  ]
}
