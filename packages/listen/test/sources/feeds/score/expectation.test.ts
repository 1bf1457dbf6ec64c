import { describe, expect, it } from 'vitest'
import { expectationIn, readings } from './expectation.ts'
import { scoreFile } from './score-file.ts'

const file = (expression: string, item: string) =>
  Buffer.from(
    `<!--\nDescription: a test\nExpect:      ${expression}\n-->\n<rss><channel><item>${item}</item></channel></rss>`,
  )

describe('the expectation of a test file', () => {
  it.each([
    ["not bozo and entries[0]['title'] == 'One'", [{ entry: 0, field: 'title', value: 'One' }]],
    [
      "entries[0]['link'] == entries[1]['link'] == u'a'",
      [
        { entry: 0, field: 'link', value: 'a' },
        { entry: 1, field: 'link', value: 'a' },
      ],
    ],
    [
      "entries[0]['published_parsed'] == (2004, 1, 1, 19, 48, 21, 3, 1, 0)",
      [{ entry: 0, field: 'date', value: Date.UTC(2004, 0, 1, 19, 48, 21) }],
    ],
    [
      "entries[0]['updated'] == 'Thu, 01 Jan 2004 19:48:21 GMT'",
      [{ entry: 0, field: 'date', value: Date.UTC(2004, 0, 1, 19, 48, 21) }],
    ],
    ["not entries[0].has_key('link')", [{ entry: 0, field: 'link', value: undefined }]],
    ["entries[0]['summary'] == 'x' and feed['title'] == 'y'", []],
  ])('%s is understood', (expression, claims) =>
    expect(expectationIn(`<!--\nExpect: ${expression}\n-->`)?.claims).toEqual(claims),
  )

  it('says what it cannot compare', () =>
    expect(
      expectationIn(
        "Expect: entries[0]['links'][0]['rel'] == 'x' and entries[0]['title'] == some_function(1)",
      )?.excluded,
    ).toHaveLength(2))

  it('reads a value as plain text and as HTML', () => {
    expect(readings('<b>A</b> &amp;\n B')).toContain('A & B')
    expect(readings('a <blink> b')).toContain('a <blink> b')
  })
})

describe('the score of a file', () => {
  it('is right or names what is wrong', () => {
    const item = '<title>One</title><link>https://x.example/1</link>'
    expect(
      scoreFile(
        file("entries[0]['title'] == '<b>One</b>' and entries[0]['link'] == 'https://x.example/1'", item),
      ).misses,
    ).toEqual([])
    expect(scoreFile(file("entries[0]['title'] == 'Two'", item)).misses).toEqual([
      'the title of entry 0 is "One" instead of "Two"',
    ])
    expect(
      scoreFile(file("entries[1]['created_parsed'] == (2004, 1, 1, 0, 0, 0, 3, 1, 0)", item)).misses,
    ).toHaveLength(1)
  })
})
