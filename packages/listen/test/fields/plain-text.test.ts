import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { plainText } from '../../src/fields/plain-text.ts'
import { anyText } from '../query/random-query.ts'

const textOf = (html: string) => plainText({ html }, 'https://a.example/blog/').text

it('reads control characters as the letters of Windows-1252 that programs mean by them', () => {
  expect(plainText({ plain: 'It\u0092s \u0093x\u0094\u0085\u0080' }, '').text).toBe('It’s “x”…€')
  expect(plainText({ html: 'It&#146;s \u0093x\u0094' }, '').text).toBe('It’s “x”')
})

describe('the plain text of HTML', () => {
  it.each<[html: string, text: string]>([
    ['<p>Hello</p><p>you &amp; me</p>', 'Hello you & me'],
    ['Ac<b>me</b> app', 'Acme app'],
    ['one<br>two<br/>three', 'one two three'],
    ['<ul><li>a</li><li>b</li></ul>', 'a b'],
    ['a<script>alert(1)</script>b<style>p{}</style>c', 'a b c'],
    ['a<script>if (1 < 2) { "</p>" }</script>b', 'a b'],
    ['<title>Page</title><body>Text', 'Text'],
    ['<head><base href="/"><body>Text', 'Text'],
    ['<p>How to load <script> lazily</p><p>with Acme</p>', 'How to load <script> lazily with Acme'],
    [
      'A <b>post</b> about <script async>, <style> and <title>',
      'A post about <script async>, <style> and <title>',
    ],
    ['a<iframe src="https://x.example"/>b<video src="x.mp4">c', 'a b c'],
    ['a<script>one()</script>b <script> c', 'a b <script> c'],
    ['a<script type="text/javascript">cut = "of', 'a'],
    ['It&#x27;s &quot;fine&quot;&nbsp;&hellip; &lt;b&gt;', 'It\'s "fine" … <b>'],
    ['<p title="x > y">a</p><img alt="logo" src=x>b', 'a b'],
    ['a < b and c > d', 'a < b and c > d'],
    ['<!-- acme --><![CDATA[x]]>y', 'y'],
    ['\u0000a\u0007\r\n\t b', 'a b'],
    ['cafe\u0301', 'café'],
    ['<div'.repeat(3), ''],
    ['', ''],
  ])('%j is %j', (html, text) => {
    expect(textOf(html)).toBe(text)
  })

  it('comes with the links of the HTML as absolute addresses, each once, and only those of the web', () => {
    const html = `<base href="/"><a href="/x">1</a><a href="../y?a=1&amp;b=2">2</a><a href="/x">3</a>
      <a href="javascript:alert(1)">4</a><a href="mailto:a@b.c">5</a><a>6</a><link href="/no">`
    expect(plainText({ html }, 'https://a.example/blog/post').links).toEqual([
      'https://a.example/x',
      'https://a.example/y?a=1&b=2',
    ])
  })

  it.each<[what: string, html: string]>([
    ['a million nested elements', '<div>'.repeat(400_000)],
    ['a million unclosed tags', '<a '.repeat(500_000)],
    ['a million entities', '&amp;'.repeat(400_000)],
    ['a long attribute', `<a href="${'x'.repeat(2_000_000)}">`],
    ['a long comment', `<!--${'-'.repeat(2_000_000)}`],
    ['a million unread elements', '<svg>'.repeat(400_000)],
  ])('of hostile HTML with %s has its limit', (_what, html) => {
    const { text, links } = plainText({ html }, 'https://a.example/')
    expect(text.length).toBeLessThanOrEqual(50_000)
    expect(links.length).toBeLessThanOrEqual(200)
  })

  it('contains whole characters in one line, whatever the HTML', () => {
    fc.assert(
      fc.property(anyText, (html) => {
        for (const given of [{ html }, { plain: html }]) {
          const { text } = plainText(given, 'https://a.example/')
          expect(text.isWellFormed()).toBe(true)
          expect(text).not.toMatch(/[\p{Cc}\n]|^\s|\s$/u)
        }
      }),
    )
  })
})
