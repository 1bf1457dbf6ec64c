import type { Id } from '@overheard/mention-client/id'
import type { ReplayRule } from '../../kernel/command.ts'
import { openCollection, type Records } from '../../model/collection.ts'
import type { Classifier } from './classifier.ts'
import { isLetThrough, skipped, teachingFor, train } from './filter.ts'
import { createJudge } from './judge.ts'
import { heldKey, labelKind, learningKind } from './model.ts'
import { aboutOf } from './settings.ts'

/** Judges past mentions with what is learned now. Without a store, only the rules of `about` hold something back. */
export async function replayRule(records: Records | undefined): Promise<ReplayRule> {
  const labels = records === undefined ? [] : await openCollection(records, labelKind).all()
  const learning = records === undefined ? [] : await openCollection(records, learningKind).all()
  const learned = new Map<Id, Classifier | undefined>()
  for (const alert of new Set(labels.map((label) => label.alert)))
    learned.set(alert, await train(teachingFor(alert, labels, learning)))
  return (subscription, alert) => {
    const about = aboutOf(subscription)
    if (about === undefined) return undefined
    const judge = createJudge(subscription, about)
    return (mention) => {
      const verdict = judge(mention, learned.get(alert))
      return verdict === undefined || isLetThrough(heldKey(subscription.name, mention.id))
        ? undefined
        : skipped(verdict)
    }
  }
}
