import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findMute, parseMute, parseUnmute } from '../../../src/listeners/commands/parse-mute.ts'
import type { LineProblem } from '../../../src/messages/replies.ts'
import type { Mute, MuteKind } from '../../../src/model/mute.ts'

describe('what follows /mentions mute', () => {
  it.each<[string, ReturnType<typeof parseMute>]>([
    [
      'author <http://acme.example|Acme.example> Team 7d',
      { what: 'author', name: 'Acme.example Team', term: '7d' },
    ],
    ['author Kim Lee', { what: 'author', name: 'Kim Lee', term: 'forever' }],
    ['author "Kim Lee" 7d', { what: 'author', name: 'Kim Lee', term: '7d' }],
    ['author Kim for 1d', { what: 'author', name: 'Kim', term: '1d' }],
    ['author Wanda week', { what: 'author', name: 'Wanda', term: '7d' }],
    ['author Kim for 7 days', { what: 'author', name: 'Kim', term: '7d' }],
    ['author "Agent 7y"', { what: 'author', name: 'Agent 7y', term: 'forever' }],
    ['author forever', { what: 'author', name: 'forever', term: 'forever' }],
    ['Source: YouTube week', { what: 'source', name: 'youtube', term: '7d' }],
    ['site <https://www.Spam.example/x|spam> 1d', { what: 'domain', name: 'spam.example', term: '1d' }],
    ['site BÜCHER.example.:8080', { what: 'domain', name: 'bücher.example', term: 'forever' }],
    ['source "News and blogs"', { what: 'source', name: 'news-blogs', term: 'forever' }],
    ['spam.example', { what: 'domain', name: 'spam.example', term: 'forever' }],
  ])('is read from "%s"', (line, asked) => expect(parseMute(line)).toEqual(asked))

  it.each<[string, LineProblem['kind'], string[]]>([
    ['', 'mute-nobody', []],
    ['colour red', 'mute-what', ['author colour red 30d', 'source colour red 30d']],
    ['Kim Lee 7d', 'mute-what', ['author Kim Lee 7d', 'source Kim Lee 7d']],
    ['spam', 'mute-what', ['author spam 30d', 'source spam 30d', 'site spam 30d']],
    ['source reddit 7y', 'mute-term', ['source reddit 1d', 'source reddit 7d', 'source reddit forever']],
    ['author Kim for 2 weeks', 'mute-term', ['author Kim 1d', 'author Kim 7d', 'author Kim forever']],
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

  it('keeps the case of an author’s name and removes the quotes around it', () => {
    const name = fc.stringMatching(/^[A-Z][a-z]{1,8} [A-Z][a-z]{2,8}$/)
    const quotes = fc.constantFrom(['', ''], ['"', '"'], ["'", "'"])
    fc.assert(
      fc.property(name, quotes, fc.constantFrom('1d', '7d', 'forever'), (written, [open, close], term) => {
        const line = `author ${open}${written}${close} ${term}`
        expect(parseMute(line)).toEqual({ what: 'author', name: written, term })
      }),
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
