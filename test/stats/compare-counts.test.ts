import { describe, expect, it } from 'vitest'
import { compareCounts, compareShares } from '../../src/stats/counts.ts'
import { changeWords, shareChangeWords } from '../../src/stats/figures.ts'
import { withPlainSpaces } from '../tools/message-sketch.ts'

describe('the words for the change of a count', () => {
  it.each<[number, number | undefined, string]>([
    [118, 100, '▲ 18%'],
    [97, 100, '▼ 3%'],
    [0, 100, '▼ 100%'],
    [4, 1000, '▼ >99%'],
    [39, 40, '▼ 3%'],
    [1001, 1000, 'no change'],
    [100, 100, 'no change'],
    [0, 0, 'no change'],
    [7, 0, 'no earlier data'],
    [5, 2, 'was 2'],
    [2, 9, 'was 9'],
    [10, 10, 'no change'],
    [20, 10, '▲ 100%'],
    [100, 10, '▲ 900%'],
    [101, 10, 'was 10'],
    [9_400_000, 48_200, 'was 48.2k'],
    [5, undefined, ''],
  ])('for %i now and %s before are "%s"', (now, before, words) =>
    expect(withPlainSpaces(changeWords(compareCounts(now, before)))).toBe(words),
  )
})

describe('the words for the change of a share', () => {
  it.each<[string, [number, number], [number, number] | undefined, string]>([
    ['give a rise in points', [22, 100], [17, 100], '▲ 5 pts'],
    ['give a fall in points', [16, 100], [17, 100], '▼ 1 pt'],
    ['say that the share did not change', [1, 10], [10, 100], 'no change'],
    ['say that there is no earlier data if there was nothing before', [1, 10], [0, 0], 'no earlier data'],
    ['give the counts if the earlier total is small', [8, 20], [2, 6], 'was 2 of 6'],
    ['give the counts if the present total is small', [1, 3], [20, 100], 'was 20 of 100'],
    ['are empty if nothing is rated now', [0, 0], [1, 10], ''],
    ['are empty if the earlier number is unknown', [1, 10], undefined, ''],
  ])('%s', (_, [part, whole], before, words) => {
    const base = before && { part: before[0], whole: before[1] }
    expect(withPlainSpaces(shareChangeWords(compareShares({ part, whole }, base)))).toBe(words)
  })
})
