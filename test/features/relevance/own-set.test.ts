import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { createJudge } from '../../../src/features/relevance/judge.ts'
import { sampleMention } from '../../tools/sample-mention.ts'
import { subscriptionOf } from '../../tools/story-world.ts'

const folder = resolve(import.meta.dirname, 'own-set')
const abouts: Record<string, { text: string; sites: string[] }> = JSON.parse(
  readFileSync(resolve(folder, 'about.json'), 'utf8'),
)

/** Ten relevant texts and ten others of each name, written by hand, each in five variants. The lines of `about` were written before them. */
const textsOf = (name: string): { text: string; relevant: boolean }[] =>
  readFileSync(resolve(folder, `${name.toLowerCase()}.jsonl`), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

const shares = Object.entries(abouts).map(([name, about]) => {
  const judge = createJudge(subscriptionOf(), about)
  const texts = textsOf(name)
  const held = texts.filter(
    ({ text }) =>
      judge(sampleMention({ title: '', snippet: text, url: 'https://t.example/1' }), undefined) !== undefined,
  )
  const shareOf = (relevant: boolean) =>
    held.filter((one) => one.relevant === relevant).length /
    texts.filter((one) => one.relevant === relevant).length
  return { name, count: texts.length, noise: shareOf(false), relevant: shareOf(true) }
})

it('without labels, the two rules hold back at least 30 % of the noise of twelve names, and at most 2 % of the relevant texts', () => {
  const mean = (of: (one: (typeof shares)[number]) => number) =>
    shares.reduce((sum, one) => sum + of(one), 0) / shares.length
  expect(shares.filter(({ count }) => count === 100)).toHaveLength(12)
  expect(mean(({ noise }) => noise)).toBeGreaterThanOrEqual(0.3)
  expect(mean(({ relevant }) => relevant)).toBeLessThanOrEqual(0.02)
})
