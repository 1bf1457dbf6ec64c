import { expect, it } from 'vitest'
import { canonicalAddress, unwrapped } from '../../../service/fields/canonical-address.ts'

it.each<[one: string, other: string]>([
  ['https://www.news.example/a/', 'http://news.example/a'],
  ['https://NEWS.example/a?utm_source=x&utm_medium=y', 'https://news.example/a'],
  ['https://news.example/a?b=2&a=1', 'https://news.example/a?a=1&b=2'],
  ['https://news.example:443/a#top', 'https://news.example/a'],
  ['https://news.example/a#:~:text=acme%20app', 'https://news.example/a'],
  ['https://m.news.example/a?fbclid=1', 'https://news.example/a?ref=home'],
  ['https://amp.news.example/a', 'https://news.example/a'],
  [
    'http://www.bing.com/news/apiclick.aspx?ref=FexRss&url=https%3a%2f%2fnews.example%2fa&c=1',
    'https://news.example/a',
  ],
  ['https://www.google.com/url?rct=j&url=https://news.example/a&ct=ga', 'https://news.example/a'],
])('%s and %s are the same page', (one, other) => {
  expect(canonicalAddress(one)).toBe(canonicalAddress(other))
})

it.each<[one: string, other: string]>([
  ['https://news.example/a', 'https://news.example/b'],
  ['https://news.example/a', 'https://news.example/A'],
  ['https://news.example/?id=1', 'https://news.example/?id=2'],
  ['https://news.example/a#comment-1', 'https://news.example/a#comment-2'],
  ['https://news.example/#/shop', 'https://news.example/#/jobs'],
  ['https://news.example/#!/shop', 'https://news.example/'],
  ['https://www.example/', 'https://example/'],
  ['https://docs.news.example/', 'https://news.example/'],
])('%s and %s are different pages', (one, other) => {
  expect(canonicalAddress(one)).not.toBe(canonicalAddress(other))
})

it.each(['mailto:a@b.c', 'javascript:1', 'nonsense', ''])('%s is no page', (address) => {
  expect(canonicalAddress(address)).toBeUndefined()
})

it('an address inside that of a search engine must be one of the web to be used', () => {
  const wrapped = 'https://www.google.com/url?url=javascript:alert(1)'
  expect(canonicalAddress(wrapped)).toBeUndefined()
  expect(unwrapped('https://www.google.com/url?url=nonsense')).toMatch('google.com')
})

it('an address with slashes without end is compared as quickly as any other', () => {
  const address = `https://news.example/${'/'.repeat(1_000_000)}a`
  expect(canonicalAddress(`${address}${'/'.repeat(1_000_000)}`)).toBe(canonicalAddress(address))
})
