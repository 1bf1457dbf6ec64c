import { defined } from '@overheard/base/defined'
import { defineFeature } from '../../kernel/feature.ts'
import { context, textMessage } from '../../messages/kit/block-kit.ts'
import { sentenceAsContext } from '../../messages/kit/dates.ts'
import { notUnderstood } from '../../messages/replies.ts'
import { openCollection } from '../../model/collection.ts'
import { timeProblemWords } from '../../typed/problem-words.ts'
import { closestTerms, readTerm } from '../../typed/term.ts'
import { withoutQuotes } from '../../typed/text.ts'
import { createAbsences } from './absences.ts'
import { awayAnswer, mostShown, ownAbsence, say } from './messages.ts'
import { absenceKind } from './model.ts'

const backWords = new Set(['back', 'off', 'end', 'no'])

/** People say that they are away. The watch and rules that assign pass them over. */
export const away = defineFeature({
  name: 'away',
  keys: { file: {}, subscription: {} },
  collections: [
    {
      kind: absenceKind,
      damage: {
        name: say.damagedName(),
        record: (user) => say.damaged({ user }),
      },
    },
  ],
  uses: ({ clock: { now }, settings: { timezone }, store, slack }) => ({
    now,
    users: slack.users,
    zoneOf: async (user: string) => (await slack.users.zoneOf(user)) ?? timezone,
    stored: openCollection(store, absenceKind),
  }),
  create({ now, users, zoneOf, stored }) {
    const absences = createAbsences({ now, stored })

    /** Guests and people of other organisations do not see who is away. */
    async function othersFor(user: string) {
      if ((await users.kindOf(user)) !== 'member') return []
      const others = (await absences.all()).filter((one) => one.user !== user)
      const named = others
        .slice(0, mostShown)
        .map(async (one) => ({ ...one, name: await users.nameOf(one.user) }))
      return [
        ...(await Promise.all(named)),
        ...others.slice(mostShown).map((one) => ({ ...one, name: one.user })),
      ]
    }

    async function show(user: string) {
      const [own, others] = await Promise.all([absences.of(user), othersFor(user)])
      return awayAnswer({ now: now(), others, ...defined({ own }) })
    }

    return {
      absenceOf: async (user) => ((await absences.isAway(user)) ? 'away' : undefined),
      subcommands: [
        {
          word: 'away',
          inLanguages: { de: 'abwesend', es: 'ausente', fr: 'absent', ja: '不在', pt: 'ausente' },
          rest: 'read',
          get help() {
            return say.help()
          },
          isSlow: true,
          async answer({ user }, line) {
            const written = withoutQuotes(line)
            if (written === '') return show(user)
            if (backWords.has(written.toLowerCase()))
              return textMessage((await absences.end(user)) ? say.back() : say.notAway())
            const read = readTerm(written, { now: now(), zone: await zoneOf(user) })
            if ('problem' in read) {
              const guesses = closestTerms(written, read).map((term) => `away ${term}`)
              return notUnderstood(timeProblemWords(written, read.problem), guesses)
            }
            await absences.begin(user, read)
            return show(user)
          },
        },
      ],
      home: [
        {
          place: 'top',
          mostBlocks: 1,
          async blocks(user) {
            const own = await absences.of(user)
            return own === undefined ? [] : [context(...sentenceAsContext(ownAbsence(own, now())))]
          },
        },
      ],
      prune: absences.prune,
    }
  },
})
