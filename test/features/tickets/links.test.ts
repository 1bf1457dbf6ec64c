import type { Mention } from '@overheard/mention-client/mention'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { linkPlaceholders, readLinkTemplate } from '../../../src/features/tickets/link-template.ts'
import { filledLinks } from '../../../src/features/tickets/links.ts'
import { cleanLine, webAddress } from '../../../src/messages/kit/text.ts'
import { arbitraryMention } from '../../tools/arbitrary-mention.ts'
import { runs } from '../../tools/runs.ts'
import { sampleMention } from '../../tools/sample-mention.ts'

const filled = (url: string, mention: Mention) =>
  filledLinks([{ label: 'Create issue', url }], mention)[0]?.url ?? ''

/** A cut text is the beginning of the whole text and an ellipsis, or empty. */
const isTextOrCut = (shown: string, whole: string) =>
  shown === whole || shown === '' || (shown.endsWith('…') && whole.startsWith(shown.slice(0, -1)))

const placeholder = fc.constantFrom(...linkPlaceholders.map((name) => `{${name}}`))
const piece = fc.oneof(
  placeholder,
  fc.constantFrom(
    '/',
    '.',
    '..',
    '%2e',
    '?',
    '#',
    '&',
    '=',
    ':',
    '@',
    '//',
    '%2F',
    '\\',
    ' ',
    'é',
    'new',
    '-',
  ),
)
const template = fc
  .array(piece, { maxLength: 12 })
  .map((pieces) => `https://tracker.example:8443${['/', '?', '#'][pieces.length % 3]}${pieces.join('')}`)

describe('the address of a link, whatever strangers wrote in the mention,', () => {
  it('has the host of its template, is at most 3,000 characters long, and has no broken escape', () => {
    fc.assert(
      fc.property(template, arbitraryMention, (written, mention) => {
        expect(readLinkTemplate(written)).toHaveProperty('template')
        const address = filled(written, mention)
        const { origin, username, password } = new URL(address)
        expect([origin, username, password]).toEqual(['https://tracker.example:8443', '', ''])
        expect(address.length).toBeLessThanOrEqual(3000)
        expect(address).toMatch(/^[\x21-\x7e]+$/)
        expect(() => decodeURIComponent(address)).not.toThrow()
      }),
      { numRuns: runs(2000) },
    )
  })

  it('gives back the texts of the mention when the page decodes it, or their beginnings', () => {
    const written =
      'https://tracker.example/{title}/new?t={title}&s={snippet}&u={url}&by={author}&from={source}&mood={sentiment}#{title}'
    fc.assert(
      fc.property(arbitraryMention, (mention) => {
        const { pathname, searchParams, hash } = new URL(filled(written, mention))
        const title = cleanLine(mention.title) || cleanLine(mention.snippet)
        const inPath = decodeURIComponent(pathname.split('/')[1] ?? '')
        const shown = [searchParams.get('t'), decodeURIComponent(hash.slice(1)), inPath]
        for (const text of shown) expect(isTextOrCut(text ?? '?', title)).toBe(true)
        expect(pathname.split('/')).toHaveLength(3)
        expect(isTextOrCut(searchParams.get('s') ?? '?', cleanLine(mention.snippet))).toBe(true)
        expect(isTextOrCut(searchParams.get('by') ?? '?', cleanLine(mention.author.name))).toBe(true)
        expect(['', webAddress(mention.url) ?? '']).toContain(searchParams.get('u'))
        expect([...searchParams.keys()]).toEqual(['t', 's', 'u', 'by', 'from', 'mood'])
      }),
      { numRuns: runs(2000) },
    )
  })

  it('loses the end of the snippet first, then the end of the title, and never a part of the mention’s address', () => {
    const at = 'https://tracker.example/?t={title}&s={snippet}&u={url}'
    const url = `https://news.example/${'a'.repeat(1000)}`
    const read = (title: string, snippet: string) => {
      const address = filled(at, sampleMention({ title, snippet, url }))
      expect(address.length).toBeLessThanOrEqual(3000)
      return new URL(address).searchParams
    }
    const long = read('Title', 's'.repeat(3000))
    expect(long.get('s')).toMatch(/^s{1900,}…$/)
    expect([long.get('t'), long.get('u')]).toEqual(['Title', url])
    const longer = read('t'.repeat(2500), 's'.repeat(3000))
    expect(longer.get('t')).toMatch(/^t{1900,}…$/)
    expect([longer.get('s'), longer.get('u')]).toEqual(['', url])
    const address = filled(
      at,
      sampleMention({ title: 'T', snippet: 'S', url: `https://news.example/${'é'.repeat(900)}` }),
    )
    expect(new URL(address).searchParams.get('u')).toBe('')
  })

  it('is cut between visible characters', () => {
    const family = '👨‍👩‍👧‍👦'
    const address = filled('https://tracker.example/?t={title}', sampleMention({ title: family.repeat(100) }))
    const title = new URL(address).searchParams.get('t') ?? ''
    expect(title.replace('…', '').length % family.length).toBe(0)
    expect(title.length).toBeGreaterThan(family.length)
    for (const length of [400, 401, 402]) {
      const crowd = `${'x'.repeat(length)}${'👨\u200d'.repeat(500)}👨`
      const cut = filled('https://tracker.example/?t={title}', sampleMention({ title: crowd }))
      expect(decodeURIComponent(cut).isWellFormed()).toBe(true)
    }
  })
})

describe('the address of a link', () => {
  it('has a value for each placeholder', () => {
    const names = linkPlaceholders.map((name) => `${name}={${name}}`).join('&')
    const mention = sampleMention({
      title: 'Is 100% of Acme & Co down?',
      snippet: 'a #b',
      url: 'https://news.example/?a=1&b=2',
      date: Date.UTC(2026, 10, 20, 14, 2),
      reach: 48_200,
      source: 'reddit',
    })
    expect(filled(`https://tracker.example/new?${names}`, mention)).toBe(
      'https://tracker.example/new?title=Is%20100%25%20of%20Acme%20%26%20Co%20down%3F&url=https%3A%2F%2Fnews.example%2F%3Fa%3D1%26b%3D2&snippet=a%20%23b&author=Kim%20Lee&sentiment=negative&reach=48200&source=reddit&date=2026-11-20T14%3A02%3A00Z',
    )
  })

  it('has the snippet instead of a missing title, “unknown” instead of a missing sentiment, and nothing instead of a wrong date', () => {
    const { sentiment: _, ...mention } = sampleMention({ title: ' ', snippet: 'Words', date: Number.NaN })
    expect(filled('https://tracker.example/{sentiment}/{title}?{date}', mention)).toBe(
      'https://tracker.example/unknown/Words?',
    )
  })

  it('has nothing instead of the date and the reach of a mention that a person found', () => {
    const mention = sampleMention({ date: 0, reach: 0 })
    expect(filled('https://tracker.example/?d={date}&r={reach}', mention)).toBe(
      'https://tracker.example/?d=&r=',
    )
  })

  it('never contains an address of the mention that is not a web address', () => {
    const mention = sampleMention({ url: 'javascript:alert(1)' })
    expect(filled('https://tracker.example/?u={url}', mention)).toBe('https://tracker.example/?u=')
  })

  it('stays in its folder even if the title consists of dots', () => {
    const mention = sampleMention({ title: '..' })
    expect(filled('https://tracker.example/a/b/{title}/c?{title}', mention)).toBe(
      'https://tracker.example/a/b//c?..',
    )
  })
})
