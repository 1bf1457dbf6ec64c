import { defined } from '@overheard/base/defined'
import type { Mention } from '@overheard/mention-client/mention'
import { conditionsOf } from './filters.ts'

/** Patterns for the authors and sites of our own organisation. A mention is our own if one of them matches. */
export type OwnVoice = { authors?: string[]; domains?: string[] }

export type IsOwn = (mention: Mention) => boolean

const isNever: IsOwn = () => false

export function createIsOwn({ authors, domains }: OwnVoice): IsOwn {
  const conditions = conditionsOf({
    ...defined({ author: authors, domain: domains }),
  })
  if (conditions.length === 0) return isNever
  return (mention) => conditions.some(({ hit }) => hit(mention) !== undefined)
}
