import { type Held, heldKey, heldKind } from '../../../src/features/relevance/model.ts'
import type { Store } from '../../../src/store/store.ts'
import { type Role, roles, type SubjectName, start, subjects } from '../../tools/attack-people.ts'
import { sampleMention } from '../../tools/sample-mention.ts'

/** The id of a mention that is held back for one attack. */
const idOf = (role: Role) => String(9_000_000 + roles.indexOf(role))

export const heldValue = (subject: SubjectName, role: Role) =>
  JSON.stringify([`${subject}-watch`, idOf(role)])

/** The value of the line of a day, which names several mentions. */
export const heldValues = (subject: SubjectName, role: Role) =>
  JSON.stringify([`${subject}-watch`, idOf(role), '8999999'])

/** The value of More. */
export const nextPage = (subject: SubjectName) =>
  JSON.stringify([`${subject}-watch`, { at: start + 1, id: '9100000' }])

export const nextPageOfLine = (subject: SubjectName, role: Role) =>
  JSON.stringify([`${subject}-watch`, idOf(role), '8999999', { at: start + 1, id: '9100000' }])

/** The list is empty without this key. */
export const subscription = { about: 'Everything; people write about it' }

export async function fill(store: Store, subject: SubjectName): Promise<void> {
  const held = store.collection(heldKind.name, heldKind.schema)
  const { alert, mention } = subjects[subject]
  for (const role of roles) {
    const subscription = `${subject}-watch`
    const one: Held = {
      ...{ subscription, alert: alert.id, at: start, state: 'held' },
      // Otherwise the line of a day comes in the middle of an attack.
      told: true,
      mention: sampleMention({ id: idOf(role), author: { ...sampleMention().author, name: mention.author } }),
    }
    await held.put(heldKey(subscription, idOf(role)), one)
  }
}
