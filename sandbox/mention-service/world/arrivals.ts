import { compareIds, type Id } from '../../../src/model/id.ts'
import type { Archive } from '../archive/archive.ts'
import { pressAlert, quietAlert, type WorldAlert, worldAlerts } from './alerts.ts'
import { composeMention, pickPost } from './compose-mention.ts'
import { idAt } from './history.ts'
import { pickWeighted, type Random } from './random.ts'
import { type Print, storyIn } from './travelling-story.ts'

/** The levers of the world. Each adds new mentions now and tells their ids, ascending; none where the alert is not of this world. */
export type Arrivals = {
  /** So many new mentions, of one alert, or (where none is named) of the first. */
  burst: (count: number, alertId?: Id) => Id[]
  /** Sixty negative mentions, all published within the last minute. */
  crisis: (alertId?: Id) => Id[]
  /** A story that travels from paper to paper in the press: each of these adds the next copy. */
  story: () => (() => Id[])[]
  /** One new mention of any alert, the busier the likelier. */
  one: () => Id[]
}

type Wave = { about: WorldAlert; count: number; sentiment?: 'negative'; withinMs: number }

const minuteMs = 60 * 1000
const crisisSize = 60

/** The levers of a world that lives in `archive`. `now`: UTC ms. */
export function createArrivals(archive: Archive, random: Random, now: () => number): Arrivals {
  function nextId(): Id {
    const afterGreatest = BigInt(archive.greatestId()) + 1n
    const byClock = idAt(now())
    return (byClock > afterGreatest ? byClock : afterGreatest).toString()
  }

  function add({ about, count, sentiment, withinMs }: Wave): Id[] {
    if (!archive.alert(about.alert.alert_id)) return []
    return Array.from({ length: count }, () => {
      const date = now() - random.whole(0, withinMs)
      const occasion = { id: nextId(), date, post: pickPost(about, random, sentiment) }
      const { mention, profile } = composeMention(about, occasion, random)
      const said = sentiment ? { ...mention, sentiment } : mention
      return archive.add(about.alert.alert_id, said, { profile })
    }).sort(compareIds)
  }

  function wave(alertId: Id | undefined, rest: Omit<Wave, 'about'>): Id[] {
    const about =
      alertId === undefined
        ? worldAlerts[0]
        : [...worldAlerts, quietAlert].find(({ alert }) => alert.alert_id === alertId)
    return about ? add({ about, ...rest }) : []
  }

  function copy({ post, place }: Print): Id[] {
    const { alert_id } = pressAlert.alert
    if (!archive.alert(alert_id)) return []
    const { mention, profile } = composeMention(pressAlert, { id: nextId(), date: now(), post }, random)
    return [archive.add(alert_id, { ...mention, ...place }, { profile })]
  }

  return {
    story: () => storyIn(random.whole(110, 990)).map((print) => () => copy(print)),
    burst: (count, alertId) => wave(alertId, { count, withinMs: 2 * minuteMs }),
    crisis: (alertId) => wave(alertId, { count: crisisSize, sentiment: 'negative', withinMs: minuteMs }),
    one() {
      const weighted = worldAlerts.map((about) => ({ about, weight: about.aDay }))
      return add({ about: pickWeighted(random, weighted).about, count: 1, withinMs: minuteMs })
    },
  }
}
