import type { Subcommand } from '../../listeners/subcommand.ts'
import { notUnderstood, quoted } from '../../messages/replies.ts'
import { withoutQuotes } from '../../typed/text.ts'
import type { OpenList } from './command.ts'
import { say } from './messages.ts'

/** `words` is what it does not take. */
export function parseOpen(line: string): { mine: boolean } | { words: string } {
  const wanted = withoutQuotes(line).toLowerCase()
  return wanted === '' || wanted === 'mine' ? { mine: wanted !== '' } : { words: wanted }
}

export const openCommand = ({ answer }: Pick<OpenList, 'answer'>): Subcommand => ({
  word: 'open',
  inLanguages: { de: 'offen', es: 'abiertas', fr: 'ouvertes', ja: '未完了', pt: 'abertas' },
  rest: 'read',
  get help() {
    return say.help()
  },
  get shortHelp() {
    return say.shortHelp()
  },
  isSlow: true,
  async answer(asker, line) {
    const asked = parseOpen(line)
    if ('words' in asked) return notOpen(asked.words)
    return answer(asker, { scope: asked.mine ? 'mine' : 'channel', page: 0 })
  },
})

const notOpen = (words: string) =>
  notUnderstood(say.notUnderstood({ words: quoted(words) }), ['open mine', 'open'])
