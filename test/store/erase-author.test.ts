import { mentionSchema } from '@overheard/mention-client/mention'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createAuthorEraser } from '../../src/store/erase-author.ts'
import { faultsOf } from '../tools/message-checks.ts'
import { sampleMention } from '../tools/sample-mention.ts'
import { card } from '../tools/sample-menu.ts'

const author = { name: 'Jane Doe', avatar: 'https://x.example/jane.png', audience: 10, url: 'x.example/jane' }
const byJane = sampleMention({ id: '11', author, title: 'Her words', url: 'https://x.example/her' })
const byOther = sampleMention({ id: '12', snippet: 'Says Jane  DOE, not Jane Does' })

/** Learns all values and returns each without the author. */
function erased(name: string, ...values: unknown[]) {
  const eraser = createAuthorEraser(name)
  for (const value of values) eraser.learn({ kind: 'cards', value, place: { channel: 'C1', ts: '1.0' } })
  return {
    values: values.map((value) => eraser.erase({ kind: 'cards', value })),
    messages: eraser.messages(),
  }
}

describe('erasing an author', () => {
  it('removes the texts of the author’s mentions, but keeps the mentions valid', () => {
    const { values, messages } = erased('jane doe', { alert: '7', mention: byJane })
    const [card] = values as { mention: unknown }[]
    expect(mentionSchema.parse(card?.mention)).toMatchObject({
      id: '11',
      title: '',
      url: '',
      author: { name: '' },
    })
    expect(JSON.stringify(values)).not.toMatch(/jane|her/i)
    expect(messages).toEqual([{ channel: 'C1', ts: '1.0' }])
  })

  it('names no message for a record of a queue, because its place is not in Slack', () => {
    const eraser = createAuthorEraser('Jane Doe', new Set(['queue']))
    const place = { channel: 'hook', ts: '1795262400.000123' }
    const stored = (kind: string) => ({ kind, value: { ts: place.ts, value: { mention: byJane } }, place })
    eraser.learn(stored('queue'))
    expect(eraser.messages()).toEqual([])
    eraser.learn(stored('cards'))
    expect(eraser.messages()).toEqual([place])
  })

  it('leaves mentions that still make a card that Slack accepts', () => {
    const { values } = erased('Jane Doe', byJane)
    const place = { subscription: 'acme', alert: '7', style: 'full' } as const
    const content = card(mentionSchema.parse(values[0]), place)
    expect(faultsOf(content)).toEqual([])
    expect(content.text).toContain('Untitled')
  })

  it('replaces the name in other people’s texts, but only as whole words', () => {
    const { values } = erased('Jane Doe', byOther)
    expect(values).toMatchObject([
      { id: '12', snippet: 'Says [removed], not Jane Does', author: byOther.author },
    ])
  })

  it('removes addresses and words of the author’s mentions from decisions and duplicates of the same alert', () => {
    const mine = { alert: '7', id: '11', url: 'https://x.example/her', reason: 'posted' }
    const skipped = { ...mine, reason: 'about', detail: 'against: “her”' }
    const foreign = { ...skipped, alert: '8' }
    const { values } = erased('Jane Doe', { alert: '7', mention: byJane }, mine, skipped, foreign)
    expect(values.slice(1)).toEqual([
      { ...mine, url: '' },
      { ...skipped, url: '', detail: '[removed]' },
      foreign,
    ])
  })

  it('removes mutes of the author, and replaces the name in filters, which would match more without it', () => {
    const mutes = [
      { kind: 'author', name: 'JANE DOE' },
      { kind: 'source', name: 'web' },
    ]
    const { values } = erased('Jane Doe', mutes, { only: { author: ['Jane Doe'] } })
    expect(values).toEqual([[mutes[1]], { only: { author: ['[removed]'] } }])
  })

  it('keeps an equal name of a subscription, alert or channel, because checkpoints and receipts refer to it', () => {
    const subscription = { name: 'Jane Doe', alert: 'Jane Doe', channel: '#jane doe', schedule: '* * * * *' }
    const record = { subscription: 'Jane Doe', alert: 'Jane Doe', what: 'Jane Doe' }
    const { values } = erased('Jane Doe', subscription, record)
    expect(values).toEqual([subscription, { ...record, what: '[removed]' }])
  })

  it('does not change a value in which the author does not occur', () => {
    const value = { alert: '7', mention: sampleMention({ id: '13' }), list: [1, 'two', null] }
    expect(erased('Jane Doe', value).values[0]).toBe(value)
  })

  it('finds names with symbols, with decomposed letters, and as Slack’s messages escape them', () => {
    const name = 'José "J&J" (Ltd.)'
    const texts = [name, name.normalize('NFD'), 'by José "J&amp;J" (Ltd.).', name.toUpperCase()]
    expect(erased(name, texts).values).toEqual([['[removed]', '[removed]', 'by [removed].', '[removed]']])
  })

  it('leaves no trace of the author in any text, whatever the name is', () => {
    const word = fc
      .string({ minLength: 2, maxLength: 8, unit: 'grapheme' })
      .filter((text) => /^[\p{L}\p{N}]{2,}$/u.test(text))
    const around = fc.constantFrom('', ' ', ', ', '\n', '<', '(', '…')
    fc.assert(
      fc.property(
        fc.array(word, { minLength: 1, maxLength: 3 }),
        around,
        around,
        fc.string(),
        (words, a, b, text) => {
          const name = words.join(' ')
          const eraser = createAuthorEraser(name)
          const value = [{ text: `${a}${words.join('  ')}${b}` }, { [text]: name }]
          const after = eraser.erase({ kind: 'x', value }) as object[]
          for (const one of after.flatMap((record) => Object.values(record)))
            expect(eraser.isNamedIn(one)).toBe(false)
        },
      ),
    )
  })
})
