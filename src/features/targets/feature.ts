import { defineFeature } from '../../kernel/feature.ts'
import { leadOf, type PostedCard } from '../../model/card.ts'
import { timestampsOf } from '../../model/date-range.ts'
import { deadlinesOf, measureTargets, targetOf } from './figures.ts'
import { targetsSection } from './messages.ts'
import { filtersIn, keys, targetsFor } from './settings.ts'

/** How fast mentions should be answered, in working time. */
export const targets = defineFeature({
  name: 'targets',
  keys,
  filters: (settings, own) => [...filtersIn(settings), ...filtersIn(own)],
  uses: ({ clock: { now }, settings: { workCalendar }, subscriptions: { registry }, cards }) => ({
    now,
    postedIn: cards.postedIn,
    registry,
    workCalendar,
  }),
  create({ now, postedIn, registry, workCalendar }, settings) {
    const ofSubscription = targetsFor(settings)
    const hasTargets = registry.all().some(({ subscription }) => ofSubscription(subscription).length > 0)
    if (settings.targets.length === 0 && !hasTargets) return undefined
    const subscriptionOf = (card: PostedCard) => registry.find(leadOf(card))?.subscription
    const targetsOf = (card: PostedCard) => {
      const subscription = subscriptionOf(card)
      return subscription === undefined ? [] : ofSubscription(subscription)
    }
    const calendarOf = (card: PostedCard) => ({
      ...workCalendar,
      timezone: subscriptionOf(card)?.timezone ?? workCalendar.timezone,
    })
    return {
      deadlinesOf(card, mention) {
        const target = targetOf(targetsOf(card), mention)
        return target && deadlinesOf(calendarOf(card), target, Number(card.ts) * 1000)
      },
      async digest(channel, range) {
        const period = timestampsOf(range)
        const measuring = { now: now(), targetsOf, calendarOf }
        return targetsSection(await measureTargets(postedIn(channel, period.from), period, measuring))
      },
    }
  },
})
