import type { Mention } from '@overheard/mention-client/mention'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { threadParts } from '../../src/engine/post/burst-parts.ts'
import { fallbacksOf } from '../../src/messages/kit/fallbacks.ts'
import { webAddress } from '../../src/messages/kit/text.ts'
import { chooseTopMentions, summarizeBurst } from '../../src/messages/mention/burst.ts'
import type { CardPlace } from '../../src/messages/mention/card.ts'
import type { CardState } from '../../src/messages/mention/mention-parts.ts'
import { placesReply } from '../../src/messages/mention/places.ts'
import { messageKinds, viewKinds } from '../tools/all-message-kinds.ts'
import { arbitraryLayout } from '../tools/arbitrary-layout.ts'
import { arbitraryId, arbitraryMention, arbitraryMentions, foreignText } from '../tools/arbitrary-mention.ts'
import { faultsOf, faultsOfForeign, faultsOfModal, linksIn, shownText } from '../tools/message-checks.ts'
import { runs } from '../tools/runs.ts'
import { sampleMention } from '../tools/sample-mention.ts'
import { burstThread, card, drawBurst } from '../tools/sample-menu.ts'

type Where = Omit<CardPlace, 'menu'>

const subscription = foreignText
const person = fc.record({ by: foreignText, at: fc.nat() })
const state: fc.Arbitrary<CardState> = fc.oneof(
  fc.constant({ kind: 'open' as const }),
  fc
    .tuple(fc.constantFrom('claimed', 'done', 'not-relevant'), person)
    .map(([kind, who]) => ({ kind, ...who })),
)
const place = fc
  .tuple(
    fc.record({ subscription, alert: arbitraryId, style: fc.constantFrom('full', 'compact') }),
    fc.record({ alertName: foreignText }, { requiredKeys: [] }),
    arbitraryLayout,
  )
  .map(([where, named, layout]) => ({ ...where, ...named, ...layout }))
const many = { numRuns: runs(1500) }
const some = { numRuns: runs(150) }

function timesLinked(mention: Mention, blocks: unknown): number {
  const address = webAddress(mention.url)
  return linksIn(blocks).filter((url) => url === address).length
}

/** How often a reader of `text`, which is mrkdwn, sees the address of the mention. */
function timesInText({ url }: Mention, text: string): number {
  const read = text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
  return read.split(webAddress(url) ?? '').length - 1
}

/** An address that fits every text. None is the beginning of another one. */
const shortAddress = fc
  .tuple(
    fc.constantFrom('http', 'https'),
    fc.nat(1e9),
    fc.constantFrom('', '?a=1&b=2', '?a&amp;b', '#c', '?p=$&q=1', "?p=$'$`$1"),
  )
  .map(([scheme, page, rest]) => `${scheme}://example.com/${page}/${rest}end`)

/** Mentions whose texts repeat their own address, also with a second scheme before it. */
const arbitraryRepeating: fc.Arbitrary<Mention> = fc
  .record({
    mention: arbitraryMention,
    url: shortAddress,
    before: fc.constantFrom('', 'Details: ', 'https://', 'http://https://', '<', '>'),
    inTitle: fc.boolean(),
    inSnippet: fc.boolean(),
    inAuthor: fc.boolean(),
  })
  .map(({ mention, url, before, inTitle, inSnippet, inAuthor }) => {
    const repeated = `${before}${url} via ${url}`
    const { author, ...rest } = mention
    return {
      ...{ ...rest, url, highlights: [] },
      title: inTitle ? repeated : 'Acme outage',
      snippet: inSnippet ? repeated : 'Nobody answers',
      author: { ...author, name: inAuthor ? repeated : 'Kim Lee' },
    }
  })

const handled: fc.Arbitrary<CardState> = fc.oneof(
  state,
  shortAddress.map((note) => ({ kind: 'done' as const, by: 'Ana', at: 0, note })),
)

describe('a mention whose title, snippet or author has its address, too,', () => {
  it('has it once in the text of a card, whatever the card shows', () => {
    fc.assert(
      fc.property(arbitraryRepeating, place, handled, fc.boolean(), (mention, where, at, inNote) => {
        const shown = inNote && at.note !== undefined ? { ...at, note: `see ${mention.url}` } : at
        const { text, blocks } = card(mention, { ...where, alertName: 'Acme' }, shown)
        expect(timesInText(mention, text)).toBe(1)
        expect(timesInText(mention, shownText(blocks))).toBe(0)
      }),
      some,
    )
  })

  it('has it once in the texts of a burst and of a story', () => {
    const several = fc.uniqueArray(arbitraryRepeating, {
      minLength: 1,
      maxLength: 3,
      selector: ({ url }) => url,
    })
    fc.assert(
      fc.property(several, (mentions) => {
        const places = { news: mentions.map(() => []) }
        const contents = [
          drawBurst(summarizeBurst({ alertName: 'Acme', mentions, top: mentions })),
          burstThread({ mentions, firstNumber: 1 }),
          placesReply({ mentions, places }),
        ]
        for (const { text } of contents)
          expect(mentions.map((mention) => timesInText(mention, text))).toEqual(mentions.map(() => 1))
      }),
      some,
    )
  })
})

