import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readMentionsLine } from '../../../src/listeners/commands/read-line.ts'

const known = ['subscribe', 'pause', 'list', 'status', 'mute', 'mutes', 'unmute', 'joke', 'journal', 'help']
const read = (line: string) => readMentionsLine(line, known)

describe('a line of /mentions', () => {
  it.each([
    ['', { word: 'help', rest: '' }],
    ['?', { word: 'help', rest: '' }],
    ['LIST', { word: 'list', rest: '' }],
    ['"list"', { word: 'list', rest: '' }],
    ['stat', { word: 'status', rest: '' }],
    ['mute  author "Kim Lee" 7d', { word: 'mute', rest: 'author "Kim Lee" 7d' }],
    ["sub 'Acme brand' to <#C123|brand>", { word: 'subscribe', rest: "'Acme brand' to <#C123|brand>" }],
    ['JOK about "Acme"', { word: 'joke', rest: 'about "Acme"' }],
  ])('is read from "%s": the subcommand, which can be shortened, and what follows', (line, command) =>
    expect(read(line)).toEqual(command),
  )

  it.each([
    ['frobnicate', 'no-command', ['help']],
    ['subscrbe Acme', 'no-command', ['subscribe Acme']],
    ['Statsu', 'no-command', ['status']],
    ['puase acme brand', 'no-command', ['pause acme brand']],
    ['jokr', 'no-command', ['joke']],
    ['jo', 'no-command', ['joke']],
    ['stats 7d', 'statistics', []],
    ['x'.repeat(900), 'no-command', ['help']],
    [`list ${'x'.repeat(3000)}`, 'too-long', []],
  ])('has a problem in "%s", which is named together with a line that is correct', (line, kind, guesses) => {
    expect(read(line)).toMatchObject({ problem: { kind }, guesses })
    for (const guess of guesses) expect(read(guess)).not.toHaveProperty('problem')
  })

  it('can be any text', () =>
    fc.assert(fc.property(fc.string({ unit: 'grapheme', maxLength: 4000 }), (line) => void read(line))))
})
