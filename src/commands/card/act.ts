import type { Cards } from '../../cards.ts'
import type { Id } from '../../model/id.ts'
import type { Mention } from '../../model/mention.ts'
import type { CardRecords } from '../../store/card-records.ts'
import type { CardNote } from './note.ts'
import { afterPress, type CardPress } from './transition.ts'

/** What somebody does with one mention of a message, whichever way it was chosen. */
type CardDeed = { where: CardNote; mention: Id; user: string; press: CardPress['press'] }

/** Notes a deed, and draws the message as it is then. Rejects only where the store does. */
export type ActOnCard = (deed: CardDeed) => Promise<void>

type ActDeps = {
  now: () => number
  cards: Cards
  records: Pick<CardRecords, 'change'>
  /** Undefined where the service does not have it any more, or cannot say. */
  mention: (alert: Id, id: Id) => Promise<Mention | undefined>
  nameOf: (user: string) => Promise<string>
}

/** Makes what all presses on cards and bursts lead to. */
export function createActOnCard({ now, cards, records, mention: find, nameOf }: ActDeps): ActOnCard {
  return async ({ where: { place, target, form }, mention, user, press }) => {
    const { subscription, alert } = target
    const [by, known] = await Promise.all([nameOf(user), find(alert, mention)])
    const key = { channel: place.channel, ts: place.ts, mention }
    const sentiment = known?.sentiment === undefined ? {} : { sentiment: known.sentiment }
    const pressed: CardPress = { ...key, subscription, alert, ...sentiment, user, by, at: now(), press }
    await records.change(key, (current) => afterPress(current, pressed))
    if (form === 'card') await cards.drawCard(place, { ...target, mentions: [mention] })
    else await cards.drawEntries(place, target)
  }
}
