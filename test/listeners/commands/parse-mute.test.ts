import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findMute, parseMute, parseUnmute } from '../../../src/listeners/commands/parse-mute.ts'
import type { LineProblem } from '../../../src/listeners/texts/replies.ts'
import type { Mute, MuteKind } from '../../../src/model/mute.ts'

describe('what follows /mentions mute', () => {
  it.each<[string, ReturnType<typeof parseMute>]>([
    ['author Acme.example Team 7d', { what: 'author', name: 'Acme.example Team', term: '7d' }],
    ['author Barnes & Noble', { what: 'author', name: 'Barnes & Noble' }],
    ['author Kim Lee', { what: 'author', name: 'Kim Lee' }],
    ['author Kim Lee until friday', { what: 'author', name: 'Kim Lee', term: 'until friday' }],
    ['author Kim Lee until dawn', { what: 'author', name: 'Kim Lee', term: 'until dawn' }],
    ['author "Kim until dawn"', { what: 'author', name: 'Kim until dawn' }],
    ['author "O\'Brien" -1d', { what: 'author', name: "O'Brien", term: '-1d' }],
    ['author "Kim Lee" soon', { what: 'author', name: 'Kim Lee', term: 'soon' }],
    ['author "Black Friday"', { what: 'author', name: 'Black Friday' }],
    ['word black friday', { what: 'word', name: 'black friday' }],
    ['author Theresa May', { what: 'author', name: 'Theresa May' }],
    ['author Friday', { what: 'author', name: 'Friday' }],
    ['author "Kim Lee" 7d', { what: 'author', name: 'Kim Lee', term: '7d' }],
    ['author Kim for 1d', { what: 'author', name: 'Kim', term: 'for 1d' }],
    ['author Wanda week', { what: 'author', name: 'Wanda', term: '1 week' }],
    ['author Kim forever', { what: 'author', name: 'Kim' }],
    ['author Kim for ever', { what: 'author', name: 'Kim' }],
    ['author "Agent 7y"', { what: 'author', name: 'Agent 7y' }],
    ['author forever', { what: 'author', name: 'forever' }],
    ['author until dawn', { what: 'author', name: 'until dawn' }],
    ['Source: YouTube week', { what: 'source', name: 'youtube', term: '1 week' }],
    ['site https://www.Spam.example/x 1d', { what: 'domain', name: 'spam.example', term: '1d' }],
    ['site BÜCHER.example.:8080', { what: 'domain', name: 'bücher.example' }],
    ['source "News and blogs"', { what: 'source', name: 'news-blogs' }],
    ['spam.example', { what: 'domain', name: 'spam.example' }],
  ])('is read from "%s"', (line, asked) => expect(parseMute(line)).toEqual(asked))

  it.each<[string, LineProblem['kind'], string[]]>([
    ['', 'mute-nobody', []],
    ['colour red', 'mute-what', ['author colour red 30d', 'source colour red 30d']],
    ['Kim Lee 7d', 'mute-what', ['author Kim Lee 7d', 'source Kim Lee 7d']],
    ['spam', 'mute-what', ['author spam 30d', 'source spam 30d', 'site spam 30d']],
    ['author Kim Lee friday', 'mute-doubt', ['author "Kim Lee friday" 30d', 'author Kim Lee until friday']],
    [
      'author Kim next friday',
      'mute-doubt',
      ['author "Kim next friday" 30d', 'author Kim until next friday'],
    ],
    ['author Kim 12/1', 'mute-doubt', ['author "Kim 12/1" 30d', 'author Kim until 12/1']],
    ['author Kim 1 dec', 'mute-doubt', ['author "Kim 1 dec" 30d', 'author Kim until 1 dec']],
    ['Until dawn 2', 'mute-what', ['author "Until dawn 2" 30d', 'source "Until dawn 2" 30d']],
    ['site ???', 'no-site', ['author ??? 30d']],
    ['site "foo bar"', 'no-site', ['author foo bar 30d']],
  ])('has a problem in "%s", which is named together with lines that are correct', (line, kind, guesses) => {
    expect(parseMute(line)).toMatchObject({ problem: { kind }, guesses: guesses.map((one) => `mute ${one}`) })
    for (const guess of guesses) expect(parseMute(guess)).not.toHaveProperty('problem')
  })

  it('is read from any text without an exception', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 2000 }), (line) => {
        parseMute(line)
        parseUnmute(line)
      }),
    ))

  it('has the author’s name in its case, without the quotes around it', () => {
    const name = fc.stringMatching(/^[A-Z][a-z]{1,8} [A-Z][a-z]{2,8}$/)
    const quotes = fc.constantFrom(['', ''], ['"', '"'], ["'", "'"])
    fc.assert(
      fc.property(
        name,
        quotes,
        fc.constantFrom('1d', 'until friday', '-2w'),
        (written, [open, close], term) => {
          const line = `author ${open}${written}${close} ${term}`
          expect(parseMute(line)).toEqual({ what: 'author', name: written, term })
        },
      ),
    )
  })
})

describe('what follows /mentions unmute', () => {
  it.each<[string, ReturnType<typeof parseUnmute>]>([
    ['source News and Blogs', { what: 'source', name: 'news-blogs' }],
    ['Kim Lee', { name: 'Kim Lee' }],
    ['domain www.spam.example', { what: 'domain', name: 'spam.example' }],
  ])('is read from "%s"', (line, asked) => expect(parseUnmute(line)).toEqual(asked))

  it('must name something', () =>
    expect(parseUnmute('')).toMatchObject({ problem: { kind: 'unmute-nobody' }, guesses: [] }))
})

const mute = (kind: MuteKind, name: string): Mute => ({ channel: 'C1', kind, name, by: 'U1', at: 0 })
const mutes = [
  mute('author', 'Kim Lee'),
  mute('author', 'Kim'),
  mute('author', 'Élodie M.'),
  mute('domain', 'spam.example'),
]

describe('the mute that /mentions unmute ends', () => {
  it.each<[string, { what?: MuteKind; name: string }, { what?: MuteKind; name: string }]>([
    [
      'has exactly the written name, even if another muted name begins with it',
      { name: 'kim' },
      { name: 'kim' },
    ],
    [
      'is the mute whose name contains the written text, if there is only one',
      { name: 'élod' },
      { what: 'author', name: 'Élodie M.' },
    ],
    [
      'is the mute of the written kind whose name contains the written text',
      { what: 'domain', name: 'spam' },
      { what: 'domain', name: 'spam.example' },
    ],
    ['is none if several mutes contain the written text', { name: 'e' }, { name: 'e' }],
    [
      'is none if the only match is of another kind',
      { what: 'source', name: 'spam' },
      { what: 'source', name: 'spam' },
    ],
  ])('%s', (_what, written, meant) => expect(findMute(mutes, written)).toEqual(meant))
})
