import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { coverageOf, joinedCoverage, linksOf, spelledWords } from '../../../src/engine/dedupe/coverage.ts'
import { createOriginalIndex, fingerprintOf } from '../../../src/engine/dedupe/original-index.ts'
import { anyCodePoint } from '../../tools/arbitrary-mention.ts'

const said = (title: string, snippet = '', url = '') => ({ title, snippet, url, language: 'en', reach: 1 })

/** Returns how the second mention belongs to the story of the first; undefined if it does not. */
function similarityOf(
  first: Parameters<typeof fingerprintOf>[0],
  second: Parameters<typeof fingerprintOf>[0],
) {
  const index = createOriginalIndex<{ mention: string; at: number }>()
  index.add({ mention: '1', at: 0 }, fingerprintOf(first, 'coverage'))
  return index.find(fingerprintOf(second, 'coverage'), 1)?.similarity
}

const recall = said('Acme recalls 4,000 kettles after fire reports', '', 'https://a.example/recall')

describe('with `dedupe: coverage`, a mention', () => {
  it('joins an article about the same event, and says which words both have', () =>
    expect(similarityOf(recall, said('4,000 Acme kettles recalled after reports of fire'))).toEqual({
      by: 'words',
      words: expect.arrayContaining(['kettl', 'fire', 'recall']),
    }))

  it.each([
    ['another number of thousands', '9,000 Acme kettles recalled after reports of fire'],
    ['another company', '4,000 Globex kettles recalled after reports of fire'],
    ['only the company in common', 'Acme opens a factory in Lisbon'],
  ])('does not join with %s', (_, title) => expect(similarityOf(recall, said(title))).toBeUndefined())

  it.each([
    ['the town', 'Acme opens a second shop in Lyon today', 'Acme opens a second shop in Lille today'],
    [
      'the product',
      'Agency withdraws Acme tuna in oil over histamine',
      'Agency withdraws Acme mussels in oil over histamine',
    ],
    [
      'a name of two words',
      'Chief Anna Pike leaves Acme after a year',
      'Chief Tom Reed leaves Acme after a year',
    ],
  ])('does not join a title with other words in the same place: %s', (_, first, second) =>
    expect(similarityOf(said(first), said(second))).toBeUndefined(),
  )

  it('joins such a title if both have the same telling number', () =>
    expect(
      similarityOf(said('Acme sales fall to 4,300 kettles'), said('Acme sales slip to 4,300 kettles')),
    ).toMatchObject({ by: 'words' }))

  it('joins in other words if both have the same quote', () => {
    const first = said('Worker of Acme talks', '“Nobody told us about the smell of smoke”, the worker said.')
    const more = (quote: string) =>
      said('Kettles: silence at Acme', `“${quote}”, says a worker of the plant.`)
    expect(similarityOf(first, more('Nobody told us about the smell of smoke'))).toMatchObject({
      by: 'words',
    })
    expect(similarityOf(first, more('We sell more kettles than ever before'))).toBeUndefined()
  })

  it('joins if both have three words that no other story has, but not against a number', () => {
    const first = 'Acme kettles catch fire in kitchens'
    const more = 'Kitchens at risk: fire in kettles of Acme prompts questions from buyers'
    expect(similarityOf(said(first), said(more))).toMatchObject({ by: 'words' })
    expect(similarityOf(said(`${first} 4 times`), said(`${more} of 12 towns`))).toBeUndefined()
    expect(similarityOf(said(first), said('Questions from buyers about kettles of Acme'))).toBeUndefined()
  })

  it('does not join one of another year, or in another language', () => {
    const of = (year: number) => said('Acme results for the third quarter', `It is about ${year}.`)
    const { title: _, ...words } = of(2026)
    const index = createOriginalIndex<{ mention: string; at: number }>()
    index.add({ mention: '1', at: 0 }, { keys: [], coverage: coverageOf(of(2026)) })
    const found = (asked: ReturnType<typeof said>) =>
      index.find({ keys: [], coverage: coverageOf(asked) }, 1) !== undefined
    expect([found(of(2026)), found(of(2025)), found({ ...of(2026), language: 'de' })]).toEqual([
      true,
      false,
      false,
    ])
    expect(words.language).toBe('en')
  })

  it('joins the page that it links to, also in other words, but not because of the front page of a site', () => {
    expect(similarityOf(recall, said('What a mess', 'See https://a.example/recall.'))).toEqual({ by: 'link' })
    const front = { ...recall, url: 'https://a.example/' }
    expect(similarityOf(front, said('What a mess', 'See https://a.example/'))).toBeUndefined()
  })

  it('does not join a page with the same link if no word is the same, and not against a figure', () => {
    const linking = (title: string) => said(title, 'https://b.example/subscribe')
    expect(similarityOf(linking('Kettles on fire'), linking('A factory for Lisbon'))).toBeUndefined()
    expect(similarityOf(linking('Sales rise 8%'), linking('Sales fall 5%'))).toBeUndefined()
    expect(similarityOf(linking('Kettles on fire'), linking('Fire: kettles of Acme burn'))).toEqual({
      by: 'link',
    })
  })
})

