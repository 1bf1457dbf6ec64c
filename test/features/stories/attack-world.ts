import { coverageOf } from '../../../src/engine/dedupe/coverage.ts'
import { postedCardSchema } from '../../../src/model/card.ts'
import type { Store } from '../../../src/store/store.ts'
import { type SubjectName, start, subjects } from '../../tools/attack-people.ts'

export const splitValue = ' 1'

/** Makes each open card that of a story with one more place. */
export async function fill(
  store: Store,
  subject: SubjectName,
  targets: { channel: string; ts: string }[],
): Promise<void> {
  const { mention } = subjects[subject]
  const coverage = coverageOf({ title: mention.title, snippet: '', language: 'en' })
  for (const target of targets)
    await store.messages('cards', postedCardSchema).change(target, (card) => {
      if (card?.shows.kind !== 'card') return card
      const { channel, ts, subscription, alert, shows } = card
      const { id, url, reach } = shows.mention
      const title = { words: [], numbers: [] }
      return {
        ...card,
        original: {
          ...{ channel, ts, subscription, alert, mention: id, at: start, keys: [] },
          duplicates: [{ id: '1', url: `https://${mention.host}/1`, shownIn: '1.1' }],
          story: { url, reach, title, shownReach: reach, earlier: [], coverage },
        },
      }
    })
}
