import type { Subcommand } from '../../listeners/subcommand.ts'
import { withoutQuotes } from '../../typed/text.ts'
import type { ListeningCommands } from './listening.ts'
import { say } from './messages.ts'

export const createListenCommands = ({
  preview,
  list,
}: Pick<ListeningCommands, 'preview' | 'list'>): Subcommand[] => [
  {
    word: 'listen',
    rest: 'read',
    get help() {
      return say.help()
    },
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