describe('with the same link, a mention', () => {
  const linking = (title: string, snippet = '', link = 'https://b.example/subscribe') => ({
    ...said(title, `${snippet} ${link}`.trim()),
    // Each mention has the name that is searched for.
    highlights: [{ text: 'Acme', start: 0, end: 4 }],
  })

  it.each([
    ['the name that is searched for', 'Acme kettles on fire', 'Acme opens a factory for Lisbon'],
    ['one more word', 'Acme shares fall', 'Acme shares a recipe for soup'],
    ['words without meaning', 'What this says about Acme', 'What this means for Acme from Lisbon'],
    ['all but one word', 'Acme recalls tuna in oil today', 'Acme recalls mussels in oil today'],
    ['all but a name', 'Anna Pike leaves Acme after years', 'Tom Reed leaves Acme after years'],
  ])('does not join if both have in common %s', (_, first, second) => {
    expect(similarityOf(linking(first), linking(second))).toBeUndefined()
    expect(similarityOf(linking(second), linking(first))).toBeUndefined()
  })

  it.each(['https://acme.example/pricing', 'https://github.com/acme/acme', 'https://patreon.com/show'])(
    'does not join another event because both link to %s',
    (link) => {
      const first = linking('Acme kettles on fire', 'This is what we heard from people with burns, see', link)
      const second = linking('Acme opens a factory for Lisbon', 'From spring on, this town works with', link)
      expect(similarityOf(first, second)).toBeUndefined()
    },
  )

  it('joins with less in common than without it', () => {
    const [first, second] = [
      'Kettles catch fire in homes',
      'Fire in my kettles ruined the breakfast of guests',
    ]
    expect(similarityOf(linking(first), linking(second))).toEqual({ by: 'link' })
    expect(similarityOf(said(first), said(second))).toBeUndefined()
  })

  it('that is one of many in a long text does not join the page of the link for that alone', () => {
    const links = ['recall', 'jobs', 'shops'].map((page) => `https://a.example/${page}`)
    const digest = { ...said('Acme opens a factory in Lisbon', 'News of the day'), links }
    expect(similarityOf(recall, digest)).toBeUndefined()
    expect(similarityOf(digest, recall)).toBeUndefined()
    expect(similarityOf(recall, { ...digest, links: links.slice(0, 1) })).toEqual({ by: 'link' })
    const about = { ...digest, title: 'Fire reports: why Acme recalls its kettles' }
    expect(similarityOf(recall, about)).toBeDefined()
  })
})

describe('with the same title, a mention', () => {
  const incident = (place: number, snippet: string) =>
    said('Elevated error rates on sync API', snippet, `https://status.example/${place}`)
  const first = incident(1, 'A failed database migration made requests time out between ten and eleven.')

  it('joins a copy of the text, one without text, and one whose text is a cut of it', () => {
    const joined = ['', first.snippet, '…database migration made requests time out between ten and…']
    for (const snippet of joined) expect(similarityOf(first, incident(2, snippet))).toEqual({ by: 'title' })
  })

  it('does not join another text, or against a year', () => {
    const other = 'Customers in Europe could not reach the web app because a certificate had expired.'
    expect(similarityOf(first, incident(2, other))).toBeUndefined()
    const of = (year: number) => said('Acme results for the third quarter', `It is about ${year}.`)
    expect(similarityOf(of(2025), of(2026))).toBeUndefined()
  })
})

describe('a comment', () => {
  const comment = (snippet: string, url = '') => ({
    ...said('Show HN: Acme, an app for notes that works offline', snippet, url),
    isTitleBorrowed: true as const,
  })
  const lost = 'Acme lost all my photos of Lyon during the update of yesterday'

  it('does not join the thread, whose title it is shown with, or a comment with another word in the same place', () => {
    const thread = said('Show HN: Acme, an app for notes that works offline')
    expect(similarityOf(thread, comment('Acme deleted all my files last week'))).toBeUndefined()
    expect(similarityOf(comment(lost), comment(lost.replace('photos', 'letters')))).toBeUndefined()
  })

  it('joins a copy of its text', () =>
    expect(similarityOf(comment(lost), comment(lost))).toMatchObject({ by: 'words' }))
})

describe('what a mention says', () => {
  it('has one form for a number, whatever separates its thousands, and no site name', () => {
    const [point, comma, blank] = ['4.000', '4,000', '4 000'].map((number) =>
      coverageOf(said(`Acme recalls ${number} kettles - The Daily Example`)),
    )
    expect(point).toEqual(comma)
    expect(blank).toEqual(comma)
    expect(comma?.figures).toEqual([['kettl', '4000']])
  })

  it('is limited in size, and so is a story, whatever strangers write', () =>
    fc.assert(
      fc.property(
        fc.string({ unit: anyCodePoint, maxLength: 900 }),
        fc.string({ maxLength: 900 }),
        (title, snippet) => {
          const one = coverageOf(said(title, snippet))
          const story = joinedCoverage(joinedCoverage(one, coverageOf(said(snippet, title))), one)
          expect(one.places + story.places).toBe(4)
          for (const { words, figures, years, titles = [] } of [one, story]) {
            expect(titles.length).toBeLessThanOrEqual(5)
            expect(titles.join('').length).toBeLessThanOrEqual(5 * 300)
            expect(words.length).toBeLessThanOrEqual(60)
            expect(figures.length).toBeLessThanOrEqual(40)
            expect(years.length).toBeLessThanOrEqual(10)
          }
          expect(spelledWords(said(title, snippet), ['x']).length).toBeLessThanOrEqual(1)
          expect(linksOf(said('', title)).length).toBeLessThanOrEqual(5)
        },
      ),
    ))
})
