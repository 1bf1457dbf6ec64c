import type { Subcommand } from '../../listeners/subcommand.ts'
import { withoutQuotes } from '../../typed/text.ts'
import type { ListeningCommands } from './listening.ts'

export const createListenCommands = ({
  preview,
  list,
}: Pick<ListeningCommands, 'preview' | 'list'>): Subcommand[] => [
  {
    word: 'listen',
    rest: 'read',
    help: '• `listen WORDS`, `alerts [name]`: let Overheard listen for words of your own (if its own mention service runs), and change that',
    isSlow: true,
    checksAccess: true,
    answer: (asker, line) => preview(asker, line),
  },
  {
    word: 'alerts',
    rest: 'read',
    isSlow: true,
    answer: (asker, line) => list(asker, withoutQuotes(line) || undefined),
  },
]
