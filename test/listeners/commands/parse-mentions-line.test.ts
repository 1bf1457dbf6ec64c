import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  findMute,
  type MentionsCommand,
  parseMentionsLine,
  subcommands,
} from '../../../src/listeners/commands/parse-mentions-line.ts'
import { helpModal, type LineProblem } from '../../../src/messages/replies.ts'
import type { Mute, MuteKind } from '../../../src/model/mute.ts'

describe('parsing a line of /mentions', () => {
  it.each([
    ['', { kind: 'help' }],
    ['?', { kind: 'help' }],
    ['LIST', { kind: 'list' }],
    ['“list”', { kind: 'list' }],
    ['stat', { kind: 'status' }],
    ['subscribe', { kind: 'subscribe' }],
    ['sub “Acme brand” to <#C123|brand>', { kind: 'subscribe', alert: 'Acme brand', channel: 'C123' }],
    [
      'subscribe "<http://acme.example|acme.example> news" <#C123|>',
      { kind: 'subscribe', alert: 'acme.example news', channel: 'C123' },
    ],
    [
      'mute author <http://acme.example|Acme.example> Team 7d',
      { kind: 'mute', what: 'author', name: 'Acme.example Team', term: '7d' },
    ],
    ['pause acme', { kind: 'pause', name: 'acme' }],
    ['resume <#C123>', { kind: 'resume', channel: 'C123' }],
    ["unsub 'acme brand'", { kind: 'unsubscribe', name: 'acme brand' }],
    ['mute author Kim Lee', { kind: 'mute', what: 'author', name: 'Kim Lee', term: 'forever' }],
    ['mute author “Kim Lee” 7d', { kind: 'mute', what: 'author', name: 'Kim Lee', term: '7d' }],
    ['mute author Kim for 1d', { kind: 'mute', what: 'author', name: 'Kim', term: '1d' }],
    ['mute author Wanda week', { kind: 'mute', what: 'author', name: 'Wanda', term: '7d' }],
    ['mute author Kim for 7 days', { kind: 'mute', what: 'author', name: 'Kim', term: '7d' }],
    ['mute author "Agent 7y"', { kind: 'mute', what: 'author', name: 'Agent 7y', term: 'forever' }],
    ['mute author forever', { kind: 'mute', what: 'author', name: 'forever', term: 'forever' }],
    ['Mute Source: YouTube week', { kind: 'mute', what: 'source', name: 'youtube', term: '7d' }],
    [
      'mute site <https://www.Spam.example/x|spam> 1d',
      { kind: 'mute', what: 'domain', name: 'spam.example', term: '1d' },
    ],
    [
      'mute site BÜCHER.example.:8080',
      { kind: 'mute', what: 'domain', name: 'bücher.example', term: 'forever' },
    ],
    ['mute source “News and blogs”', { kind: 'mute', what: 'source', name: 'news-blogs', term: 'forever' }],
    ['unmute source News and Blogs', { kind: 'unmute', what: 'source', name: 'news-blogs' }],
    ['mute spam.example', { kind: 'mute', what: 'domain', name: 'spam.example', term: 'forever' }],
    ['unmute Kim Lee', { kind: 'unmute', name: 'Kim Lee' }],
    ['unmute domain www.spam.example', { kind: 'unmute', what: 'domain', name: 'spam.example' }],
    ['why 9007199254740993', { kind: 'why', mention: { id: '9007199254740993' } }],
    [
      'why <https://news.example/1?a=b&amp;c>',
      { kind: 'why', mention: { url: 'https://news.example/1?a=b&c' } },
    ],
    ['listen “acme app” OR acmehq -jobs', { kind: 'listen', query: '"acme app" OR acmehq -jobs' }],
    [
      'listen site:<http://news.example|news.example> <https://x.example/a?b=1&amp;c=2> AT&amp;T',
      { kind: 'listen', query: 'site:news.example https://x.example/a?b=1&c=2 AT&T' },
    ],
    [`listen ${'a'.repeat(2500)}`, { kind: 'listen', query: 'a'.repeat(2500) }],
    ['alerts', { kind: 'alerts' }],
    ['alerts "Acme brand"', { kind: 'alerts', name: 'Acme brand' }],
    ['why news.example/1', { kind: 'why', mention: { url: 'news.example/1' } }],
  ] satisfies [string, MentionsCommand][])('accepts "%s"', (line, command) =>
    expect(parseMentionsLine(line)).toEqual(command),
  )

  it.each<[string, LineProblem['kind'], string[]]>([
    ['frobnicate', 'no-command', ['help']],
    ['subscrbe Acme', 'no-command', ['subscribe Acme']],
    ['Statsu', 'no-command', ['status']],
    ['puase acme brand', 'no-command', ['pause acme brand']],
    ['stats 7d', 'statistics', []],
    ['mute', 'mute-nobody', []],
    ['mute colour red', 'mute-what', ['mute author colour red 30d', 'mute source colour red 30d']],
    ['mute Kim Lee 7d', 'mute-what', ['mute author Kim Lee 7d', 'mute source Kim Lee 7d']],
    ['mute spam', 'mute-what', ['mute author spam 30d', 'mute source spam 30d', 'mute site spam 30d']],
    [
      'mute source reddit 7y',
      'mute-term',
      ['mute source reddit 1d', 'mute source reddit 7d', 'mute source reddit forever'],
    ],
    [
      'mute author Kim for 2 weeks',
      'mute-term',
      ['mute author Kim 1d', 'mute author Kim 7d', 'mute author Kim forever'],
    ],
    ['mute site ???', 'no-site', ['mute author ??? 30d']],
    ['mute site "foo bar"', 'no-site', ['mute author foo bar 30d']],
    ['unmute', 'unmute-nobody', []],
    ['why', 'no-mention', []],
  ])('names the problem of "%s", and suggests only lines that are correct', (line, kind, guesses) => {
    expect(parseMentionsLine(line)).toMatchObject({ kind: 'not-understood', problem: { kind }, guesses })
    for (const guess of guesses) expect(parseMentionsLine(guess).kind).not.toBe('not-understood')
  })

  it('suggests the help for a line of 900 characters that is no command', () =>
    expect(parseMentionsLine('x'.repeat(900))).toMatchObject({
      kind: 'not-understood',
      problem: { kind: 'no-command' },
      guesses: ['help'],
    }))

  it('passes on what follows the subcommand of a feature, which can be shortened, and suggests it', () => {
    const added = ['joke', 'journal']
    expect(parseMentionsLine('joke about “Acme”', added)).toEqual({
      kind: 'added',
      word: 'joke',
      rest: 'about "Acme"',
    })
    expect(parseMentionsLine('JOK', added)).toMatchObject({ word: 'joke' })
    expect(parseMentionsLine('jok now', added)).toMatchObject({ word: 'joke', rest: 'now' })
    expect(parseMentionsLine('jo', added)).toMatchObject({ kind: 'not-understood' })
    expect(parseMentionsLine('jokr', added)).toMatchObject({ guesses: ['joke'] })
    expect(parseMentionsLine('joke')).toMatchObject({ kind: 'not-understood' })
  })

  it('searches for mentions if “why” is followed by words instead of a link', () =>
    expect(parseMentionsLine('why the outage')).toEqual({ kind: 'why', mention: { words: 'the outage' } }))

  it('knows only subcommands that the help names', () => {
    const help = JSON.stringify(helpModal({ subcommands: [], onCards: [] }))
    const unnamed = subcommands.filter((word) => !new RegExp(`\`${word}\\b`).test(help))
    expect(unnamed).toEqual(['help'])
  })

  it('returns a result for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 2000 }), (line) => void parseMentionsLine(line)),
    )
    const anyLine = fc.tuple(fc.constantFrom(...subcommands), fc.string({ unit: 'grapheme' }))
    fc.assert(
      fc.property(anyLine, ([word, rest]) => {
        const { kind } = parseMentionsLine(`${word} ${rest}`)
        expect([word, 'not-understood']).toContain(kind)
      }),
    )
  })

  it('keeps the case of an author’s name and removes the quotes around it', () => {
    const name = fc.stringMatching(/^[A-Z][a-z]{1,8} [A-Z][a-z]{2,8}$/)
    const quotes = fc.constantFrom(['', ''], ['"', '"'], ['“', '”'], ["'", "'"], ['‘', '’'])
    fc.assert(
      fc.property(name, quotes, fc.constantFrom('1d', '7d', 'forever'), (written, [open, close], term) => {
        const line = `mute author ${open}${written}${close} ${term}`
        expect(parseMentionsLine(line)).toEqual({ kind: 'mute', what: 'author', name: written, term })
      }),
    )
  })
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
