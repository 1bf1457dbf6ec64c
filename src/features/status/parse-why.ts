import { type Id, isId } from '@overheard/mention-client/id'
import { looksLikeHost } from '../../listeners/commands/line-words.ts'
import { withoutQuotes } from '../../typed/text.ts'

/** Reads what follows `/mentions why`: an id, an address or words. Returns undefined if nothing follows. */
export function parseWhy(line: string): { id: Id } | { url: string } | { words: string } | undefined {
  const asked = withoutQuotes(line)
  if (isId(asked) && asked !== '0') return { id: asked }
  if (/^https?:\/\/\S+$/i.test(asked) || looksLikeHost(asked.split('/')[0] ?? '')) return { url: asked }
  return asked === '' ? undefined : { words: asked }
}
