import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encode, type Inline, type Paragraph, plainOf, readMrkdwn } from '../../../src/page/text/mrkdwn.ts'

/** Writes parsed text as a string with all formatting named. */
function told(paragraphs: Paragraph[]): string {
  return paragraphs
    .map((one) =>
      one.kind === 'preformatted'
        ? `pre(${one.text})`
        : `${one.kind === 'quote' ? '> ' : ''}${inlines(one.children)}`,
    )
    .join('¶')
}

function inlines(all: Inline[]): string {
  return all
    .map((one) => {
      if (one.kind === 'styled') return `${one.style}(${inlines(one.children)})`
      if (one.kind === 'link') return `link(${one.url} ${inlines(one.children)})`
      if (one.kind === 'date') return `date(${one.timestamp} ${one.format})`
      return one.kind === 'text' ? one.text : `${one.kind}(${plainOf([one])})`
    })
    .join('')
}

describe('the sandbox’s Slack page parses mrkdwn like Slack,', () => {
  it.each([
    ['*bold* and _italic_ and ~gone~', 'bold(bold) and italic(italic) and strike(gone)'],
    ['*_both_*', 'bold(italic(both))'],
    ['`*not bold*`', 'code(*not bold*)'],
    ['snake_case_name and 2*3*4', 'snake_case_name and 2*3*4'],
    ['* no bold * here', '* no bold * here'],
    ['*over\nlines*', '*over\nlines*'],
    ['<https://a.example|words>', 'link(https://a.example words)'],
    ['<https://a.example?a=1&amp;b=2>', 'link(https://a.example?a=1&b=2 https://a.example?a=1&b=2)'],
    ['see https://a.example/x, and', 'see link(https://a.example/x https://a.example/x), and'],
    ['<javascript:alert(1)|click>', '<javascript:alert(1)|click>'],
    ['<data:text/html,x|click>', '<data:text/html,x|click>'],
    ['<mailto:a@b.example|mail>', 'link(mailto:a@b.example mail)'],
    ['<@U0000000ANA> in <#C000GENERAL>', 'user(@U0000000ANA) in channel(#C000GENERAL)'],
    ['<!here> <!subteam^S1|@crew>', 'broadcast(@here) broadcast(@crew)'],
    ['<!date^1795183320^{date_short} at {time}|then>', 'date(1795183320 {date_short} at {time})'],
    ['<!date^x^{time}|then>', '<!date^x^{time}|then>'],
    [':tada: and :unheard_of:', 'emoji(:tada:) and :unheard_of:'],
    ['a &lt;b&gt; &amp;amp; c', 'a <b> &amp; c'],
    ['&gt; quoted\nnot', '> quoted¶not'],
    ['before\n```\ncode *x*\n```\nafter', 'before\n¶pre(code *x*)¶after'],
  ])('for example the text %j', (text, expected) => {
    expect(told(readMrkdwn(text))).toBe(expected)
  })
})

/** Text with many special characters. */
const tricky = fc.string({
  unit: fc.oneof(
    fc.constantFrom(
      '*',
      '_',
      '~',
      '`',
      '```',
      '<',
      '>',
      '|',
      '&',
      ':',
      '\n',
      ' ',
      '!',
      '@',
      '#',
      '^',
      '&lt;',
    ),
    fc.constantFrom('https://a.example', 'javascript:', '!date^1^{time}', 'word', 'tada', 'U1'),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 3 }),
  ),
})

function linksOf(all: Inline[]): string[] {
  return all.flatMap((one) => {
    if (one.kind === 'styled') return linksOf(one.children)
    if (one.kind === 'link') return [one.url, ...linksOf(one.children)]
    return one.kind === 'date' && one.url !== undefined ? [one.url] : []
  })
}

function linesOf(paragraphs: Paragraph[]): Inline[] {
  return paragraphs.flatMap((one) =>
    one.kind === 'preformatted' ? [{ kind: 'text' as const, text: one.text }] : one.children,
  )
}

it('links in mrkdwn on the sandbox’s Slack page lead only to web or mail addresses', () => {
  fc.assert(
    fc.property(tricky, (text) => {
      for (const url of linksOf(linesOf(readMrkdwn(text)))) expect(url).toMatch(/^(https?|mailto):/i)
    }),
    { numRuns: 500 },
  )
})

it('the sandbox’s Slack page shows any typed text completely except the formatting signs', () => {
  const withoutMarks = (text: string) => text.replace(/[*_~`>\n ]/g, '')
  fc.assert(
    fc.property(tricky, (text) => {
      expect(withoutMarks(plainOf(linesOf(readMrkdwn(encode(text)))))).toBe(withoutMarks(text))
    }),
    { numRuns: 500 },
  )
})

// A parser with quadratic run time would exceed the test's timeout.
it.each(['*a ', '_', '`', '<', ':a', '&gt; ', '```'])(
  'the sandbox’s Slack page parses mrkdwn of %s, repeated 200,000 times, before the test times out',
  (sign) => {
    expect(linesOf(readMrkdwn(sign.repeat(200_000))).length).toBeGreaterThan(0)
  },
)
