import { beforeEach, describe, expect, it } from 'vitest'
import { type AnnouncedChange, pauseChangeSchema, type ToldChange } from '../../src/model/change.ts'
import type { Mute } from '../../src/model/mute.ts'
import { speakToAll } from '../../src/people/speak-to.ts'
import type { Updated } from '../../src/slack/posted-messages.ts'
import { changeKind } from '../../src/subscriptions/change-kind.ts'
import { createChangeLog } from '../../src/subscriptions/change-log.ts'
import { createMuteService, muteChanges } from '../../src/subscriptions/mute-service.ts'
import { subscriptionChanges } from '../../src/subscriptions/subscription-service.ts'
import { subscriptionOf } from '../tools/story-world.ts'

const day = 86_400_000
const channel = 'C1'
const user = 'U1'

/** The mutes of one channel in memory, and the announcements. */
function world() {
  const clock = { at: Date.UTC(2026, 10, 20) }
  let present: Mute[] = []
  const kept = new Map<string, AnnouncedChange>()
  const posts: string[] = []
  const told: ToldChange[] = []
  let refusal: string | undefined
  let count = 0
  let storeFails = false
  let redrawn: Updated = { kind: 'updated' }
  const warned: object[] = []
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
  const privateAlerts = {
    allows: async (alert: string, to: string) => alert !== 'Project Falcon' || to !== channel,
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
    async changed(change) {
      told.push(change)
      if (storeFails) throw new Error('the disk is full')
    },
    log: { warn: (fields) => void warned.push(fields) },
    messages: { update: async () => redrawn },
    nameOf: async () => 'Ana',
    speakTo: speakToAll,
    announced: {
      find: async (id) => kept.get(id),
      keep: async (id, change) => void kept.set(id, change),
      take: async (id) => {
        const taken = kept.get(id)
        kept.delete(id)
        return taken
      },
    },
    kinds: () => [
      muteChanges({ now: () => clock.at, mutes }),
      changeKind('pause', pauseChangeSchema, {
        permissionToUndo: ({ alert }) => ({ operation: 'change', alerts: [alert] }),
        undo: unused,
        afterUndo: ({ name }) => `${name} is no longer paused.`,
        mayBeAnnounced: ({ alert }, channel) => privateAlerts.allows(alert, channel),
      }),
      subscriptionChanges({
        now: () => clock.at,
        slackSubscriptions: { change: unused },
        askAfterStop: unused,
        syncSubscriptions: unused,
        privateAlerts,
      }),
    ],
  })
  const muting = createMuteService({ now: () => clock.at, mutes, changes })
  const press = (id: string) => changes.undo({ id, user, place: { channel, ts: '1' } })
  const undo = async (id: string) => (await press(id)).outcome
  return {
    clock,
    kept,
    mutes,
    muting,
    undo,
    press,
    warned,
    redrawAs: (outcome: Updated) => {
      redrawn = outcome
    },
    changes,
    posts,
    told,
    breakStore: () => {
      storeFails = true
    },
    refuse: (reason: string) => {
      refusal = reason
    },
    names: () =>
      present.map(({ name, until }) => `${name} ${until === undefined ? 'for good' : 'for a while'}`),
  }
}

describe('undoing two mutes of the same name', () => {
  let here: ReturnType<typeof world>
  beforeEach(async () => {
    here = world()
    await here.muting.mute({ channel, user, kind: 'author', name: 'Ann', term: 'forever' })
    await here.muting.mute({ channel, user, kind: 'author', name: 'ANN', term: '1d' })
  })

  it('works for the earlier mute only after the later mute was undone', async () => {
    expect(await here.undo('1')).toBe('changed-since')
    expect(here.names()).toEqual(['ANN for a while'])
    await here.undo('2')
    expect(here.names()).toEqual(['Ann for good'])
    expect(await here.undo('1')).toBe('undone')
    expect(here.names()).toEqual([])
    expect(await here.undo('1')).toBe('gone')
  })

  it('restores no mute that somebody has ended since, until that end is undone as well', async () => {
    await here.muting.unmute({ channel, user, name: 'ann' })
    await here.undo('2')
    expect(here.names()).toEqual([])
    await here.undo('3')
    expect(here.names()).toEqual(['ANN for a while'])
  })

  it.each([day, 2 * day])(
    'restores the earlier mute when the later mute has just expired, or long after (%i ms)',
    async (later) => {
      here.clock.at += later
      expect(await here.undo('2')).toBe('undone')
      expect(here.names()).toEqual(['Ann for good'])
    },
  )
})

it.each<[string, Updated, string]>([
  [
    'the workspace lets nobody edit old messages',
    { kind: 'gone', reason: 'edit_window_closed' },
    'edit_window_closed',
  ],
  ['Slack does not answer', { kind: 'failed', reason: 'timeout' }, 'timeout'],
])(
  'an undone change whose announcement cannot be rewritten, because %s, tells the reason',
  async (_why, redrawn, reason) => {
    const here = world()
    await here.muting.mute({ channel, user, kind: 'author', name: 'Ann', term: '7d' })
    here.redrawAs(redrawn)
    expect(await here.press('1')).toEqual({ outcome: 'undone', undrawn: reason })
    expect([here.names(), here.told.map(({ id }) => id)]).toEqual([[], ['1', 'undo 1']])
    expect(here.warned).toEqual([{ channel, ts: '1', reason }])
  },
)

