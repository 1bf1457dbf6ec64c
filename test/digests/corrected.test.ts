import type { Mention } from '@overheard/mention-client/mention'
import { expect, it } from 'vitest'
import { withCorrectedMentions } from '../../src/digests/compose.ts'
import { correctedNote } from '../../src/digests/content/message.ts'
import { knownValue } from '../../src/stats/period-summary.ts'
import { summaryOf } from '../tools/period-summaries.ts'
import { sampleMention } from '../tools/sample-mention.ts'

const mention = (id: string, reach: number, sentiment: Mention['sentiment'] & {}) =>
  sampleMention({ id, reach, sentiment })

it('the lists of a digest have the sentiments that people gave, and the counts stay those of the service', () => {
  const listed = {
    widestReach: { kind: 'known' as const, value: [mention('1', 90, 'negative')] },
    widestReachNegative: {
      kind: 'known' as const,
      value: [mention('1', 90, 'negative'), mention('2', 50, 'negative')],
    },
  }
  const summary = { ...summaryOf({}), ...listed }
  const corrected = new Map([
    ['1', mention('1', 90, 'positive')],
    ['3', mention('3', 70, 'negative')],
    ['4', mention('4', 99, 'neutral')],
  ])
  const after = withCorrectedMentions(summary, corrected)
  const rows = (value: typeof after.widestReach) => knownValue(value)?.map((one) => [one.id, one.sentiment])
  expect(rows(after.widestReach)).toEqual([['1', 'positive']])
  expect(rows(after.widestReachNegative)).toEqual([
    ['3', 'negative'],
    ['2', 'negative'],
  ])
  expect({ ...after, ...listed }).toEqual(summary)
})

it('a digest says how many posts people corrected, and that the shares are those of the service', () => {
  expect(correctedNote({ count: 12, of: 80 })).toEqual([
    'People corrected the sentiment of 12 of 80 posts in this channel; shares of negative mentions are those of the mention service.',
  ])
  expect(correctedNote(undefined)).toEqual([])
})
