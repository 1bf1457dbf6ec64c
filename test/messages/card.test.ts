import { describe, expect, it } from 'vitest'
import { card } from '../../src/messages/card.ts'
import type { Mention } from '../../src/model/mention.ts'
import { sketch } from '../tools/message-sketch.ts'
import { sampleMention } from '../tools/sample-mention.ts'

const place = { subscription: 'acme', alert: '7', style: 'full' } as const
const at = Date.UTC(2026, 10, 20, 14, 5)

function shown(changes: Partial<Mention> = {}): string {
  return sketch(card(sampleMention(changes), place))
}

describe('a card', () => {
  it('tells in four lines where, what, who, and what to do', () => expect(shown()).toMatchSnapshot())

  it('as JSON, with the values of its controls', () => expect(card(sampleMention(), place)).toMatchSnapshot())

  it('in compact style is one line and the buttons', () =>
    expect(sketch(card(sampleMention(), { ...place, style: 'compact' }))).toMatchSnapshot())

  it.each([
    { kind: 'claimed', by: 'Ana', at },
    { kind: 'done', by: 'Ana', at },
    { kind: 'not-relevant', by: 'Ana', at },
  ] as const)('that is $kind says by whom', (state) =>
    expect(sketch(card(sampleMention(), place, state))).toMatchSnapshot(),
  )

  it('shows markup of a stranger literally', () =>
    expect(
      shown({
        title: '<!channel> <@U1> *x* <http://a|b>',
        snippet: '@here #general :boom: `x`',
        author: { name: '<@U2>', avatar: '', audience: 0, url: 'javascript:alert(1)' },
        highlights: [],
      }),
    ).toMatchSnapshot())

  it('shows an address that cannot be a link as text, and offers no site to mute', () =>
    expect(shown({ url: 'javascript:alert(1)' })).toMatchSnapshot())

  it('without a title is called by its snippet', () => expect(shown({ title: '\u200b ' })).toMatchSnapshot())

  it('without title and snippet is called by its address', () =>
    expect(shown({ title: '', snippet: '', highlights: [] })).toMatchSnapshot())

  it('with nothing at all is still a card', () => {
    const nobody = { name: '', avatar: '', audience: 0, url: '' }
    const { sentiment: _, location: __, ...bare } = sampleMention()
    const empty = { ...bare, title: '', snippet: '', url: '', language: '', source: '', author: nobody }
    expect(
      sketch(card({ ...empty, highlights: [], flaws: ['reach: expected number', 'url: missing'] }, place)),
    ).toMatchSnapshot()
  })

  it('keeps right-to-left text in its place and names an unknown source as it is', () =>
    expect(
      shown({
        title: 'אפליקציה <b>',
        language: 'he',
        location: { country: 'IL' },
        source: 'mastodon',
        sentiment: 'positive',
      }),
    ).toMatchSnapshot())

  it('does not link an author whose address is the mention itself', () => {
    const author = { name: 'Kim', avatar: '', audience: 0, url: sampleMention().url }
    expect(shown({ author }).split(author.url)).toHaveLength(3)
  })

  it('names its address once in the blocks although title and snippet repeat it', () => {
    const { url } = sampleMention()
    const { blocks } = card(sampleMention({ title: `See ${url}`, snippet: url, highlights: [] }), place)
    expect(JSON.stringify(blocks).split(url)).toHaveLength(2)
  })

  it('has no picture of any stranger', () =>
    expect(JSON.stringify(card(sampleMention(), place))).not.toContain('kim.png'))
})
