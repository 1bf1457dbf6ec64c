import { expect, it } from 'vitest'
import { parseWatch } from '../../../src/features/watch/parse-watch.ts'

it.each([
  ['', { swap: false }],
  ['SWAP', { swap: true }],
  ['swap <@U0000000BEN|ben>', { swap: true, to: 'U0000000BEN' }],
  ['swap to <@U0000000BEN>', { swap: true, to: 'U0000000BEN' }],
  ['swap @ben', { words: 'swap @ben' }],
  ['out', { words: 'out' }],
])('/mentions duty %s is read as %j', (rest, asked) => expect(parseWatch(rest)).toEqual(asked))
