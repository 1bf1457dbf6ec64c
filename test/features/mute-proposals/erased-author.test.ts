import { expect, it } from 'vitest'
import { channelProposalsSchema } from '../../../src/features/mute-proposals/model.ts'
import { createAuthorEraser } from '../../../src/store/erase-author.ts'

it('an author can be removed from proposed and declined mutes, which then still fit their schema', () => {
  const counted = { channel: 'C1', at: 1, since: 0, until: 1, total: 40 }
  const mute = { kind: 'author' as const, name: 'Jane Doe' }
  const proposals = [{ ...mute, count: 12, dismissed: 4, newest: [{ ts: '1.0', mention: '11' }] }]
  const value = { ...counted, proposals, declined: [{ ...mute, at: 1 }] }
  const eraser = createAuthorEraser('jane doe')
  const stored = { kind: 'mute-proposals', value }
  eraser.learn(stored)
  expect(channelProposalsSchema.parse(eraser.erase(stored))).toEqual({
    ...counted,
    proposals: [],
    declined: [],
  })
})
