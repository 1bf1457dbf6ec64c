import type { Duplicate, OriginalCard } from '../../model/card.ts'
import { type Coverage, joinedCoverage } from './coverage.ts'
import { addressKeysOf } from './original-index.ts'
import { isSameMention, storyMembers } from './story.ts'

/** What people do with stories: they take places out, and put the card of a story to another one. */

type Place = Pick<Duplicate, 'id' | 'alert'>

/** Returns the card without these places. `says` is what they say together, and `keys` are those by which mentions join them from now on. */
export function withoutPlaces(
  card: OriginalCard,
  places: readonly Place[],
  { keys, coverage: says }: { keys: readonly string[]; coverage?: Coverage | undefined },
): OriginalCard {
  const { duplicates, story } = card
  const left = duplicates.filter((one) => !places.some(isSameMention(one)))
  if (left.length === duplicates.length || story === undefined) return card
  const own = addressKeysOf(story)
  const { coverage } = story
  return {
    ...card,
    duplicates: left,
    keys: card.keys.filter((key) => own.includes(key) || !keys.includes(key)),
    ...(coverage && says && { story: { ...story, coverage: coverageWithout(coverage, says) } }),
  }
}

/** Figures and years stay, because other places may have them, too: so fewer mentions join, not more. */
function coverageWithout(story: Coverage, places: Coverage): Coverage {
  const less = new Map(places.words.map((word) => [word[0], word]))
  const words = story.words.flatMap(([stem, weight, names, plain]): Coverage['words'] => {
    const [, ofWeight = 0, ofNames = 0, ofPlain = 0] = less.get(stem) ?? []
    const left = Math.round((weight - ofWeight) * 100) / 100
    return left <= 0 ? [] : [[stem, left, Math.max(0, names - ofNames), Math.max(0, plain - ofPlain)]]
  })
  const titles = story.titles?.filter((title) => places.titles?.includes(title) !== true)
  return {
    ...story,
    places: Math.max(1, story.places - places.places),
    words,
    ...(titles && { titles }),
  }
}

/** Returns the first card with the story of the second one. The mention of the second one keeps its address on its own card. */
export function withStoryOf(first: OriginalCard, second: OriginalCard): OriginalCard {
  const known = storyMembers(first)
  const more = placesOf(second).filter((one) => !known.some(isSameMention(one)))
  const { story } = first
  if (more.length === 0 || story === undefined) return first
  const [own, others] = [story.coverage, second.story?.coverage]
  return {
    ...first,
    duplicates: [...first.duplicates, ...more],
    keys: [...new Set([...first.keys, ...second.keys])],
    story: { ...story, ...(own && others && { coverage: joinedCoverage(own, others) }) },
  }
}

/** The places of a card, as those of another card of the same alert. */
export function placesOf(card: OriginalCard): Duplicate[] {
  return storyMembers(card).map((one) => (one.id === card.mention ? { ...one, shownIn: card.ts } : one))
}
