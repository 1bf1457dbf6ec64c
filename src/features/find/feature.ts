import { defineFeature } from '../../kernel/feature.ts'
import { textMessage } from '../../messages/kit/block-kit.ts'
import { quoted, refusalText } from '../../messages/replies.ts'
import type { PostedCard } from '../../model/card.ts'
import { placesOf } from '../../slack/users.ts'
import { foundMentions, nothingFound, say } from './messages.ts'
import { findMentions, mostWords, searchedWords } from './search.ts'

const dayMs = 86_400_000

/** `/mentions find` looks for words in what was posted, because the interface of a mention service has no search for words. */
export const find = defineFeature({
  name: 'find',
  keys: { file: {}, subscription: {} },
  uses: ({
    clock: { now },
    settings: { keptMs },
    slack: { users, messages },
    cards,
    people: { access },
  }) => ({
    ...{ now, keptMs, users, access },
    postedSince: cards.postedSince,
    permalink: messages.permalink,
  }),
  create({ now, keptMs, users, access, postedSince, permalink }) {
    const days = Math.round(keptMs / dayMs)
    const running = new Set<string>()

    async function search(user: string, line: string, words: string[]) {
      const visible = await placesOf(users, user)
      if (visible === undefined) return textMessage(refusalText('unknown-person'))
      const answers = new Map<string, ReturnType<typeof access.maySee>>()
      const maySee = async ({ channel, alert }: PostedCard) => {
        if (!visible.has(channel)) return false
        const key = `${channel} ${alert}`
        const answer = answers.get(key) ?? access.maySee(user, { channel, alert })
        answers.set(key, answer)
        return (await answer) === 'yes'
      }
      const { newest, total } = await findMentions(postedSince(now() - keptMs), words, maySee)
      if (total === 0) return textMessage(nothingFound(line, days))
      const rows = newest.map(async (found) => ({ ...found, link: await permalink(found.card) }))
      return foundMentions({ words: line, days, total, rows: await Promise.all(rows) })
    }

    return {
      subcommands: [
        {
          word: 'find',
          inLanguages: { de: 'finden', es: 'buscar', fr: 'chercher', ja: '検索', pt: 'buscar' },
          rest: 'read',
          get help() {
            return say.help()
          },
          get shortHelp() {
            return say.shortHelp()
          },
          isSlow: true,
          async answer({ user }, line) {
            const words = searchedWords(line)
            if (words.length === 0)
              return textMessage(line.trim() === '' ? say.noWords() : nothingFound(line, days))
            if (words.length > mostWords)
              return textMessage(say.tooMany({ words: quoted(line), most: mostWords }))
            if (running.has(user)) return textMessage(say.running())
            running.add(user)
            try {
              return await search(user, line, words)
            } finally {
              running.delete(user)
            }
          },
        },
      ],
    }
  },
})
