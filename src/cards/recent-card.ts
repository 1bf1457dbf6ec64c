import type { Ms, Time } from '@overheard/base/time'
import type { PostedCard } from '../model/card.ts'
import type { MessageKey } from '../model/collection.ts'

type Deps = {
  find: (place: MessageKey) => Promise<PostedCard | undefined>
  now: () => Time
  sleep: (ms: Ms) => Promise<void>
}

/** A card that Slack shows for longer than this has a record, or will never have one. */
const recordedWithinMs: Ms = 60_000
const lookAgainMs: Ms = 100
/** Shorter than the three seconds in which Slack opens a form after a press. */
const formMs: Ms = 2_000

/** Finds the card of a press. Waits a little for its record, because Slack shows a card before the record is stored. */
export function createFindPressed({ find, now, sleep }: Deps, patienceMs: Ms = formMs) {
  return async (place: MessageKey): Promise<PostedCard | undefined> => {
    const age = Math.abs(now() - Number(place.ts) * 1000)
    let left = age <= recordedWithinMs ? patienceMs : 0
    for (;;) {
      const card = await find(place)
      if (card !== undefined || left <= 0) return card
      await sleep(lookAgainMs)
      left -= lookAgainMs
    }
  }
}
