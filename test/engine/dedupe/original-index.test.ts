import { describe, expect, it } from 'vitest'
import { createOriginalIndex, maxCompared } from '../../../src/engine/dedupe/original-index.ts'
import { titleWords } from '../../../src/engine/dedupe/title-similarity.ts'

const day = 86_400_000
const entry = (mention: string, at = 0) => ({ mention, at })
const lettersOf = (number: number) => [...String(number)].map((digit) => 'abcdefghij'[Number(digit)]).join('')
const known = (title: string, ...keys: string[]) => ({ keys, title: titleWords(title) })

describe('the index of originals', () => {
  const [one, other] = ['one two three four five six seven', 'one two three four five six eight']
  it.each([
    [
      'an original by its URL, even if another original has the same title',
      known(other, 'address b', 'title a'),
      '2',
      'address',
    ],
    [
      'an original by its whole title if it has no original with the URL',
      known(other, 'title a'),
      '1',
      'title',
    ],
    [
      'an original with a similar title if it has none with the URL or the whole title',
      known(`${one} nine`),
      '1',
      'likeness',
    ],
    [
      'no original if it has none with the URL, and there is no title',
      known('', 'address c'),
      undefined,
      undefined,
    ],
  ])('finds %s', (_, asked, mention, by) => {
    const firsts = createOriginalIndex<{ mention: string; at: number }>()
    firsts.add(entry('1'), known(one, 'address a', 'title a'))
    firsts.add(entry('2', 1), known('something else altogether happened there today', 'address b'))
    const found = firsts.find(asked, 2)
    expect([found?.original.mention, found?.similarity.by]).toEqual([mention, by])
  })

  it('finds an original by its URL and by its title for seven days, and not longer', () => {
    const firsts = createOriginalIndex<{ mention: string; at: number }>()
    firsts.add(entry('1'), known(one, 'address a'))
    const found = (asked: ReturnType<typeof known>, at: number) => firsts.find(asked, at) !== undefined
    expect([found(known('', 'address a'), 7 * day), found(known('', 'address a'), 7 * day + 1)]).toEqual([
      true,
      false,
    ])
    expect([found(known(one), 7 * day), found(known(one), 7 * day + 1)]).toEqual([true, false])
  })

  it('finds the newest of several originals with the same URL, in whatever order they are added, and the next one after its removal', () => {
    const firsts = createOriginalIndex<{ mention: string; at: number }>()
    for (const [mention, at] of [
      ['2', 2],
      ['3', 3],
      ['1', 1],
    ] as const)
      firsts.add(entry(mention, at), known(one, 'address a'))
    expect(firsts.find(known('', 'address a'), 4)?.original.mention).toBe('3')
    expect(firsts.find(known(one), 4)?.original.mention).toBe('3')
    firsts.remove(entry('3', 3))
    expect(firsts.find(known(one), 4)?.original.mention).toBe('2')
  })

  it('finds the newest of several originals with the same URL that is wanted, and each at the time of its newest card', () => {
    const firsts = createOriginalIndex<{ mention: string; at: number }>()
    for (const [mention, at] of [
      ['1', 1],
      ['2', 2],
      ['3', 3],
      ['1', 4],
    ] as const)
      firsts.add(entry(mention, at), known(one, 'address a'))
    const asked = known('', 'address a')
    expect(firsts.find(asked, 5)?.original).toEqual(entry('1', 4))
    expect(firsts.find(asked, 5, ({ mention }) => mention !== '1')?.original.mention).toBe('3')
  })

  it('no longer finds an original of more than seven days ago after the old ones are dropped, but still finds a younger one', () => {
    const firsts = createOriginalIndex<{ mention: string; at: number }>()
    firsts.add(entry('1'), known(one, 'address a'))
    firsts.add(entry('2', 1), known(other, 'address b'))
    firsts.dropOld(7 * day + 1)
    const found = (key: string) => firsts.find(known('', key), 1)?.original.mention
    expect([found('address a'), found('address b')]).toEqual([undefined, '2'])
  })

  it('compares a title only with the thousand newest originals, because comparing takes time', () => {
    const firsts = createOriginalIndex<{ mention: string; at: number }>()
    const words = (id: number) => Array.from({ length: 9 }, (_, place) => lettersOf(id * 7 + place)).join(' ')
    for (let id = 0; id <= maxCompared; id++) firsts.add(entry(String(id), id), known(words(id)))
    expect(firsts.find(known(words(0)), 2000)).toBeUndefined()
    expect(firsts.find(known(words(1)), 2000)?.original.mention).toBe('1')
  })
})
