import type { Mention } from '@overheard/mention-client/mention'
import { describe, expect, it } from 'vitest'
import type { CardPlace } from '../../src/messages/mention/card.ts'
import { usualFields } from '../../src/messages/mention/fields.ts'
import { cardFields } from '../../src/model/subscription.ts'
import { faultsOfForeign, linksIn } from '../tools/message-checks.ts'
import { sketch } from '../tools/message-sketch.ts'
import { sampleMention } from '../tools/sample-mention.ts'
import { card, drawMentions } from '../tools/sample-menu.ts'

const alertName = 'Acme brand'
const tags = ['checkout', 'payments']

const shown = (place: Partial<CardPlace>, changes: Partial<Mention> = {}) =>
  sketch(card(sampleMention({ tags, ...changes }), { style: 'full', ...place }))

describe('a card with chosen fields', () => {
  it('is the usual card if they are the usual fields', () => {
    const mention = sampleMention({ tags })
    for (const alert of [{}, { alertName }]) {
      const usual = card(mention, { style: 'full', ...alert })
      const chosen = card(mention, { style: 'full', ...alert, show: [...usualFields] })
      expect(chosen.blocks).toEqual(usual.blocks)
    }
  })

  it('shows them in their order: those before the snippet in its line, the others below', () =>
    expect(
      shown({ show: ['source', 'author', 'reach', 'sentiment', 'snippet', 'topics', 'language'] }),
    ).toMatchSnapshot())

  it('has at most four lines whatever is chosen: title, snippet, small print and buttons', () => {
    for (const [index] of cardFields.entries()) {
      const show = [...cardFields.slice(index), ...cardFields.slice(0, index)]
      const { blocks } = card(sampleMention({ tags }), { style: 'full', alertName, show })
      const text = JSON.stringify(blocks[0])
      expect(blocks.length).toBeLessThanOrEqual(3)
      expect(text.split('\\n').length).toBeLessThanOrEqual(2)
    }
  })

  it('shows only its title and the buttons if nothing is chosen', () =>
    expect(shown({ show: [] })).toMatchSnapshot())

  it('says nothing of the sentiment, also not by a sign or in its text, if it is not chosen', () => {
    const { text, blocks } = card(sampleMention({ sentiment: 'negative' }), {
      style: 'full',
      show: ['source'],
    })
    expect(text).not.toMatch(/negative/i)
    expect(JSON.stringify(blocks)).not.toMatch(/👎|negative/i)
  })

  it('names five topics at most, and says how many more there are', () => {
    const seven = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
    expect(shown({ show: ['topics'] }, { tags: seven })).toContain('Topics: a, b, c, d, e and 2 more')
  })

  it('shows nothing in the place of a value that the mention lacks', () => {
    const bare = { tags: [], reach: 0, language: '', snippet: '', highlights: [], source: '' }
    const author = { name: '', audience: 0, url: '' }
    const { sentiment: _, location: __, ...mention } = sampleMention({ ...bare, author, date: -1 })
    const { blocks } = card(mention, { style: 'full', show: [...cardFields] })
    expect(blocks.map(({ type }) => type)).toEqual(['rich_text', 'actions'])
  })

  it('links the mention once even if every text repeats its address', () => {
    const url = 'https://acme.example/1'
    const author = { name: url, audience: 0, url }
    const texts = { title: `See ${url}`, snippet: url, source: url, tags: [url] }
    const mention = sampleMention({ url, ...texts, highlights: [], author })
    for (const layout of [
      { style: 'full' as const, show: [...cardFields] },
      compact('{title} {author} {topics} {source} {alert}'),
    ]) {
      const { blocks } = card(mention, { ...layout, alertName: url })
      expect(linksIn(blocks)).toEqual([url])
      expect(JSON.stringify(blocks).split(url)).toHaveLength(2)
    }
  })
})

const compact = (line: string) => ({ style: 'compact' as const, line })

describe('a compact card with a line of its own', () => {
  it('shows the line, then the buttons', () =>
    expect(shown(compact('{sentiment} {title} · {author}'))).toMatchSnapshot())

  it('shows every value in the place of its name', () =>
    expect(
      shown({
        ...compact(
          '{source}, {author}: {title} ({sentiment}, {reach}) {topics} {language} {country} {alert} {date}',
        ),
        alertName,
      }),
    ).toMatchSnapshot())

  it('shows a stranger’s markup literally, and so does it with the markup of the line', () => {
    const content = card(
      sampleMention({ title: '<!channel> *x*', author: { name: '<@U2>', audience: 0, url: '' } }),
      compact('<!here> *{title}* :boom: {author}'),
    )
    expect(faultsOfForeign(content)).toEqual([])
    expect(sketch(content)).toMatchSnapshot()
  })

  it('is drawn again as it was posted, whatever the configuration says later', () => {
    const shows = { kind: 'card' as const, mention: sampleMention(), ...compact('{title} by {author}') }
    const claimed = drawMentions(shows, {
      states: new Map([[shows.mention.id, { kind: 'claimed' as const, by: 'Ana', at: 0 }]]),
    })
    expect(claimed.blocks[0]).toEqual(drawMentions(shows).blocks[0])
    expect(JSON.stringify(claimed.blocks[0])).toContain(' by ')
  })
})
