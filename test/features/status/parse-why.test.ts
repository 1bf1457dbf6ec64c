import { expect, it } from 'vitest'
import { parseWhy } from '../../../src/features/status/parse-why.ts'

it.each([
  ['9007199254740993', { id: '9007199254740993' }],
  ['https://news.example/1?a=b&c', { url: 'https://news.example/1?a=b&c' }],
  ['news.example/1', { url: 'news.example/1' }],
  ['the outage', { words: 'the outage' }],
  ['', undefined],
])('/mentions why is followed by an id, an address or words in "%s"', (line, mention) =>
  expect(parseWhy(line)).toEqual(mention),
)
