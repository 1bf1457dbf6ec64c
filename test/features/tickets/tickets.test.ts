import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkView } from '../../../sandbox/slack/src/index.ts'
import { moreModal, readTicket, ticketErrors } from '../../../src/features/tickets/tickets.ts'
import { summarizeBurst } from '../../../src/messages/mention/burst.ts'
import type { CardState } from '../../../src/messages/mention/mention-parts.ts'
import { drawMentions } from '../../../src/messages/mention/shown-mentions.ts'
import type { ShownMentions } from '../../../src/model/card.ts'
import { type OfferedAction, offeredActions } from '../../../src/model/subscription.ts'
import { arbitraryMention, foreignAddress } from '../../tools/arbitrary-mention.ts'
import { faultsOf, linksIn } from '../../tools/message-checks.ts'
import { sketch } from '../../tools/message-sketch.ts'
import { sampleMention } from '../../tools/sample-mention.ts'

const { notAnAddress, hasPassword, tooLong, ofMention } = ticketErrors

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

const at = Date.UTC(2026, 10, 20, 14, 5)
const ticket = 'https://github.com/acme/app/issues/12'
const mention = sampleMention({ id: '1' })
const other = sampleMention({ id: '2', url: 'https://news.example/2' })
const kinds: ShownMentions[] = [
  { kind: 'card', mention, style: 'full' },
  { kind: 'card', mention, style: 'compact' },
  { kind: 'thread', mentions: [mention, other], firstNumber: 4 },
  summarizeBurst({ alertName: 'Acme', mentions: [mention, other], top: [mention, other] }),
]
const states = [
  { kind: 'open' },
  { kind: 'claimed', by: 'Ana', at },
  { kind: 'done', by: 'Ana', at },
  { kind: 'not-relevant', by: 'Ana', at },
] as const

describe('the ticket of a mention', () => {
  it.each(kinds.map((shows, index) => [index, shows] as const))(
    'is a link in the blocks and is in the text, in each state of the mention (kind of message: %s)',
    (_index, shows) => {
      for (const state of states) {
        const drawn = drawMentions(shows, { states: new Map([['1', { ...state, ticket }]]) })
        expect(faultsOf(drawn)).toEqual([])
        expect(linksIn(drawn.blocks).filter((url) => url === ticket)).toHaveLength(1)
        expect(JSON.stringify(drawn.blocks)).toContain('github.com/acme/app/issues/12')
        expect(drawn.text.match(/Ticket: (https:\/\/)?github\.com\/acme\/app\/issues\/12$/gm)).toHaveLength(1)
      }
    },
  )

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

const [card, , ...lists] = kinds
if (card === undefined) throw new Error('there are four')

function buttonsOf(
  shows: ShownMentions,
  offers: OfferedAction[] | undefined,
  kind: CardState['kind'],
): string {
  const state = states.find((one) => one.kind === kind) ?? { kind: 'open' }
  const drawn = drawMentions(offers === undefined ? shows : { ...shows, offers }, {
    states: new Map([['1', state]]),
  })
  expect(faultsOf(drawn)).toEqual([])
  const row = sketch(drawn)
    .split('\n')
    .find((line) => line.startsWith('actions'))
  return row?.replace(/^actions\s+/, '') ?? ''
}

describe('the buttons of a card', () => {
  it('are all buttons if the subscription does not list actions', () =>
    expect(buttonsOf(card, undefined, 'open')).toBe(buttonsOf(card, [...offeredActions], 'open')))

  it('are the same whatever the order of the listed actions is', () =>
    expect(buttonsOf(card, ['why', 'mute', 'claim'], 'open')).toBe(
      buttonsOf(card, ['claim', 'mute', 'why'], 'open'),
    ))

  it.each([
    [[...offeredActions], 'open', '[Claim] [⋯ Assign to… / Snooze… / Not relevant / Mute… / More…]'],
    [[...offeredActions], 'done', '[Reopen] [⋯ Mute… / More…]'],
    [[], 'open', ''],
    [[], 'claimed', ''],
    [[], 'done', ''],
    [[], 'not-relevant', ''],
    [['claim', 'done'], 'claimed', '[Done] [Give back]'],
    [['claim', 'done'], 'done', '[Reopen]'],
    [['done'], 'open', '[Done]'],
    [['done'], 'claimed', '[Done]'],
    [['claim'], 'done', ''],
    [['not-relevant'], 'not-relevant', '[Undo]'],
    [['claim', 'snooze'], 'open', '[Claim] [Snooze…]'],
    [['assign', 'snooze'], 'open', '[⋯ Assign to… / Snooze…]'],
    [['ticket'], 'open', '[Link ticket…]'],
    [['why'], 'done', '[Why was this posted?]'],
    [['links'], 'open', '[More…]'],
    [['claim', 'mute', 'ticket', 'why'], 'open', '[Claim] [⋯ Mute… / More…]'],
    [['claim', 'mute', 'why'], 'open', '[Claim] [⋯ Mute… / Why was this posted?]'],
  ] as [OfferedAction[], CardState['kind'], string][])(
    'follow from the listed actions %j and the state of the mention (%s): %s',
    (offers, state, expected) => {
      expect(buttonsOf(card, offers, state)).toBe(expected)
    },
  )
})

describe('the buttons of a burst', () => {
  it('are absent if the subscription lists no action of its form', () => {
    for (const shows of lists) {
      expect(buttonsOf(shows, [], 'open')).toBe('')
      expect(buttonsOf(shows, ['assign', 'snooze', 'links'], 'open')).toBe('')
      expect(buttonsOf(shows, ['done'], 'open')).toBe('[Update several…]')
    }
  })

  it('claim all negative mentions only if the subscription lists the action claim', () => {
    const [, burst = card] = lists
    expect(buttonsOf(burst, ['claim'], 'open')).toBe('[Claim both negative] [Update several…]')
    expect(buttonsOf(burst, ['why'], 'open')).toBe('[Update several…]')
  })
})

describe('the form behind More…', () => {
  const links = Array.from({ length: 10 }, (_, index) => ({
    label: `Create ${index}`,
    url: `https://t${index}.example/`,
  }))
  const linked = { mention: '1', url: ticket, user: 'U1', by: 'Ana <!here> Lima', at }
  it('is valid with any of its parts, and can be submitted only if it takes a ticket', () => {
    for (const offers of [[...offeredActions], ['links'], ['ticket'], ['why'], []] as OfferedAction[][])
      for (const shown of [[], links])
        for (const before of [undefined, linked]) {
          const { title, submit, blocks } = moreModal({ offers, links: shown, ticket: before, added: [] })
          const plain = (text: string) => ({ type: 'plain_text', text })
          const view = {
            type: 'modal',
            title: plain(title),
            ...(submit && { submit: plain(submit) }),
            blocks,
          }
          expect(checkView(view)).toEqual([])
          expect(submit !== undefined).toBe(offers.includes('ticket'))
        }
  })
})
