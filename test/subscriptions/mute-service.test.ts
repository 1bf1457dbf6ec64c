import { expect, it } from 'vitest'
import type { Mute } from '../../src/model/mute.ts'
import { createMuteService } from '../../src/subscriptions/mute-service.ts'

it('a person can set at most 100 mutes in all channels together', async () => {
  const byChannel = new Map<string, Mute[]>()
  const service = createMuteService({
    now: () => 0,
    mutes: {
      all: () => [...byChannel.values()].flat(),
      async change(channel, next) {
        byChannel.set(channel, next(byChannel.get(channel) ?? []))
        return byChannel.get(channel) ?? []
      },
    },
    changes: { announce: async () => undefined },
  })
  const mute = (user: string, name: string, channel: string) =>
    service.mute({ user, name, channel, kind: 'author', term: 'forever' })
  for (let count = 0; count < 100; count++)
    expect(await mute('U1', `author ${count}`, `C${count % 3}`)).toBe('muted')
  expect(await mute('U1', 'one more', 'C9')).toBe('too-many')
  expect(byChannel.has('C9')).toBe(false)
  expect(await mute('U2', 'one more', 'C9')).toBe('muted')
})
