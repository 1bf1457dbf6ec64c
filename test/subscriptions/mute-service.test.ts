import { describe, expect, it } from 'vitest'
import type { Mute, MuteEnd } from '../../src/model/mute.ts'
import { createMuteService, type MuteChange, muteChanges } from '../../src/subscriptions/mute-service.ts'

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

describe('the permission that a mute needs', () => {
  const now = Date.UTC(2026, 10, 20, 12)
  const hour = 3_600_000
  const day = 24 * hour
  const mute = (fields: Partial<Mute> = {}): Mute => ({
    ...{ channel: 'C1', kind: 'author', name: 'Kim Lee', by: 'U9', at: now - 2 * hour },
    ...fields,
  })
  /** What a mute of the author kim lee in C1 needs. */
  const needed = (present: Mute[], term: MuteEnd = '1d', names = ['kim  lee']) =>
    createMuteService({
      now: () => now,
      mutes: { all: () => present, change: async () => present },
      changes: { announce: async () => undefined },
    }).operationOf({ channel: 'C1', kind: 'author', names, term })

  it('depends on its term', () => {
    expect(needed([])).toBe('mute-briefly')
    expect(needed([], { until: now + day })).toBe('mute-briefly')
    for (const term of ['7d', 'forever', { until: now + day + 1 }] as const)
      expect(needed([], term)).toBe('mute')
  })

  it('is also the one to end the mute that it replaces', () => {
    expect(needed([mute({ until: now + day - 2 * hour })])).toBe('mute-briefly')
    for (const long of [mute(), mute({ until: now + hour, at: now - day })])
      expect(needed([long])).toBe('mute')
    expect(needed([mute()], '1d', ['Ann', 'Kim Lee'])).toBe('mute')
  })

  it('does not depend on mutes that it leaves as they are', () => {
    const others = [mute({ channel: 'C2' }), mute({ kind: 'word' }), mute({ name: 'Kim' })]
    expect(needed(others)).toBe('mute-briefly')
  })
})

describe('the undo of a mute', () => {
  const noon = Date.UTC(2026, 10, 20, 12)
  const mute = (name: string, fields: Partial<Mute> = {}): Mute => ({
    ...{ channel: 'C1', kind: 'author', name, by: 'U1', at: noon },
    ...fields,
  })
  /** The mutes of the channel after the undo, which was done an hour after the mute. */
  async function undone(change: { added: Mute[]; removed: Mute[] }, present: Mute[]) {
    let left = present
    const kind = muteChanges({
      now: () => noon + 3_600_000,
      mutes: {
        async change(_, next) {
          left = next(left)
          return left
        },
      },
    })
    const made: MuteChange = { kind: 'mute', channel: 'C1', ...change }
    const known = kind.of(made)
    return { outcome: await known?.undo('U1'), left, said: known?.afterUndo() }
  }
  const other = mute('Other')

  it('ends the mute, and brings back the one that it replaced', async () => {
    const [added, removed] = [mute('Loud'), mute('Loud', { until: noon + 86_400_000 })]
    expect(await undone({ added: [added], removed: [removed] }, [other, added])).toEqual({
      ...{ outcome: 'undone', left: [other, removed], said: 'The author Loud is muted again.' },
    })
    expect(await undone({ added: [added], removed: [] }, [other, added])).toEqual({
      ...{ outcome: 'undone', left: [other], said: 'The author Loud is no longer muted.' },
    })
  })

  it('of a mute that has ended since brings back the one before, although the list does not have the mute any more', async () => {
    const removed = mute('Loud')
    for (const until of [noon + 3_600_000, noon + 3_599_999]) {
      const added = mute('Loud', { until })
      expect(await undone({ added: [added], removed: [removed] }, [other])).toMatchObject({
        ...{ outcome: 'undone', left: [other, removed] },
      })
    }
  })

  it('changes nothing if somebody has ended or replaced the mute since', async () => {
    for (const added of [mute('Loud'), mute('Loud', { until: noon + 3_600_001 })]) {
      expect(await undone({ added: [added], removed: [] }, [other])).toMatchObject({
        ...{ outcome: 'changed-since', left: [other] },
      })
      const replaced = [other, mute('Loud', { by: 'U2' })]
      expect(await undone({ added: [added], removed: [] }, replaced)).toMatchObject({
        ...{ outcome: 'changed-since', left: replaced },
      })
    }
  })
})
