import type { Time } from '@overheard/base/time'
import type { Id } from '@overheard/mention-client/id'
import type { Collection } from '../../model/collection.ts'
import { type Lesson, lessonKey, type Subject } from './model.ts'

/** Each lesson changes the similarity that the stories of its alert need by this much, up to a limit. */
const step = 0.04
const mostCaution = 0.3
const leastCaution = -0.1

const keptMs = 90 * 86_400_000

type LessonDeps = {
  now: () => Time
  stored: Pick<Collection<Lesson>, 'all' | 'entries' | 'change'>
}

/** What people have said about stories teaches their alert only. */
export function createLessons({ now, stored }: LessonDeps) {
  let cautions = new Map<Id, number>()

  return {
    learn: (subject: Subject, isSame: boolean) =>
      stored.change(lessonKey(subject), () => ({ alert: subject.alert, at: now(), isSame })),
    unlearn: (subject: Subject) => stored.change(lessonKey(subject), () => undefined),
    async refresh(): Promise<undefined> {
      const sums = new Map<Id, number>()
      for (const { alert, isSame } of await stored.all())
        sums.set(alert, (sums.get(alert) ?? 0) + (isSame ? -step : step))
      cautions = new Map(
        [...sums].map(([alert, sum]) => [alert, Math.min(mostCaution, Math.max(leastCaution, sum))]),
      )
    },
    cautionOf: (alert: Id): number => cautions.get(alert) ?? 0,
    async prune(time: Time): Promise<void> {
      for (const { key, value } of await stored.entries())
        if (value.at < time - keptMs) await stored.change(key, () => undefined)
    },
  }
}
