import type { Subcommand } from '../../listeners/subcommand.ts'
import { notUnderstood, quoted } from '../../messages/replies.ts'
import { withoutQuotes } from '../../typed/text.ts'
import type { OpenList } from './command.ts'

/** `words` is what it does not take. */
export function parseOpen(line: string): { mine: boolean } | { words: string } {
  const wanted = withoutQuotes(line).toLowerCase()
  return wanted === '' || wanted === 'mine' ? { mine: wanted !== '' } : { words: wanted }
}

export const openCommand = ({ answer }: Pick<OpenList, 'answer'>): Subcommand => ({
  word: 'open',
  rest: 'read',
  help: '• `open`, `open mine`: what nobody has finished yet, most urgent first',
  shortHelp: '*`/mentions open`*: what nobody has answered yet',
  isSlow: true,
  async answer(asker, line) {
    const asked = parseOpen(line)
    if ('words' in asked) return notOpen(asked.words)
    return answer(asker, { scope: asked.mine ? 'mine' : 'channel', page: 0 })
  },
})

const notOpen = (words: string) =>
  notUnderstood(`/mentions open takes nothing or the word mine, not “${quoted(words)}”.`, [
    'open mine',
    'open',
  ])