describe('with any text from a stranger,', () => {
  it('a card is within all limits of Slack and contains no active markup', () => {
    const valid = (mention: Mention, where: Where, at: CardState) => {
      expect(faultsOfForeign(card(mention, where, at))).toEqual([])
    }
    fc.assert(fc.property(arbitraryMention, place, state, valid), many)
  })

  it('a card links the mention exactly once, or not at all if its address cannot be a link', () => {
    fc.assert(
      fc.property(arbitraryMention, place, state, (mention, where, at) => {
        const { blocks, text } = card(mention, where, at)
        const address = webAddress(mention.url)
        expect(timesLinked(mention, blocks)).toBe(address === undefined ? 0 : 1)
        if (address !== undefined) {
          expect(JSON.stringify(blocks).split(JSON.stringify(address).slice(1, -1))).toHaveLength(2)
          if (address.length < 1000 && !/&(amp|lt|gt);/.test(address)) expect(text).toContain(address)
        }
        expect(shownText(blocks).trim()).not.toBe('')
      }),
      many,
    )
  })

  it('a burst links every mention exactly once, in its first message or in its thread, and also its fallbacks are within all limits of Slack', () => {
    const property = fc.property(arbitraryMentions(6, 45), foreignText, (mentions, alertName) => {
      const loudest = chooseTopMentions(mentions, 3)
      const rest = mentions.filter((mention) => !loudest.includes(mention))
      const parts = threadParts(rest)
      expect(parts.flat()).toEqual(rest)
      const contents = [
        drawBurst(summarizeBurst({ alertName, mentions, top: loudest })),
        ...parts.map((part) => burstThread({ mentions: part, firstNumber: 1 })),
      ]
      for (const content of contents.flatMap((content) => [...fallbacksOf(content)]))
        expect(faultsOfForeign(content)).toEqual([])
      expect(linksIn(contents.map(({ blocks }) => blocks)).toSorted()).toEqual(
        mentions.flatMap(({ url }) => webAddress(url) ?? []).toSorted(),
      )
      for (const part of parts) expect(part.length).toBeLessThanOrEqual(10)
    })
    fc.assert(property, some)
  })

  it('every fallback of a card is valid, and no two of them are equal', () => {
    fc.assert(
      fc.property(arbitraryMention, place, (mention, where) => {
        const made = [...fallbacksOf(card(mention, where), webAddress(mention.url))]
        // A form without blocks is only posted, and a post may have 40,000 characters.
        for (const form of made)
          expect(faultsOfForeign(form, form.blocks.length === 0 ? 40_000 : 4000)).toEqual([])
        expect(new Set(made.map((form) => JSON.stringify(form))).size).toBe(made.length)
      }),
      some,
    )
  })

  it('every kind of message and modal is within all limits of Slack and contains no active markup', () => {
    fc.assert(
      fc.property(foreignText, foreignText, arbitraryMentions(20, 20), (alert, person, several) => {
        const [mention = sampleMention()] = several
        const names = { alert, person, mention, several, typed: () => alert }
        for (const { kind, content } of messageKinds(names))
          expect({ kind, faults: faultsOf(content) }).toEqual({ kind, faults: [] })
        for (const { kind, view } of viewKinds(names)) {
          const surface = view.title === undefined ? 'home' : 'modal'
          expect({ kind, faults: faultsOfModal(view.blocks, surface) }).toEqual({ kind, faults: [] })
        }
      }),
      // To make a failure smaller, all kinds of messages would be drawn hundreds of times. The fault has the text that matters.
      { numRuns: 30, endOnFailure: true },
    )
  })
})

/** Yields `count` mentions. Each combines the fields of several hostile samples. */
function* recombined(count: number): Generator<Mention> {
  const sample = fc.sample(arbitraryMention, { numRuns: 997, seed: 20_261_120 })
  const pick = (index: number) => sample[index % sample.length]
  for (let index = 0; index < count; index++) {
    const [body, head, other] = [pick(index), pick(index * 7 + 1), pick(index * 31 + Math.floor(index / 997))]
    if (!body || !head || !other) continue
    yield {
      ...body,
      id: String(index + 1),
      title: head.title,
      source: head.source,
      url: other.url,
      author: other.author,
    }
  }
}

/** The tests above try other mentions in the same way, so `npm run tool -- properties` tries far more. */
const mentions = process.env.PROPERTY_SEED === undefined ? 4000 : 100_000

describe('with thousands of hostile mentions,', () => {
  it('all cards are valid, contain no active markup, and link their mention exactly once if its address can be a link', () => {
    const where: Where = { style: 'full' }
    const faults: string[] = []
    let checked = 0
    for (const mention of recombined(mentions)) {
      const made = card(mention, where)
      const links = timesLinked(mention, made.blocks)
      faults.push(...faultsOfForeign(made))
      if (links !== (webAddress(mention.url) === undefined ? 0 : 1))
        faults.push(`${links} links: ${mention.url}`)
      checked++
    }
    expect(faults).toEqual([])
    expect(checked).toBe(mentions)
  }, 180_000)
})
