import { beforeEach, describe, expect, it } from 'vitest'
import type { AnnouncedChange } from '../../src/model/change.ts'
import type { Mute } from '../../src/model/mute.ts'
import { createChangeLog } from '../../src/subscriptions/change-log.ts'
import { createMuteService } from '../../src/subscriptions/mute-service.ts'

const day = 86_400_000
const channel = 'C1'
const user = 'U1'

/** Mutes of one channel in memory, and the lines that told of them. */
function world() {
  const clock = { at: Date.UTC(2026, 10, 20) }
  let present: Mute[] = []
  const kept = new Map<string, AnnouncedChange>()
  const answers: string[] = []
  const posts: string[] = []
  let refusal: string | undefined
  let count = 0
  const mutes = {
    of: () => present,
    all: () => present,
    refresh: async () => undefined,
    async change(_channel: string, next: (mutes: Mute[]) => Mute[]) {
      const standing = ({ until }: Mute) => until === undefined || until > clock.at
      present = next(present.filter(standing)).filter(standing)
      return present
    },
  }
  const unused = () => Promise.reject(new Error('not expected'))
  const changes = createChangeLog({
    now: () => clock.at,
    newId: () => String(++count),
    async post({ channel: to, content: { text } }) {
      if (to === channel && refusal !== undefined)
        return { kind: 'rejected', extent: 'channel', reason: refusal }
      posts.push(`${to}: ${text}`)
      return { kind: 'delivered', ts: '1', receiptKept: true }
    },
    log: { warn: () => undefined },
    messages: { update: async () => ({ kind: 'updated' }) },
    nameOf: async () => 'Ana',
    may: async () => true,
    reply: async (_asker, { text }) => void answers.push(text),
    undoLog: {
      keep: async (id, change) => void kept.set(id, change),
      take: async (id) => {
        const taken = kept.get(id)
        kept.delete(id)
        return taken
      },
      prune: unused,
    },
    mutes,
    made: { all: unused, find: unused, change: unused },
    registry: { sync: unused },
  })
  const muting = createMuteService({ now: () => clock.at, mutes, changes })
  const undo = (value: string) =>
    changes.undo({ user, channel, channelName: '', ts: '1', responseUrl: '', trigger: '', value, blocks: [] })
  return {
    clock,
    mutes,
    muting,
    undo,
    answers,
    posts,
    refuse: (reason: string) => {
      refusal = reason
    },
    names: () =>
      present.map(({ name, until }) => `${name} ${until === undefined ? 'for good' : 'for a while'}`),
  }
}

describe('undoing mutes of one name', () => {
  let here: ReturnType<typeof world>
  beforeEach(async () => {
    here = world()
    await here.muting.mute({ channel, user, kind: 'author', name: 'Ann', term: 'forever' })
    await here.muting.mute({ channel, user, kind: 'author', name: 'ANN', term: '1d' })
  })

  it('asks for the later one first, and then undoes both', async () => {
    await here.undo('1')
    expect(here.answers).toEqual(['It has been changed again since: undo the later change first.'])
    expect(here.names()).toEqual(['ANN for a while'])
    await here.undo('2')
    expect(here.names()).toEqual(['Ann for good'])
    await here.undo('1')
    expect(here.names()).toEqual([])
    expect(here.answers).toHaveLength(1)
  })

  it('brings none back that has been ended since', async () => {
    await here.muting.unmute({ channel, user, name: 'ann' })
    await here.undo('2')
    expect(here.names()).toEqual([])
    await here.undo('3')
    expect(here.names()).toEqual(['ANN for a while'])
  })

  it('still works once the mute is over by itself', async () => {
    here.clock.at += 2 * day
    await here.undo('2')
    expect(here.names()).toEqual(['Ann for good'])
  })
})

it('a change that its channel cannot be told stands, and who made it hears so', async () => {
  const here = world()
  here.refuse('not_in_channel')
  await here.muting.mute({ channel, user, kind: 'author', name: 'Ann', term: '7d' })
  expect(here.names()).toEqual(['Ann for a while'])
  expect(here.posts).toEqual([
    `U1: You muted the author Ann for 7 days. The channel could not be told (not_in_channel).
Where Overheard is not a member it can post nothing: /invite @overheard brings it in.`,
  ])
})
