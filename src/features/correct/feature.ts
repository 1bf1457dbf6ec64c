import { defined } from '@overheard/base/defined'
import type { Id } from '@overheard/mention-client/id'
import { sentimentSchema } from '@overheard/mention-client/mention'
import { defineFeature } from '../../kernel/feature.ts'
import { inputText } from '../../listeners/payloads.ts'
import { isRebuilt } from '../../messages/problems/damage-texts.ts'
import { correctionOf, type PostedCard, shownMention } from '../../model/card.ts'
import { openCollection } from '../../model/collection.ts'
import { correctionKind, createCorrections } from './corrections.ts'
import {
  asTheServiceSays,
  type CorrectForm,
  correctBlocks,
  movedSentences,
  say,
  sentimentInput,
} from './messages.ts'

/** People correct the sentiment of a mention behind **More…**. */
export const correct = defineFeature({
  name: 'correct',
  keys: { file: {}, subscription: {} },
  collections: [{ kind: correctionKind, damage: { name: say.damagedName(), record: isRebuilt } }],
  uses: ({ clock: { now }, store, cards, alerts: { listening: service } }) => ({
    applyCardAction: cards.applyAction,
    kept: {
      now,
      stored: openCollection(store, correctionKind),
      led: openCollection(store.leading, correctionKind),
      cards,
      service,
    },
  }),
  create({ applyCardAction, kept }) {
    const corrections = createCorrections(kept)
    return {
      get cardHelp() {
        return [say.onCards()]
      },
      cardForm: [
        {
          blocks: ({ card, mentions }) => correctBlocks(formOf(card, mentions)),
          inputs: {
            isFilled: ({ submission: { values } }) => inputText(values, sentimentInput) !== undefined,
            async submit({ submission: { user, values }, card, mentions }) {
              const chosen = inputText(values, sentimentInput)
              const to = sentimentSchema.safeParse(chosen).data
              if (to === undefined && chosen !== asTheServiceSays) return undefined
              const action = { kind: 'correct' as const, ...defined({ to }) }
              await applyCardAction({ message: card, mentions, user, action })
              return undefined
            },
          },
        },
      ],
      hooks: {
        handled: ({ card, changes }) =>
          corrections.noteAll(
            card,
            changes.filter(({ to }) => to === 'corrected').map(({ mention }) => mention),
          ),
      },
      corrections: corrections.of,
      explains: async (alert, mention) => movedSentences(await corrections.movedWords(alert, mention)),
      jobs: [
        {
          name: 'corrections',
          after: [`records ${correctionKind.name}`, 'messages cards'],
          run: corrections.spread,
        },
        { name: 'taught corrections', after: [`records ${correctionKind.name}`], run: corrections.teach },
      ],
      prune: corrections.prune,
    }
  },
})

function formOf(card: PostedCard, mentions: Id[]): CorrectForm {
  const shown = mentions.flatMap((id) => shownMention(card, id) ?? [])
  const sentiments = new Set(shown.map(({ sentiment }) => sentiment ?? ('none' as const)))
  const [present] = sentiments.size === 1 ? sentiments : []
  const corrected = mentions
    .map((id) => correctionOf(card, id))
    .find((correction) => correction?.to !== undefined)
  return { present, corrected }
}
