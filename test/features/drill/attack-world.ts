import { drillKind } from '../../../src/features/drill/model.ts'
import { openCollection } from '../../../src/model/collection.ts'
import type { Store } from '../../../src/store/store.ts'
import { type SubjectName, start, subjects } from '../../tools/attack-people.ts'

export const drillValue = (subject: SubjectName) =>
  JSON.stringify([subjects[subject].channel, `drill ${subject}`])

/** A drill runs in each channel, so that no attack posts another one. */
export async function fill(store: Store, subject: SubjectName): Promise<void> {
  const { channel, alert } = subjects[subject]
  await openCollection(store, drillKind).put(channel, {
    ...{
      id: `drill ${subject}`,
      channel,
      alert: alert.id,
      subscription: `${subject}-watch`,
      startedAt: start,
    },
    ...{ by: 'Mei Tan', content: { text: 'Drill', blocks: [] }, answers: [] },
  })
}
