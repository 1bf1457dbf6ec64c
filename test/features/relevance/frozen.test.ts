import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { teachingFor, train } from '../../../src/features/relevance/filter.ts'
import { createJudge } from '../../../src/features/relevance/judge.ts'
import { heldKind, labelKind, learningKind } from '../../../src/features/relevance/model.ts'
import { muteKind } from '../../../src/stored-kinds.ts'
import { sampleMention } from '../../tools/sample-mention.ts'
import { subscriptionOf } from '../../tools/story-world.ts'

/** What an earlier version has stored: test/frozen/relevance-1/README.md. */
const stored = z
  .record(z.string(), z.record(z.string(), z.unknown()))
  .parse(JSON.parse(readFileSync(new URL('../../frozen/relevance-1/records.json', import.meta.url), 'utf8')))
const valuesOf = <T>({ name, schema }: { name: string; schema: z.ZodType<T> }): T[] =>
  Object.values(stored[name] ?? {}).map((value) => schema.parse(value))

it.each([labelKind, learningKind, heldKind, muteKind])(
  'each record of $name of an earlier version is read with its whole content',
  ({ name, schema }) => {
    const records = Object.values(stored[name] ?? {})
    expect(records.length).toBeGreaterThan(0)
    expect(records.map((one) => schema.parse(one))).toEqual(records)
  },
)

it('what an earlier version has learned still judges, because words have the same numbers', async () => {
  const learned = await train(teachingFor('1001', valuesOf(labelKind), valuesOf(learningKind)))
  const subscription = subscriptionOf({ name: 'acme', alert: 'Acme brand', channel: 'C1' })
  const about = { text: 'Acme, the note-taking app; people write about its sync', sites: ['acme.example'] }
  const judge = createJudge(subscription, about)
  const heldBack = valuesOf(heldKind)
  expect(heldBack.filter(({ mention }) => judge(mention, learned) === undefined)).toEqual([])
  const relevant = ['editor', 'search', 'widget', 'keyboard'].map((part) =>
    sampleMention({
      ...{ title: `The Acme ${part} is lovely`, snippet: `I use the Acme ${part} on my phone each day.` },
      url: 'https://news.example/1',
    }),
  )
  expect(relevant.flatMap((mention) => judge(mention, learned) ?? [])).toEqual([])
})
