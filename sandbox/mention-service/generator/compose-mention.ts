import type { MentionInput, Profile } from '../records.ts'
import type { GeneratedAlert } from './alerts.ts'
import { type City, citiesOf, type Outlet, outlets, type Writer, writersOf } from './authors.ts'
import type { Post } from './posts/parse-posts.ts'
import { pickWeighted, type Random } from './random.ts'

/** The id, the publication time (UTC ms) and the post of a new mention. */
type Draft = { id: string; date: number; post: Post }

/** A mention ready to be added, with its author's profile. */
type Composed = { mention: MentionInput; profile: Profile }

const devices = ['my old iPad', 'a Pixel 8', 'Android', 'Windows', 'Linux', 'a second-hand ThinkPad']
const days = ['Monday', 'Tuesday', 'Friday', 'the weekend']
const prices = ['4.99', '7.50', '€9', '$12']
const ages = ['18-24', '25-34', '25-34', '35-44', '35-44', '45-54', '55-64', '65+']
const tags = ['support', 'press', 'vip', 'refund', 'feature-request']

function fillIn(text: string, place: City, random: Random): string {
  return text
    .replaceAll('{device}', random.pick(devices))
    .replaceAll('{day}', random.pick(days))
    .replaceAll('{price}', random.pick(prices))
    .replaceAll('{version}', `${random.whole(5, 8)}.${random.whole(0, 9)}`)
    .replaceAll('{n}', String(random.whole(3, 48)))
    .replaceAll('{city}', place.city)
}

/** A reach between the two, even on a logarithmic scale: small reaches are common and great ones rare. */
function reachOf([least, greatest]: Outlet['reach'], random: Random): number {
  return Math.round(least * (greatest / least) ** random.next())
}

function tagsOf(random: Random): string[] {
  if (!random.chance(0.14)) return []
  return random.chance(0.2) ? ['vip', 'support'] : [random.pick(tags)]
}

/** The fields that the interface allows to be absent. Each is missing now and then. */
function optionalFields(post: Post, place: City, outlet: Outlet, random: Random): Partial<MentionInput> {
  const { latitude, longitude, country } = place
  return {
    language: random.chance(0.04) ? '' : post.language,
    ...(random.chance(0.88) && { sentiment: post.sentiment }),
    ...(outlet.placed && random.chance(0.75) && { location: { latitude, longitude, country } }),
  }
}

function profileOf({ gender }: Writer, outlet: Outlet, random: Random): Profile {
  if (outlet.source === 'news-blogs' || random.chance(0.3)) return {}
  return { ...(gender && { gender }), age: random.pick(ages) }
}

/** Picks a post about an alert, with this sentiment if it is given and the group has one. */
export function pickPost({ groups }: GeneratedAlert, random: Random, sentiment?: Post['sentiment']): Post {
  const { posts } = pickWeighted(random, groups)
  const fitting = sentiment ? posts.filter((post) => post.sentiment === sentiment) : posts
  return random.pick(fitting.length > 0 ? fitting : posts)
}

function outletFor({ press }: Post, random: Random): Outlet {
  const excluded = press ? 'people' : 'press'
  return pickWeighted(
    random,
    outlets.filter(({ prints }) => prints !== excluded),
  )
}

/** Gives a post an author, a place, an address and all other fields of a mention. */
export function composeMention(
  { terms }: GeneratedAlert,
  { id, date, post }: Draft,
  random: Random,
): Composed {
  const outlet = outletFor(post, random)
  const person = random.pick(writersOf(post.language))
  const place = random.pick(citiesOf(post.language))
  const snippet = fillIn(post.snippet, place, random)
  const mention: MentionInput = {
    id,
    date,
    reach: reachOf(outlet.reach, random),
    title: fillIn(post.title, place, random),
    snippet,
    done: random.chance(0.05),
    starred: random.chance(0.02),
    tags: tagsOf(random),
    source: outlet.source,
    ...outlet.publish(person, BigInt(id).toString(36), random),
    entities: { snippet: { highlighted_text: highlightsOf(snippet, terms, random) } },
    ...optionalFields(post, place, outlet, random),
  }
  return { mention, profile: profileOf(person, outlet, random) }
}

type WireHighlight = { text: string; start_index: number; end_index: number }

/** The share of mentions whose highlights have wrong positions, as real ones sometimes do. */
const wrongShare = 0.04

function occurrences(snippet: string, term: string): WireHighlight[] {
  const found: WireHighlight[] = []
  const lower = snippet.toLowerCase()
  for (let at = lower.indexOf(term.toLowerCase()); at >= 0; at = lower.indexOf(term.toLowerCase(), at + 1)) {
    const end = at + term.length
    found.push({ text: snippet.slice(at, end), start_index: at, end_index: end })
  }
  return found
}

/**
 * Finds the alert's terms in a snippet, in UTF-16 positions, ascending. Now and then all positions are shifted, even
 * past the end.
 */
function highlightsOf(snippet: string, terms: string[], random: Random): WireHighlight[] {
  const found = terms.flatMap((term) => occurrences(snippet, term))
  found.sort((a, b) => a.start_index - b.start_index)
  if (!random.chance(wrongShare)) return found
  const shift = random.pick([3, -2, 500])
  return found.map(({ text, start_index, end_index }) => ({
    text,
    start_index: Math.max(0, start_index + shift),
    end_index: Math.max(0, start_index + shift) + (end_index - start_index),
  }))
}
