import { starsOf } from '../../../fields/stars.ts'
import type { Metrics } from '../../../source.ts'
import type { Entry } from '../feed.ts'
import { childOf, childrenOf, type Element, textIn } from './tree.ts'

/** Public numbers by name. */
export function metricsOf(entry: Element): Metrics | undefined {
  const community = childOf(childOf(entry, 'media:group') ?? entry, 'media:community')
  const statistics = childOf(community, 'media:statistics')?.attributes
  const links = [...childrenOf(entry, 'link'), ...childrenOf(entry, 'atom:link')]
  const replies = links.find((link) => link.attributes.get('rel') === 'replies')?.attributes
  const numbers = {
    comments: count(
      textIn(entry, 'slash:comments') ?? textIn(entry, 'thr:total') ?? replies?.get('thr:count'),
    ),
    views: count(statistics?.get('views')),
    favorites: count(statistics?.get('favorites')),
    likes: count(childOf(community, 'media:starrating')?.attributes.get('count')),
  }
  const known = Object.entries(numbers).filter((entry): entry is [string, number] => entry[1] !== undefined)
  return known.length === 0 ? undefined : Object.fromEntries(known)
}

const count = (given: string | undefined) =>
  given !== undefined && /^\d{1,15}$/.test(given.trim()) ? Number(given) : undefined

/** Of the App Store, Letterboxd, Goodreads (whose 0 is none), or simply a rating. */
const ratings = ['im:rating', 'letterboxd:memberrating', 'user_rating', 'rating']

/** Those of the writer, also as schema.org has them. The stars of `media:community` are those of all readers. */
export function starsIn(entry: Element): number | undefined {
  const rating =
    childOf(entry, 'schema:reviewrating') ?? childOf(childOf(entry, 'schema:review'), 'schema:reviewrating')
  const written = ratings.flatMap((name) => textIn(entry, name) ?? [])
  return (
    written.map((text) => (text === '0' ? undefined : starsOf(text))).find((stars) => stars !== undefined) ??
    starsOf(textIn(rating, 'schema:ratingvalue'), textIn(rating, 'schema:bestrating'))
  )
}

/** Of GeoRSS, GML or W3C Geo. */
export function locationOf(entry: Element): Entry['location'] | undefined {
  const where = childOf(entry, 'georss:where') ?? entry
  const place = childOf(entry, 'geo:point') ?? entry
  const pair = textIn(entry, 'georss:point') ?? textIn(childOf(where, 'gml:point'), 'gml:pos')
  const [latitude, longitude] = (
    pair?.split(/[\s,]+/) ?? [textIn(place, 'geo:lat'), textIn(place, 'geo:long')]
  ).map((number) => (number === undefined || number.trim() === '' ? Number.NaN : Number(number)))
  const isPlace =
    latitude !== undefined &&
    longitude !== undefined &&
    Math.abs(latitude) <= 90 &&
    Math.abs(longitude) <= 180
  return isPlace ? { latitude, longitude } : undefined
}
