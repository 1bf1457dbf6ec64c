import { stripQuotes, unescaped, withoutLinks } from '../../listeners/commands/line-words.ts'
import type { Subcommand } from '../../listeners/subcommand.ts'
import type { ListeningCommands } from './listening.ts'

/** Reads the query of `/mentions listen` as it was typed. */
export const parseQuery = (line: string) => unescaped(withoutLinks(line))

export const createListenCommands = ({
  preview,
  list,
}: Pick<ListeningCommands, 'preview' | 'list'>): Subcommand[] => [
  {
    word: 'listen',
    help: '• `listen WORDS`, `alerts [name]`: let Overheard listen for words of your own (if its own mention service runs), and change that',
    isSlow: true,
    checksAccess: true,
    answer: (asker, line) => preview(asker, parseQuery(line)),
  },
  {
    word: 'alerts',
    isSlow: true,
    answer: (asker, line) => list(asker, stripQuotes(line) || undefined),
  },
]
