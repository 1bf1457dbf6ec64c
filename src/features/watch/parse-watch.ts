import { defined } from '@overheard/base/defined'
import { withoutQuotes } from '../../typed/text.ts'

/** `to` is the member id of a person. */
export type AskedWatch = { swap: boolean; to?: string }

/** Reads what follows `/mentions duty`. Returns the words if they make no sense. */
export function parseWatch(rest: string): AskedWatch | { words: string } {
  const [word = '', ...others] = withoutQuotes(rest).split(' ')
  if (word === '') return { swap: false }
  const person = others.filter((one) => one.toLowerCase() !== 'to').join(' ')
  const to = /^<@([UW][A-Z0-9]+)(?:\|[^>]*)?>$/.exec(person)?.[1]
  if (word.toLowerCase() !== 'swap' || (person !== '' && to === undefined)) return { words: rest }
  return { swap: true, ...defined({ to }) }
}
