import { defined } from '../../model/defined.ts'
import type { Mention } from '../../model/mention.ts'
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