it('a change stays in force if its channel refuses the announcement, and the person gets a direct message', async () => {
  const here = world()
  here.refuse('not_in_channel')
  await here.muting.mute({ channel, user, kind: 'author', name: 'Ann', term: '7d' })
  expect(here.names()).toEqual(['Ann for a while'])
  expect(here.posts).toEqual([
    `U1: Done in <#${channel}>: you muted the author Ann for 7 days.
What matches the mute is not posted there.
The channel was not notified, because Overheard is not in it. Invite it: /invite @overheard`,
  ])
})

describe('a change of a kind that nobody knows', () => {
  const change = { kind: 'of a feature that was deleted', own: { to: 'U2' } }

  it('cannot be undone, and stays stored as it is', async () => {
    const { changes, kept, undo } = world()
    const stored = { at: 1, channel, what: 'Ana did something', change }
    kept.set('x', stored)
    expect(await changes.find('x')).toBeUndefined()
    expect(await undo('x')).toBe('gone')
    expect(kept.get('x')).toEqual(stored)
  })

  it('is not announced, because nobody knows whether the channel may read about it', async () => {
    const { changes, posts } = world()
    await expect(changes.announce(channel, user, () => ['did something'], change)).rejects.toThrow(
      'of a feature',
    )
    expect(posts).toEqual([])
  })
})

describe('a change of a subscription of a private alert', () => {
  const made = { by: user, at: 0 }
  const subscription = subscriptionOf({ name: 'falcon', alert: 'Project Falcon', channel })
  const ended = {
    kind: 'subscription',
    name: 'falcon',
    after: { subscription, created: made, ended: made },
  } as const
  const paused = { kind: 'pause', name: 'falcon', alert: 'Project Falcon' } as const

  it.each([
    ['the end of the subscription', ended],
    ['its pause', paused],
  ])(
    'tells only the person, and not a channel that is none of the channels of the alert: %s',
    async (_what, change) => {
      const { changes, posts } = world()
      await changes.announce(channel, user, () => ['changed falcon'], change)
      expect(posts).toEqual([
        `U1: Done in <#${channel}>: you changed falcon.\nThe channel was not notified, because the alert is private and is not posted to it.`,
      ])
    },
  )

  it('is announced in a channel of the alert, and in a channel with which an admin shared the alert', async () => {
    const { changes, posts } = world()
    await changes.announce('C7', user, () => ['changed falcon'], ended)
    await changes.announce('C7', user, () => ['paused falcon'], paused)
    const shared = { ...ended, after: { ...ended.after, sharedBy: made } }
    await changes.announce(channel, user, () => ['ended falcon'], shared)
    expect(posts).toEqual(['C7: Ana changed falcon.', 'C7: Ana paused falcon.', 'C1: Ana ended falcon.'])
  })
})

describe('features hear of a change', () => {
  const at = Date.UTC(2026, 10, 20)
  const made = { by: user, at: 0 }
  const falcon = subscriptionOf({ name: 'falcon', alert: 'Project Falcon', channel })
  const ended = { subscription: falcon, created: made, ended: made }

  it('and of its undo, with the person, the time and the words of the announcement', async () => {
    const { muting, undo, told, clock } = world()
    await muting.mute({ channel, user, kind: 'author', name: 'Ann', term: '7d' })
    clock.at += day
    await undo('1')
    await undo('1')
    const by = { channel, user, by: 'Ana', alerts: [] }
    expect(told).toEqual([
      { ...by, id: '1', at, what: 'muted the author Ann for 7 days' },
      { ...by, id: 'undo 1', at: at + day, what: 'undid: Ana muted the author Ann for 7 days' },
    ])
  })

  it('also if its channel must not read about it, and of the alerts before and after it', async () => {
    const { changes, told, posts } = world()
    const before = { subscription: { ...falcon, alert: 'Acme' }, created: made }
    const change = { kind: 'subscription', name: 'falcon', before, after: ended } as const
    await changes.announce(channel, user, () => ['changed falcon'], change)
    expect(posts[0]).toMatch(/^U1: Done in <#\w+>: you changed falcon/)
    expect(told).toMatchObject([{ what: 'changed falcon', alerts: ['Acme', 'Project Falcon'] }])
  })

  it('that has no announcement or no undo, with the alerts that it names', async () => {
    const { changes, told, posts, kept } = world()
    await changes.tell(channel, user, () => ['made the alert Acme'], { alerts: ['7'] })
    expect(posts).toEqual([])
    await changes.announce(channel, user, () => ['resumed acme'], { alerts: ['Acme'] })
    expect(posts).toEqual(['C1: Ana resumed acme.'])
    expect(told).toMatchObject([
      { id: '1', what: 'made the alert Acme', alerts: ['7'] },
      { id: '2', what: 'resumed acme', alerts: ['Acme'] },
    ])
    expect(kept.size).toBe(0)
  })

  it('before it is announced: if they cannot store it, nothing is posted and the person gets an error', async () => {
    const { muting, posts, breakStore } = world()
    breakStore()
    const mute = muting.mute({ channel, user, kind: 'author', name: 'Ann', term: '7d' })
    await expect(mute).rejects.toThrow('the disk is full')
    expect(posts).toEqual([])
  })
})
