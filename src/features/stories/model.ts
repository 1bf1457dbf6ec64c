import { timeSchema } from '@overheard/base/time-schema'
import { type Id, idSchema } from '@overheard/mention-client/id'
import { mentionSchema } from '@overheard/mention-client/mention'
import { z } from 'zod'
import { isSameMention } from '../../engine/index.ts'
import { type Duplicate, duplicateSchema, type OriginalCard, type PostedCard } from '../../model/card.ts'
import type { CollectionKind } from '../../model/collection.ts'
import { reminderBase } from '../../model/reminder.ts'

/** The card of a story, and a place that goes out of it or comes into it. */
const subjectSchema = z.object({
  subscription: z.string(),
  alert: idSchema,
  channel: z.string(),
  ts: z.string(),
  place: duplicateSchema,
})
export type Subject = z.infer<typeof subjectSchema>

/**
 * What the leader does because of a press. `split` gives the place a card of its own, `join` puts the story of the card of `place` to this story,
 * and `part` undoes that. `mention` is that of the place, as its card shows it.
 */
export const moveSchema = reminderBase.extend({
  ...subjectSchema.shape,
  kind: z.literal('story-move'),
  act: z.enum(['split', 'join', 'part']),
  mention: mentionSchema.exactOptional(),
  /** Present if the mention service has lost the mention, so that only its address is known. */
  isLost: z.literal(true).exactOptional(),
})
export type Move = z.infer<typeof moveSchema>

/** A person has said if a place belongs to a story. By `lessonKey`. */
const lessonSchema = z.object({
  alert: idSchema,
  at: timeSchema,
  isSame: z.boolean(),
})
export type Lesson = z.infer<typeof lessonSchema>

export const lessonKind: CollectionKind<Lesson> = { name: 'story-lessons', schema: lessonSchema }

export const splitSchema = subjectSchema.extend({ kind: z.literal('story-split') })
export const joinSchema = subjectSchema.extend({ kind: z.literal('story-join') })

/** The mention of a place can be of another alert than the card. */
export const alertOf = ({ alert, place }: Pick<Subject, 'alert' | 'place'>): Id => place.alert ?? alert

export const lessonKey = ({ subscription, alert, place }: Subject) =>
  `${subscription} ${alert} ${place.alert ?? ''} ${place.id}`

export const moveKey = (act: Move['act'], subject: Subject) => `story ${act} ${lessonKey(subject)}`

/** Undefined unless the card is that of a story that mentions join by what they say, and that has no newer card. */
export function storyOf({
  shows,
  original,
}: Pick<PostedCard, 'shows' | 'original'>): OriginalCard | undefined {
  const isStory =
    shows.kind === 'card' && original?.story?.coverage !== undefined && original.successor === undefined
  return isStory ? original : undefined
}

export const hasPlace = ({ duplicates }: OriginalCard, place: Pick<Duplicate, 'id' | 'alert'>) =>
  duplicates.some(isSameMention(place))
