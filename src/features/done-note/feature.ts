import type { Time } from '@overheard/base/time'
import type { Id } from '@overheard/mention-client/id'
import { defineFeature } from '../../kernel/feature.ts'
import { inputText } from '../../listeners/payloads.ts'
import { isClosed, type PostedCard, shownMention } from '../../model/card.ts'
import { timestampsOf } from '../../model/date-range.ts'
import { type ClosedWithNote, longestNote, noteBlocks, noteInput, notesSection, say } from './messages.ts'

/** People mark a mention as done behind **More…**, with a note that the digest, the export and webhooks have. */
export const doneNote = defineFeature({
  name: 'done-note',
  keys: { file: {}, subscription: {} },
  uses: ({ settings: { keptMs }, cards }) => ({
    applyCardAction: cards.applyAction,
    findCard: cards.find,
    cardsIn: cards.postedIn,
    keptMs,
  }),
  create({ applyCardAction, findCard, cardsIn, keptMs }) {
    return {
      get cardHelp() {
        return [say.onCards()]
      },
      cardForm: [
        {
          blocks: ({ card, mentions, offers }) =>
            offers.includes('done') && openOf(card, mentions).length > 0 ? noteBlocks() : [],
          inputs: {
            isFilled: ({ submission: { values } }) => noteIn(values) !== undefined,
            errors({ submission: { values }, card, mentions }) {
              if ((noteIn(values)?.length ?? 0) > longestNote)
                return { [noteInput]: say.tooLong({ most: longestNote }) }
              return openOf(card, mentions).length > 0 ? undefined : { [noteInput]: say.closedAlready() }
            },
            async submit({ submission: { user, values }, card, mentions, offers }) {
              const note = noteIn(values)
              if (note === undefined || !offers.includes('done')) return undefined
              const action = { kind: 'done-with-note' as const, note }
              await applyCardAction({ message: card, mentions, user, action })
              // Somebody else may have closed it since the form was read, without the note.
              const changed = await findCard(card)
              const isKept = changed?.actions.some(
                (one) => mentions.includes(one.mention) && one.note === note,
              )
              return isKept === false ? { [noteInput]: say.closedAlready() } : undefined
            },
          },
        },
      ],
      async digest(channel, range) {
        const period = timestampsOf(range)
        return notesSection(await closedWithNotes(cardsIn(channel, period.from - keptMs), period))
      },
    }
  },
})

function noteIn(values: Parameters<typeof inputText>[0]): string | undefined {
  const note = inputText(values, noteInput)?.trim()
  return note === '' ? undefined : note
}

const openOf = ({ actions }: PostedCard, mentions: Id[]) =>
  mentions.filter((id) => !isClosed(actions.find(({ mention }) => mention === id)?.state))

/** Returns what was closed with a note from `from` to `to` (UTC, ms, both included), the newest first. */
async function closedWithNotes(
  cards: AsyncIterable<PostedCard>,
  { from, to }: { from: Time; to: Time },
): Promise<ClosedWithNote[]> {
  const found: (ClosedWithNote & { at: Time })[] = []
  for await (const card of cards)
    for (const { mention: id, state, at, by, note } of card.actions) {
      const mention = shownMention(card, id)
      if (note === undefined || state !== 'done' || at < from || at > to || mention === undefined) continue
      found.push({ mention, by, note, at })
    }
  return found.toSorted((a, b) => b.at - a.at)
}
