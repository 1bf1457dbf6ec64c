import type { Mention } from '@overheard/mention-client/mention'
import { describe, expect, it } from 'vitest'
import { sketch } from '../tools/message-sketch.ts'
import { sampleMention } from '../tools/sample-mention.ts'
import { card } from '../tools/sample-menu.ts'

const place = { subscription: 'acme', alert: '7', style: 'full' } as const
const at = Date.UTC(2026, 10, 20, 14, 5)

function shown(changes: Partial<Mention> = {}): string {
  return sketch(card(sampleMention(changes), place))
}

describe('a card', () => {
  it('shows the source, the title, the author and the buttons in four lines', () =>
    expect(shown()).toMatchSnapshot())

  it('has buttons and menus with the expected values', () =>
    expect(card(sampleMention(), place)).toMatchSnapshot())

  it('has one line and the buttons in compact style', () =>
    expect(sketch(card(sampleMention(), { ...place, style: 'compact' }))).toMatchSnapshot())

  it.each([
    { kind: 'claimed', by: 'Ana', at },
    { kind: 'done', by: 'Ana', at },
    { kind: 'not-relevant', by: 'Ana', at },
  ] as const)('names the person who set the state $kind', (state) =>
    expect(sketch(card(sampleMention(), place, state))).toMatchSnapshot(),
  )

  it('shows the note of whoever marked it as done in one line of the blocks and of the text, cut and without markup', () => {
    const note = ` Refunded <!channel>\n\nand ${'wrote back '.repeat(40)}`
    const { text, blocks } = card(sampleMention(), place, { kind: 'done', by: 'Ana', at, note })
    const [, line = ''] = text.split('\n')
    expect(line).toMatch(/^“Refunded &lt;!channel&gt; and wrote back .*…”$/)
    expect(line.length).toBeLessThan(180)
    expect(JSON.stringify(blocks)).toMatch(
      /"type":"plain_text","text":"“Refunded <!channel> and wrote back [^"]*…”"/,
    )
    expect(text.split('\n')[0]).toContain('Done by Ana')
  })

  it('begins with a star, and says so in its plain text, if the mention has a star in the mention service', () => {
    const { text, blocks } = card(sampleMention({ starred: true }), place)
    expect(JSON.stringify(blocks[0])).toContain('"text":"★ ')
    expect(text.split('\n')[0]).toContain('starred')
    expect(shown()).not.toContain('★')
  })

  it('shows a stranger’s markup literally', () =>
    expect(
      shown({
        title: '<!channel> <@U1> *x* <http://a|b>',
        snippet: '@here #general :boom: `x`',
        author: { name: '<@U2>', audience: 0, url: 'javascript:alert(1)' },
        highlights: [],
      }),
    ).toMatchSnapshot())

  it('shows an address that cannot be a link as text, and offers no mute of its site', () =>
    expect(shown({ url: 'javascript:alert(1)' })).toMatchSnapshot())

  it('says nothing of a reach of 0, because that means that nobody knows it', () => {
    for (const style of ['full', 'compact'] as const) {
      const known = card(sampleMention({ reach: 7 }), { ...place, style })
      expect(known.text.split('\n')[0]).toMatch(/, 7 reach$/)
      expect(JSON.stringify(known.blocks)).toContain('7 reach')
      expect(JSON.stringify(card(sampleMention({ reach: 0 }), { ...place, style }))).not.toContain('0 reach')
    }
  })

  it('shows the snippet if there is no title', () => expect(shown({ title: '\u200b ' })).toMatchSnapshot())

  it('shows the address if there is no title and no snippet', () =>
    expect(shown({ title: '', snippet: '', highlights: [] })).toMatchSnapshot())

  it('is valid for a mention without any text', () => {
    const nobody = { name: '', avatar: '', audience: 0, url: '' }
    const { sentiment: _, location: __, ...bare } = sampleMention()
    const empty = { ...bare, title: '', snippet: '', url: '', language: '', source: '', author: nobody }
    expect(
      sketch(card({ ...empty, highlights: [], flaws: ['reach: expected number', 'url: missing'] }, place)),
    ).toMatchSnapshot()
  })

  it('keeps right-to-left text in its place, and shows an unknown source by its code', () =>
    expect(
      shown({
        title: 'אפליקציה <b>',
        language: 'he',
        location: { country: 'IL' },
        source: 'mastodon',
        sentiment: 'positive',
      }),
    ).toMatchSnapshot())

  it('does not link the author if the author has the same address as the mention', () => {
    const author = { name: 'Kim', avatar: '', audience: 0, url: sampleMention().url }
    expect(shown({ author }).split(author.url)).toHaveLength(3)
  })

  it('contains the mention’s address only once in the blocks even if title and snippet repeat it', () => {
    const { url } = sampleMention()
    const { blocks } = card(sampleMention({ title: `See ${url}`, snippet: url, highlights: [] }), place)
    expect(JSON.stringify(blocks).split(url)).toHaveLength(2)
  })

  it('does not show images from strangers', () =>
    expect(JSON.stringify(card(sampleMention(), place))).not.toContain('kim.png'))
})
