import type { Time } from '@overheard/base/time'
import type { Mention } from '@overheard/mention-client/mention'
import { originalLifetimeMs, placesOf, storyMembers } from '../../engine/index.ts'
import type { CardFormPart, OpenedForm, SubmittedForm } from '../../listeners/card-menu.ts'
import { inputText } from '../../listeners/payloads.ts'
import type { FormErrors } from '../../listeners/registration.ts'
import type { Duplicate, OriginalCard, PostedCard } from '../../model/card.ts'
import type { Collection, MessageKey } from '../../model/collection.ts'
import type { ChangeLog } from '../../subscriptions/change-log.ts'
import type { createLessons } from './lessons.ts'
import { mostChoices, placeName, quotable, say, storyBlocks, storyInputs } from './messages.ts'
import { type Move, moveKey, type Subject, storyOf } from './model.ts'

export type FormDeps = {
  now: () => Time
  find: (place: MessageKey) => Promise<PostedCard | undefined>
  postedIn: (channel: string, since: Time) => AsyncIterable<PostedCard>
  /** Any process writes these. */
  moves: Pick<Collection<Move>, 'change'>
  lessons: Pick<ReturnType<typeof createLessons>, 'learn'>
  changes: Pick<ChangeLog, 'announce'>
}

/** A story has at most this many mentions. */
const maxPlaces = 1000

type StoryCard = { card: PostedCard; story: OriginalCard; mention: Mention }

/** What a press asks for: one thing to do with two texts that name its subject for people. */
type Wish = { act: 'split' | 'join'; subject: Subject; place: string; story: string }

/** People say in the form behind **More…** which places are one story. The leader does it; see moves.ts. */
export function createStoryForm(deps: FormDeps): CardFormPart {
  const isYoung = ({ at }: OriginalCard) => deps.now() - at <= originalLifetimeMs

  function storyCard(card: PostedCard | undefined): StoryCard | undefined {
    const story = card && storyOf(card)
    if (card?.shows.kind !== 'card' || story === undefined || !isYoung(story)) return undefined
    return { card, story, mention: card.shows.mention }
  }

  /** The newest cards of the same subscription, newest first. */
  async function othersOf({ card: { channel, ts, subscription, alert } }: StoryCard): Promise<StoryCard[]> {
    const found: StoryCard[] = []
    for await (const one of deps.postedIn(channel, deps.now() - originalLifetimeMs)) {
      const other = one.ts === ts ? undefined : storyCard(one)
      if (other === undefined || one.subscription !== subscription || one.alert !== alert) continue
      found.push(other)
      if (found.length > 2 * mostChoices) found.splice(0, mostChoices)
    }
    return found.toSorted((a, b) => Number(b.card.ts) - Number(a.card.ts)).slice(0, mostChoices)
  }

  /** The newest places, newest first. */
  const placesIn = ({ story: { duplicates } }: StoryCard) => duplicates.slice(-mostChoices).toReversed()

  const choiceOf = ({ id, alert = '' }: Duplicate) => `${alert} ${id}`

  const subjectOf = ({ card }: StoryCard, place: Duplicate): Subject => {
    const { subscription, alert, channel, ts } = card
    return { subscription, alert, channel, ts, place }
  }

  function splitOf(here: StoryCard, chosen: string): Wish | FormErrors {
    const place = here.story.duplicates.find((one) => choiceOf(one) === chosen)
    if (place === undefined) return { [storyInputs.split]: say.noPlace() }
    return {
      act: 'split',
      subject: subjectOf(here, place),
      place: placeName(place.url),
      story: here.mention.title,
    }
  }

  /** The chosen value is that of a form, so it may name any message. */
  async function joinOf(here: StoryCard, chosen: string): Promise<Wish | FormErrors> {
    const { channel, ts, subscription, alert } = here.card
    const first = chosen === ts ? undefined : storyCard(await deps.find({ channel, ts: chosen }))
    const isSame = first?.card.subscription === subscription && first.card.alert === alert
    if (first === undefined || !isSame) return { [storyInputs.join]: say.noCard() }
    if (storyMembers(first.story).length + storyMembers(here.story).length >= maxPlaces)
      return { [storyInputs.join]: say.tooMany() }
    const place = placesOf(here.story).find(({ id }) => id === here.mention.id)
    if (place === undefined) return { [storyInputs.join]: say.noCard() }
    return {
      act: 'join',
      subject: subjectOf(first, place),
      place: here.mention.title,
      story: first.mention.title,
    }
  }

  const chosenIn = ({ submission: { values } }: SubmittedForm) => ({
    split: inputText(values, storyInputs.split),
    join: inputText(values, storyInputs.join),
  })

  async function submit(form: SubmittedForm): Promise<FormErrors> {
    const { split, join } = chosenIn(form)
    const here = form.mentions.length === 1 ? storyCard(form.card) : undefined
    const first = split === undefined ? storyInputs.join : storyInputs.split
    if (here === undefined) return { [first]: say.noCard() }
    const wishes = [
      ...(split === undefined ? [] : [splitOf(here, split)]),
      ...(join === undefined ? [] : [await joinOf(here, join)]),
    ]
    const wrong = wishes.find((one) => one !== undefined && !('act' in one))
    if (wrong !== undefined) return wrong as FormErrors
    for (const wish of wishes) await carryOut(form.submission.user, wish as Wish)
    return undefined
  }

  /** The move is stored first, so that what the channel reads happens. */
  async function carryOut(user: string, { act, subject, place, story }: Wish): Promise<void> {
    await queueMove(deps, act, subject)
    await deps.lessons.learn(subject, act === 'join')
    const did = () => [say[act]({ place: quotable(place), story: quotable(story) })]
    const change = { kind: `story-${act}`, ...subject }
    await deps.changes.announce(subject.channel, user, did, change)
  }

  return {
    async blocks({ card, mentions }: OpenedForm) {
      const here = mentions.length === 1 ? storyCard(card) : undefined
      if (here === undefined) return []
      const places = placesIn(here).map((one) => ({ label: placeName(one.url), value: choiceOf(one) }))
      const cards = (await othersOf(here)).map((one) => ({ label: one.mention.title, value: one.card.ts }))
      return storyBlocks({ places, cards })
    },
    inputs: {
      isFilled: (form) => Object.values(chosenIn(form)).some((one) => one !== undefined),
      submit,
    },
  }
}

export async function queueMove(
  { now, moves }: Pick<FormDeps, 'now' | 'moves'>,
  act: Move['act'],
  subject: Subject,
): Promise<void> {
  const at = now()
  const move: Move = { ...subject, id: moveKey(act, subject), kind: 'story-move', act, created: at, due: at }
  await moves.change(move.id, (current) => current ?? move)
}
