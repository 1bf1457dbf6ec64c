import type { Mention } from '@overheard/mention-client/mention'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { threadParts } from '../../src/engine/post/burst-parts.ts'
import { chooseTopMentions, summarizeBurst } from '../../src/messages/mention/burst.ts'
import { sketch, sketches } from '../tools/message-sketch.ts'
import { sampleMention } from '../tools/sample-mention.ts'
import { burstThread, drawBurst } from '../tools/sample-menu.ts'

const sources = ['reddit', 'web', 'reddit', 'youtube', 'news-blogs']
const moods = ['negative', 'neutral', 'positive', 'negative', undefined] as const

function mention(number: number, changes: Partial<Mention> = {}): Mention {
  const { sentiment: _, ...base } = sampleMention()
  const sentiment = moods[number % moods.length]
  return {
    ...base,
    ...(sentiment && { sentiment }),
    id: String(number),
    reach: number * 1000,
    source: sources[number % sources.length] ?? 'web',
    title: `Mention number ${number}`,
    url: `https://example.com/${number}`,
    ...changes,
  }
}

const mentions = Array.from({ length: 21 }, (_, index) => mention(index + 1))

const drawParent = (burst: Parameters<typeof summarizeBurst>[0]) => drawBurst(summarizeBurst(burst))

describe('the first message of a burst', () => {
  it('shows the number, the sentiments, the places and the three most important mentions', () =>
    expect(
      sketch(drawParent({ alertName: 'Acme brand', mentions, top: chooseTopMentions(mentions, 3) })),
    ).toMatchSnapshot())

  it('does not mention a thread if it shows all mentions', () => {
    const few = mentions.slice(0, 2)
    expect(sketch(drawParent({ alertName: 'Acme', mentions: few, top: few }))).not.toContain('thread')
  })
})

describe('the most important mentions of a burst', () => {
  it('are the negative mentions with the widest reach, then the other mentions with the widest reach', () => {
    const some = [
      mention(1, { sentiment: 'positive', reach: 900 }),
      mention(2, { sentiment: 'negative', reach: 1 }),
    ]
    expect(
      chooseTopMentions([...some, mention(3, { sentiment: 'negative', reach: 5 })], 3).map(({ id }) => id),
    ).toEqual(['3', '2', '1'])
  })

  it('are the mentions with the smallest ids, compared as numbers, if sentiment and reach are equal', () => {
    const equal = { sentiment: 'neutral', reach: 5 } as const
    expect(chooseTopMentions([mention(10, equal), mention(9, equal)], 1).map(({ id }) => id)).toEqual(['9'])
  })

  it('do not include a mention with a very long address', () =>
    expect(chooseTopMentions([mention(1, { url: `https://example.com/${'a'.repeat(700)}` })], 3)).toEqual([]))
})

describe('the thread of a burst', () => {
  const parts = threadParts(mentions)

  it('has ten numbered entries in each message, each with its link', () =>
    expect(
      sketches(
        parts.slice(1).map((part, index) => burstThread({ mentions: part, firstNumber: 11 + index * 10 })),
      ),
    ).toMatchSnapshot())

  it('splits twenty-one entries into messages of ten, ten and one', () =>
    expect(parts.map((part) => part.length)).toEqual([10, 10, 1]))

  it('has fewer entries in a message if the addresses are long, because the plain text lists all addresses', () => {
    const long = mentions.map((one) => ({ ...one, url: `${one.url}/${'a'.repeat(1100)}` }))
    const contents = threadParts(long).map((part) => burstThread({ mentions: part, firstNumber: 1 }))
    expect(contents.length).toBe(7)
    for (const { url } of long)
      expect(contents.filter(({ text }) => text.split(/\s/).includes(url))).toHaveLength(1)
  })
})

describe('the buttons of a burst', () => {
  const shown = (some: Mention[]) =>
    sketch(drawParent({ alertName: 'Acme', mentions: some, top: some.slice(0, 3) }))
  const negatives = (count: number, length = 1) =>
    Array.from({ length: count }, (_, index) =>
      mention(index + 1, { id: `${index + 1}`.padStart(length, '1'), sentiment: 'negative' }),
    )

  it.each([
    [1, '[Update several…]'],
    [2, '[Claim both negative] [Update several…]'],
    [7, '[Claim all 7 negative] [Update several…]'],
  ])('with %d negative mentions are %s', (count, buttons) =>
    expect(shown(negatives(count))).toContain(`actions   ${buttons}`),
  )
})

it('the numbers in the first message of a burst are those of its mentions', () => {
  const shape = fc.record({
    sentiment: fc.constantFrom('negative' as const, 'neutral' as const, 'positive' as const, undefined),
    reach: fc.nat(900),
    source: fc.constantFrom('reddit', 'web', 'youtube', 'news-blogs', 'twitter'),
  })
  fc.assert(
    fc.property(fc.array(shape, { minLength: 4, maxLength: 60 }), (shapes) => {
      const some = shapes.map(({ sentiment, ...rest }, index) => {
        const { sentiment: _, ...base } = mention(index + 1, rest)
        return { ...base, ...(sentiment === undefined ? {} : { sentiment }) }
      })
      const { headline, facts, more, negative } = summarizeBurst({
        alertName: 'Acme',
        mentions: some,
        top: chooseTopMentions(some, 3),
      })
      const count = (mood: Mention['sentiment']) =>
        shapes.filter(({ sentiment }) => sentiment === mood).length
      const numberBefore = (words: string) =>
        Number(
          new RegExp(String.raw`([\d,]+) ${words}`).exec(`${headline} ${facts}`)?.[1]?.replace(',', '') ?? 0,
        )
      expect(numberBefore('new mentions')).toBe(some.length)
      expect(numberBefore('negative')).toBe(count('negative'))
      expect(negative).toHaveLength(count('negative'))
      expect(numberBefore('neutral')).toBe(count('neutral'))
      expect(numberBefore('positive')).toBe(count('positive'))
      expect(numberBefore('not rated')).toBe(count(undefined))
      const fromSources = [...facts.matchAll(/(\d+) from/g)].reduce((sum, [, part]) => sum + Number(part), 0)
      expect(fromSources).toBe(some.length)
      expect(more.startsWith(`${some.length - 3} more`)).toBe(true)
    }),
  )
})
