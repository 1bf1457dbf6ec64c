import { roomKind } from '../../../src/features/room/model.ts'
import { openCollection } from '../../../src/model/collection.ts'
import type { Store } from '../../../src/store/store.ts'
import { type SubjectName, start, subjects } from '../../tools/attack-people.ts'

/** The card of a spike that nobody attacks. */
const tsOf = (subject: SubjectName) => `${start / 1000 - 60}.00000${subject.length}`

export const roomValue = (subject: SubjectName) => JSON.stringify([subjects[subject].channel, tsOf(subject)])

/** The channel of each subject is the room of a spike, and the room is over, so that no attack archives it. */
export async function fill(store: Store, subject: SubjectName): Promise<void> {
  const { channel, alert } = subjects[subject]
  const card = { channel, ts: tsOf(subject) }
  await openCollection(store, roomKind).put(`${channel} ${card.ts}`, {
    ...{ card, channel, alert: alert.id, alertName: alert.name, subscription: `${subject}-watch` },
    ...{ by: { user: 'U0000000MEI', name: 'Mei Tan' }, at: start, isPrivate: false },
    ...{ name: `crisis-${subject}`, taken: 0, welcome: '1.000000', report: '2.000000', over: 'archived' },
  })
}
