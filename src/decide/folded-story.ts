import type { Mention } from '../model/mention.ts'
import { plainAddress } from './plain-address.ts'
import { type StoryKey, storyKey } from './same-story.ts'

/** A story as its first card shows it: "at 12 places, 1.3M reach". `shownReach`: the reach when it last stood new in the channel. */
export type FoldedStory = {
  key: StoryKey
  places: string[]
  mentions: number
  reach: number
  shownReach: number
}

/** So many places are told apart; more are not counted. */
const mostPlaces = 200

/** A story comes up again at this many times the reach it was shown with, which is taken as at least 1,000. */
const tenfold = 10
const leastShownReach = 1000

/** The story of its first mention. */
export function newStory(mention: Mention): FoldedStory {
  const key = storyKey(mention)
  return { key, places: [placeOf(mention)], mentions: 1, reach: mention.reach, shownReach: mention.reach }
}

/** The story with one more mention; `comesUp`: it has crossed a tenfold of reach and stands new in the channel once more. */
export function joined(story: FoldedStory, mention: Mention): { story: FoldedStory; comesUp: boolean } {
  const place = placeOf(mention)
  const isNew = !story.places.includes(place) && story.places.length < mostPlaces
  // The same page told twice reaches nobody twice.
  const reach = story.reach + (isNew ? mention.reach : 0)
  const comesUp = reach >= tenfold * Math.max(leastShownReach, story.shownReach)
  return {
    story: {
      ...story,
      places: isNew ? [...story.places, place] : story.places,
      mentions: story.mentions + 1,
      reach,
      shownReach: comesUp ? reach : story.shownReach,
    },
    comesUp,
  }
}

/** A mention whose address is none of the web is its own place. */
function placeOf({ id, url }: Mention): string {
  return plainAddress(url) ?? id
}
