import type { Time } from '@overheard/base/time'
import type { Mention } from '@overheard/mention-client/mention'
import { notifiedBy } from '../../engine/index.ts'
import { spikeCardOf } from '../../messages/anomalies/spike.ts'
import { chooseTopMentions, shownByParent, summarizeBurst } from '../../messages/mention/burst.ts'
import type { CardMenu } from '../../messages/mention/card-menu.ts'
import { drawMentions } from '../../messages/mention/shown-mentions.ts'
import type { Content } from '../../model/message.ts'
import {
  type CardLayout,
  type Filter,
  layoutOf,
  type Range,
  type Subscription,
} from '../../model/subscription.ts'
import { say } from './messages.ts'
import type { Scenario } from './model.ts'

const firstOf = (patterns: string[] | undefined, otherwise: string) => {
  const [first] = patterns ?? []
  if (first === undefined) return otherwise
  return first === 'unknown' ? '' : first.replaceAll('*', '')
}

function within(range: Range | undefined, usual: number): number {
  if (range === undefined) return usual
  return Math.min(range.to ?? usual, Math.max(range.from ?? usual, usual))
}

/** Makes up a mention as `notify.when` and the filters of a subscription want it. The rules decide afterwards whether it is one. */
export function madeUpMention(
  { only, notify }: Pick<Subscription, 'only' | 'notify'>,
  now: Time,
  number = 1,
): Mention {
  const wanted: Filter = { ...only, ...notify?.when }
  const [sentiment = 'negative'] = wanted.sentiment ?? []
  const text = firstOf(wanted.text, '')
  const country = firstOf(wanted.country, '')
  const snippet = `${say.madeUpText()}${text === '' ? '' : ` ${text}`}`
  return {
    id: String(number),
    date: now,
    title: say.madeUpTitle({ number: String(number) }),
    snippet,
    url: wanted.domain === undefined ? '' : `https://${firstOf(wanted.domain, 'drill.example')}/`,
    reach: within(wanted.reach, 120_000),
    language: firstOf(wanted.language, 'en'),
    source: firstOf(wanted.source, 'web'),
    done: wanted.done ?? false,
    starred: wanted.starred ?? false,
    tags: wanted.tag === undefined ? [] : [firstOf(wanted.tag, '')],
    author: {
      name: firstOf(wanted.author, say.madeUpAuthor()),
      audience: within(wanted.audience, 120_000),
      url: '',
    },
    ...(sentiment !== 'unknown' && { sentiment }),
    ...(country !== '' && { location: { country } }),
    highlights: [],
    flaws: [],
  }
}

type DrillView = {
  subscription: Subscription
  alertName: string
  layout: CardLayout
  menu: CardMenu
  now: Time
}

/** Draws what the subscription would post, without addresses: a made-up mention leads nowhere. */
export function madeUpMessage(scenario: Scenario, view: DrillView): Content {
  const { subscription, alertName, layout, menu, now } = view
  const made = (number: number) => ({ ...madeUpMention(subscription, now, number), url: '' })
  const rated = notifiedBy(subscription, [madeUpMention(subscription, now)])
  if (scenario === 'urgent')
    return drawMentions(
      { kind: 'card', mention: made(1), ...layoutOf(subscription, layout), ...rated },
      { menu },
    )
  if (scenario === 'burst') {
    const mentions = Array.from({ length: Math.min(20, subscription.burst + 1) }, (_, index) =>
      made(index + 1),
    )
    const top = chooseTopMentions(mentions, shownByParent)
    return drawMentions({ ...summarizeBurst({ alertName, mentions, top }), more: '', ...rated }, { menu })
  }
  const top = [made(1), made(2), made(3)]
  const count = 60
  const negative = top[0]?.sentiment === 'negative' ? count : 0
  const summary = {
    ...{ startedAt: now - 600_000, total: count, rated: count, negative, reach: count * 1000, peak: count },
    ...{ sources: [{ name: top[0]?.source ?? 'web', count }], countries: [], top },
  }
  const { notify } = subscription
  const card = spikeCardOf({
    shown: {
      kind: 'live',
      spike: {
        ...{
          alertName,
          summary,
          signs: [],
          inLastHour: count,
          baselinePerHour: 4,
          claims: [],
          permalinks: {},
        },
        hours: [...Array.from({ length: 23 }, () => 4), count],
      },
    },
    note: {},
    ...(notify && { notified: { users: notify.users, groups: notify.groups, here: notify.here } }),
  })
  return { text: card.text, blocks: card.blocks.slice(0, -1) }
}
