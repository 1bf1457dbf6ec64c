import { describe, expect, it } from 'vitest'
import { findMute } from '../../../src/commands/mutes/muted-name.ts'
import type { Mute, MuteKind } from '../../../src/model/mute.ts'

const mute = (kind: MuteKind, name: string): Mute => ({ channel: 'C1', kind, name, by: 'U1', at: 0 })
const mutes = [
  mute('author', 'Kim Lee'),
  mute('author', 'Kim'),
  mute('author', 'Élodie M.'),
  mute('domain', 'spam.example'),
]

describe('the mute to end', () => {
  it.each<[string, { what?: MuteKind; name: string }, { what?: MuteKind; name: string }]>([
    ['has the name that was written, although others begin so', { name: 'kim' }, { name: 'kim' }],
    [
      'is the only one with what was written in its name',
      { name: 'élod' },
      { what: 'author', name: 'Élodie M.' },
    ],
    [
      'is the only one of the kind that was written',
      { what: 'domain', name: 'spam' },
      { what: 'domain', name: 'spam.example' },
    ],
    ['is none where several have it', { name: 'e' }, { name: 'e' }],
    [
      'is none where it is of another kind',
      { what: 'source', name: 'spam' },
      { what: 'source', name: 'spam' },
    ],
  ])('%s', (_what, written, meant) => expect(findMute(mutes, written)).toEqual(meant))
})
