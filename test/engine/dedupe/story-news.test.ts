import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fingerprintOf } from '../../../src/engine/dedupe/original-index.ts'
import { originalCardOf, withDuplicate } from '../../../src/engine/dedupe/story.ts'
import { newsOf } from '../../../src/engine/dedupe/story-news.ts'
import type { OriginalCard } from '../../../src/model/card.ts'
import { sampleMention } from '../../tools/sample-mention.ts'

type Said = { title: string; snippet?: string; language?: string; isTitleBorrowed?: true }

const mentionOf = ({ snippet = '', language = 'en', ...said }: Said, id = '1') =>
  sampleMention({ ...said, id, snippet, language, url: `https://p${id}.example/x` })

function storyOf(...places: Said[]): OriginalCard {
  const [first, ...others] = places.map((said, index) => mentionOf(said, String(index + 1)))
  if (first === undefined) throw new Error('a story has a place')
  const place = { subscription: 'acme', alert: '7', mention: '1', channel: 'C1', ts: '1', at: 1 }
  return others.reduce(
    (card, mention) => {
      const { id, url, reach } = mention
      const news = newsOf(mention, card)
      const duplicate = { id, url, reach, ...(news.length > 0 && { news }) }
      return withDuplicate(card, duplicate, fingerprintOf(mention, 'coverage'))
    },
    originalCardOf(place, fingerprintOf(first, 'coverage')),
  )
}

const newsAfter = (before: Said | Said[], next: Said) =>
  newsOf(mentionOf(next, '99'), storyOf(...[before].flat()))

const recall = { title: 'Acme recalls 4,000 kettles after 9 people were injured' }

describe('the news of a story', () => {
  it('is not what the title of a thread says above a comment', () => {
    const denial: Said = { title: 'Acme denies fault in the kettle recall', snippet: 'My kettle is fine' }
    expect(newsAfter(recall, denial)).toEqual([{ kind: 'denial' }])
    expect(newsAfter(recall, { ...denial, isTitleBorrowed: true })).toEqual([])
  })

  it.each<[string, string, string]>([
    ['en', 'Acme denies fault in the kettle recall', 'Correction: Acme recalls 4,000 kettles'],
    ['de', 'Acme weist die Schuld am Rückruf zurück', 'Richtigstellung zum Rückruf von Acme'],
    ['fr', 'Acme dément tout défaut de ses bouilloires', 'Rectificatif : le rappel des bouilloires Acme'],
    ['es', 'Acme niega defectos en sus hervidores', 'Fe de erratas: la retirada de Acme'],
    ['pt', 'Acme nega defeito nas chaleiras', 'Errata: recolha de chaleiras da Acme'],
    ['it', 'Acme smentisce difetti nei bollitori', 'Acme rettifica i dati sul richiamo dei bollitori'],
    ['nl', 'Acme ontkent gebrek aan waterkokers', 'Rectificatie: terugroepactie van Acme'],
  ])(
    'names a denial and a correction in %s, also if nobody knows the language',
    (language, denial, correction) => {
      const before = { title: 'Acme 4000 Boil', language }
      expect(newsAfter(before, { title: denial, language })).toEqual([{ kind: 'denial' }])
      expect(newsAfter(before, { title: correction, language })).toEqual([{ kind: 'correction' }])
      const isShort = ['es', 'pt'].includes(language) && /\bnega\b/.test(denial)
      expect(newsAfter(before, { title: denial, language: '' })).toEqual(isShort ? [] : [{ kind: 'denial' }])
      expect(newsAfter(before, { title: correction, language: '' })).toEqual([{ kind: 'correction' }])
    },
  )

  it.each<[string, string]>([
    ['en', 'Acme shares see a correction after the kettle recall'],
    ['en', 'Acme recalls kettles; Denis Kern, an owner, says he is angry'],
    ['de', 'Acme war nie für Wasserkocher bekannt'],
    ['ja', 'Acme denies'],
  ])('takes no other words for a denial or a correction (%s: %s)', (language, title) => {
    expect(newsAfter({ ...recall, language }, { title, language })).toEqual([])
  })

  it('names a denial and a correction once, also if the first place has it', () => {
    const denial = { title: 'Acme denies fault in the kettle recall' }
    expect(newsAfter([recall, denial], { title: 'Acme denied all fault for its kettles' })).toEqual([])
    expect(newsAfter(denial, { title: 'Acme denied all fault for its kettles' })).toEqual([])
    const correction = { title: 'Acme corrects its numbers of kettles' }
    expect(newsAfter([recall, denial], correction)).toEqual([{ kind: 'correction' }])
  })

  it.each<[string, Said, unknown[]]>([
    [
      'a new number of people',
      { title: 'Acme kettles: 12 people injured, 4,000 recalled' },
      [{ kind: 'figure', now: '12', before: '9', unit: 'people' }],
    ],
    [
      'a new number of thousands',
      { title: 'Acme now recalls 9.000 Kettles' },
      [{ kind: 'figure', now: '9000', before: '4000', unit: 'Kettles' }],
    ],
    ['the same number', { title: 'Acme: 9 people injured' }, []],
    ['both numbers', { title: 'Acme: 12 people injured, up from 9 people' }, []],
    ['a number of something else', { title: 'Acme closes 12 shops' }, []],
  ])('is told for %s', (_what, next, expected) => {
    expect(newsAfter(recall, next)).toEqual(expected)
  })

  it('names shares and amounts, and no times or dates', () => {
    const before = { title: 'Acme shares fall 8% to 5.5 million on 12 May, 3 days after the recall' }
    expect(
      newsAfter(before, { title: 'Acme shares fall 11% to 5.2 million on 13 May, 4 days after it' }),
    ).toEqual([
      { kind: 'figure', now: '11', before: '8', unit: '%' },
      { kind: 'figure', now: '5.2', before: '5.5', unit: 'million' },
    ])
    const german = { title: 'Acme: 3 Tage nach dem 12. März', language: 'de' }
    expect(newsAfter(german, { title: 'Acme: 4 Tage nach dem 13. März', language: 'de' })).toEqual([])
  })

  it('is never what the story has said, whatever a stranger writes', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      fc
        .array(
          fc.constantFrom(
            'Acme',
            'denies',
            '9',
            '12',
            '4,000',
            '8%',
            'people',
            'Correction:',
            'kettles',
            '3',
            'days',
          ),
        )
        .map((words) => words.join(' ')),
    )
    const said = fc.record({ title: text, snippet: text, language: fc.constantFrom('', 'en', 'de') })
    fc.assert(
      fc.property(fc.array(said, { minLength: 1, maxLength: 4 }), said, (places, next) => {
        const story = storyOf(...places)
        const news = newsOf(mentionOf(next, '99'), story)
        const figures = story.story?.coverage?.figures.map(([, value]) => value) ?? []
        for (const one of news) {
          if (one.kind !== 'figure') continue
          expect(figures).toContain(one.before)
          expect(one.unit).toMatch(/^(%|[\p{L}\p{M}]+)$/u)
          expect(`${next.title} ${next.snippet}`.normalize('NFKC')).toContain(one.unit)
        }
        expect(new Set(news.map((one) => JSON.stringify(one))).size).toBe(news.length)
        // What the last place has said is no news any more.
        expect(newsOf(mentionOf(next, '100'), storyOf(...places, next))).toEqual([])
      }),
    )
  })
})
