import { defineFeature } from '../../kernel/feature.ts'
import { openCollection } from '../../model/collection.ts'
import { remindersOf } from '../../reminders/reminder-kind.ts'
import { createStoryForm, queueMove } from './form.ts'
import { createLessons } from './lessons.ts'
import { say } from './messages.ts'
import { joinSchema, lessonKind, moveSchema, type Subject, splitSchema } from './model.ts'
import { createMoves } from './moves.ts'

/** People take places out of a story, and put two cards together. */
export const stories = defineFeature({
  name: 'stories',
  keys: { file: {}, subscription: {} },
  collections: [
    {
      kind: lessonKind,
      damage: { name: say.damagedName(), record: say.damaged },
    },
  ],
  reminders: { 'story-move': moveSchema },
  changes: { 'story-split': splitSchema, 'story-join': joinSchema },
  uses: ({
    clock: { now },
    settings: { layout },
    store,
    alerts: { directory: alerts, service },
    subscriptions: { registry, finder, changes },
    cards,
    reminders: { led, pressed },
    features: { menu, tellPosted },
  }) => ({
    lessons: { now, stored: openCollection(store, lessonKind) },
    form: {
      ...{ now, changes, find: cards.find, postedIn: cards.postedIn },
      moves: remindersOf(pressed, moveSchema),
    },
    moves: {
      ...{ now, registry, finder, alerts, service, cards, layout, menu, tellPosted },
      led: remindersOf(led, moveSchema),
    },
  }),
  create(used) {
    const lessons = createLessons(used.lessons)
    const permissionToUndo = ({ alert }: Subject) => ({ operation: 'handle' as const, alerts: [alert] })
    const undo = (act: 'join' | 'part') => async (subject: Subject) => {
      await lessons.unlearn(subject)
      await queueMove(used.form, act, subject)
      return 'undone' as const
    }
    return {
      get cardHelp() {
        return [say.onCards()]
      },
      cardForm: [createStoryForm({ ...used.form, lessons })],
      reminders: { 'story-move': createMoves(used.moves) },
      changes: {
        'story-split': { permissionToUndo, undo: undo('join'), afterUndo: say.splitUndone },
        'story-join': { permissionToUndo, undo: undo('part'), afterUndo: say.joinUndone },
      },
      storyCaution: lessons.cautionOf,
      jobs: [{ name: 'story lessons', after: [`records ${lessonKind.name}`], run: lessons.refresh }],
      prune: lessons.prune,
    }
  },
})
