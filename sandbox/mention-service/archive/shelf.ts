import { compareIds, type Id } from '../../../src/model/id.ts'
import type { Held, SortBy } from './held.ts'
import { createOrder } from './order.ts'
import type { AlertRecord } from './records.ts'

/** The mentions of one alert in their three orders. */
export type Shelf = {
  alert: AlertRecord
  has: (id: Id) => boolean
  /** `visibleFrom`: UTC ms; the mention is in no order before. */
  put: (mention: Held, visibleFrom: number) => void
  /** The mentions that are visible at `now`, ascending. */
  ascending: (sortBy: SortBy, now: number) => readonly Held[]
  /** The greatest id, of hidden mentions too; undefined where there is none. */
  greatestId: () => Id | undefined
}

/** An empty shelf for one alert. */
export function createShelf(alert: AlertRecord): Shelf {
  const orders = { id: createOrder('id'), date: createOrder('date'), reach: createOrder('reach') }
  const ids = new Set<Id>()
  let greatest: Id | undefined
  let hidden: { mention: Held; visibleFrom: number }[] = []

  function show(mention: Held): void {
    for (const order of Object.values(orders)) order.add(mention)
  }

  function reveal(now: number): void {
    for (const { mention, visibleFrom } of hidden) if (visibleFrom <= now) show(mention)
    hidden = hidden.filter(({ visibleFrom }) => visibleFrom > now)
  }

  return {
    alert,
    has: (id) => ids.has(id),
    put(mention, visibleFrom) {
      ids.add(mention.id)
      if (greatest === undefined || compareIds(mention.id, greatest) > 0) greatest = mention.id
      if (visibleFrom === Number.NEGATIVE_INFINITY) show(mention)
      else hidden.push({ mention, visibleFrom })
    },
    ascending(sortBy, now) {
      if (hidden.length > 0) reveal(now)
      return orders[sortBy].ascending()
    },
    greatestId: () => greatest,
  }
}
