import { looksLikeHost, stripLink, stripQuotes } from '../../listeners/commands/line-words.ts'
import { type Id, isId } from '../../model/id.ts'

/** Reads what follows `/mentions why`: an id, an address or words. Returns undefined if nothing follows. */
export function parseWhy(line: string): { id: Id } | { url: string } | { words: string } | undefined {
  const asked = stripQuotes(line)
  const address = stripLink(asked)
  if (isId(asked) && asked !== '0') return { id: asked }
  if (/^https?:\/\/\S+$/i.test(address) || looksLikeHost(address.split('/')[0] ?? '')) return { url: address }
  return asked === '' ? undefined : { words: asked }
}
