import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fingerprintOf } from '../../src/engine/dedupe/original-index.ts'
import { originalCardOf } from '../../src/engine/dedupe/story.ts'
import {
  type JoinedPlace,
  placesMessage,
  placesToTell,
  placesWaitUntil,
  withPlacesShown,
} from '../../src/engine/post/places-message.ts'
import type { Duplicate, OriginalCard } from '../../src/model/card.ts'
import { sampleMention } from '../tools/sample-mention.ts'

const at = { subscription: 'acme', alert: '7', channel: 'C1', at: 1 }
const urlOf = (page: number) => (page === 0 ? '' : `https://p${page}.example/x`)
const joined = (id: string, page: number, place: Partial<Duplicate> = {}): JoinedPlace => {
  const mention = sampleMention({ id, url: urlOf(page) })
  return { mention, place: { id, url: mention.url, ...place } }
}
const cardOf = (id: string, page: number, from?: OriginalCard) =>
  originalCardOf(
    { ...at, mention: id, ts: `${id}.0` },
    fingerprintOf(sampleMention({ id, url: urlOf(page) }), 'coverage'),
    from,
  )
const ids = (places: readonly JoinedPlace[]) => places.map(({ mention }) => mention.id)

it('each place of an address that others have, too, is told', () => {
  const places = ['2', '3'].map((id) => joined(id, 1, { sharesAddress: true }))
  expect(ids(placesToTell(cardOf('1', 1), places))).toEqual(['2', '3'])
})

it('a place is told until a message has its address, once for each page', () => {
  const place = fc.record({ page: fc.nat(4), isShown: fc.boolean(), isEarlier: fc.boolean() })
  fc.assert(
    fc.property(fc.array(place), (drawn) => {
      const members = drawn.map(({ page, isShown, isEarlier }, index) => {
        const shown = isShown ? { shownIn: '9.0' } : {}
        return { ...joined(`${index + 10}`, page, shown), isEarlier }
      })
      const of = (earlier: boolean) =>
        members.filter(({ isEarlier }) => isEarlier === earlier).map((one) => one.place)
      const first = { ...cardOf('1', 1), duplicates: of(true) }
      const card = { ...cardOf('2', 2, first), duplicates: of(false) }
      const told = placesToTell(card, members)
      const pages = told.map(({ mention, place: { url } }) => url || mention.id)
      expect(new Set(pages).size).toBe(pages.length)
      for (const { place: one } of members) {
        const isKnown = one.shownIn !== undefined || one.url === urlOf(1) || one.url === urlOf(2)
        const others = members.filter(({ place: other }) => other.url === one.url && other.url !== '')
        const isThere = isKnown || others.some(({ place: other }) => other.shownIn !== undefined)
        expect(pages.includes(one.url || one.id)).toBe(!isThere)
      }
      const places = told.map((one) => one.place)
      const after = withPlacesShown(card, { joined: places }, { shownIn: '10.0', repliedAt: 5 })
      const read = members.map(({ mention, place: { id } }) => ({
        mention,
        place: [...after.duplicates, ...(after.story?.earlier ?? [])].find((one) => one.id === id) ?? {
          id,
          url: '',
        },
      }))
      expect(placesToTell(after, read)).toEqual([])
      if (told.length > 0)
        expect(withPlacesShown(after, { joined: places }, { shownIn: '10.0', repliedAt: 5 })).toBe(after)
    }),
  )
})

it('a reply has at most ten places, and the record of each', () => {
  const places = Array.from({ length: 13 }, (_, index) => joined(`${index + 2}`, index + 2))
  const { mentions, places: told, place } = placesMessage(cardOf('1', 1), places)
  expect(mentions.map(({ id }) => id)).toEqual(ids(places).slice(0, 10))
  expect(told?.joined.map(({ id }) => id)).toEqual(ids(places).slice(0, 10))
  expect([told?.of, place]).toEqual(['1', { kind: 'thread', parent: '1.0' }])
})

it('places with very long addresses are in several replies, which fit the text of a message', () => {
  const long = (id: string) => {
    const mention = sampleMention({ id, url: `https://p${id}.example/${'a'.repeat(1500)}` })
    return { mention, place: { id, url: mention.url } }
  }
  const { mentions, content } = placesMessage(cardOf('1', 1), ['2', '3', '4', '5'].map(long))
  expect(mentions).toHaveLength(2)
  expect(content.text.length).toBeLessThan(4000)
})

it.each([
  ['before any reply', undefined, 1, 100, undefined],
  ['within two minutes of a reply', 50, 1, 100, 120_050],
  ['at their end', 50, 1, 120_050, undefined],
  ['as soon as a reply is full', 50, 10, 100, undefined],
  ['after the clock was set back', 500, 1, 100, undefined],
])('%s, a reply waits as it should', (_when, repliedAt, count, now, until) => {
  const card = cardOf('1', 1)
  const replied = card.story && {
    ...card,
    story: { ...card.story, ...(repliedAt !== undefined && { repliedAt }) },
  }
  expect(placesWaitUntil(replied ?? card, count, { now, windowMs: undefined })).toBe(until)
})
