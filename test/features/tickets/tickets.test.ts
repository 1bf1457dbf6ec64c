import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkView } from '../../../packages/slack-on-your-desk/src/index.ts'
import { linkBlocks, readTicket, say, ticketBlocks } from '../../../src/features/tickets/tickets.ts'
import { moreModal } from '../../../src/listeners/texts/more-form.ts'
import { arbitraryMention, foreignAddress } from '../../tools/arbitrary-mention.ts'
import { faultsOf, linksIn } from '../../tools/message-checks.ts'
import { drawMentions } from '../../tools/sample-menu.ts'

const notAnAddress = say.notAnAddress()
const hasPassword = say.hasPassword()
const tooLong = say.tooLong({ most: 500 })
const ofMention = say.ofMention()

describe('the address of a ticket, as a person typed it,', () => {
  it.each([
    ['https://github.com/acme/app/issues/12', 'https://github.com/acme/app/issues/12'],
    [' http://jira.internal:8080/browse/ACME-1#comment ', 'http://jira.internal:8080/browse/ACME-1#comment'],
    ['https://tracker.example/?q=<b>|x y', 'https://tracker.example/?q=%3Cb%3E%7Cx%20y'],
    ['HTTPS://Tracker.Example/ä', 'https://tracker.example/%C3%A4'],
  ])('is accepted: %s', (typed, url) => {
    expect(readTicket(typed, [])).toEqual({ kind: 'address', url })
  })

  it.each([
    ['github.com/acme/app/issues/12', notAnAddress],
    ['ACME-12', notAnAddress],
    ['ftp://tracker.example/12', notAnAddress],
    ['javascript:alert(1)', notAnAddress],
    ['https://', notAnAddress],
    ['https://ana:secret@tracker.example/12', hasPassword],
    ['https://github.com@evil.example/12', hasPassword],
    [`https://tracker.example/${'x'.repeat(500)}`, tooLong],
    ['https://NEWS.example/1', ofMention],
  ])('is refused with the reason: %s', (typed, error) => {
    expect(readTicket(typed, ['https://news.example/1'])).toEqual({ kind: 'wrong', error })
  })

  it('is missing if the field is empty or blank', () => {
    expect(['', '  '].map((typed) => readTicket(typed, []))).toEqual([{ kind: 'none' }, { kind: 'none' }])
  })
})

describe('the ticket of a mention', () => {
  it('leads to the host that the person typed, and breaks no message, whatever the address is', () => {
    fc.assert(
      fc.property(foreignAddress, arbitraryMention, fc.nat(3), (typed, random, index) => {
        const read = readTicket(typed, [])
        if (read.kind !== 'address') return
        const { url } = read
        expect(new URL(url).host).toBe(new URL(typed.trim()).host)
        const shows = [
          { kind: 'card' as const, mention: random, style: 'full' as const },
          { kind: 'thread' as const, mentions: [random], firstNumber: 1 },
        ][index % 2]
        if (shows === undefined) return
        const drawn = drawMentions(shows, { states: new Map([[random.id, { kind: 'open', ticket: url }]]) })
        expect(faultsOf(drawn)).toEqual([])
        expect(linksIn(drawn.blocks)).toContain(url)
      }),
      { numRuns: 500 },
    )
  })
})

describe('the form behind More…', () => {
  const links = Array.from({ length: 10 }, (_, index) => ({
    label: `Create ${index}`,
    url: `https://t${index}.example/`,
  }))
  const at = Date.UTC(2026, 10, 20, 14, 5)
  const url = 'https://github.com/acme/app/issues/12'
  const linked = { mention: '1', url, user: 'U1', by: 'Ana <!here> Lima', at }
  it('is valid with any of its parts, and can be submitted only if it takes a ticket', () => {
    for (const shown of [[], links])
      for (const input of [[], ticketBlocks(undefined), ticketBlocks(linked)])
        for (const hasWhy of [true, false]) {
          const { title, submit, blocks } = moreModal([...linkBlocks(shown), ...input], hasWhy)
          const plain = (text: string) => ({ type: 'plain_text', text })
          const view = {
            type: 'modal',
            title: plain(title),
            ...(submit && { submit: plain(submit) }),
            blocks,
          }
          expect(checkView(view)).toEqual([])
          expect(submit !== undefined).toBe(input.length > 0)
        }
  })
})
