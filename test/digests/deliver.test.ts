import type { PostOutcome } from '@overheard/post-once/message'
import { describe, expect, it } from 'vitest'
import { sendDigest } from '../../src/digests/deliver.ts'
import type { DigestDeps } from '../../src/digests/dependencies.ts'
import { createDigestWorld, type DigestWorld, day, depsOf, minute, weekly } from '../tools/digest-world.ts'

const monday = Date.UTC(2026, 10, 23, 8, 0)
const nineAlerts = { ...weekly, alerts: ['1', '2', '3', '4', '5', '6', '7', '8', '9'] }

describe('a digest that is due', () => {
  it('is posted with its period in its receipt, and is not posted again', async () => {
    const world = createDigestWorld(monday)
    await world.untilDone()
    expect(world.parts()).toEqual(['2026-W47 0'])
    world.time += 5 * minute
    await expect(world.live()).resolves.toEqual({ kind: 'done' })
    expect(world.posts).toBe(1)
  })

  it('is not posted a moment before its scheduled time', async () => {
    const world = createDigestWorld(monday - 1)
    await expect(world.live()).resolves.toEqual({ kind: 'not-due' })
  })

  describe('in a zone in which its last date ends later in UTC', () => {
    const early = { ...weekly, schedule: '0 9 * * 1', timezone: 'Pacific/Auckland' }
    /** Monday, 09:00 in Auckland is Sunday, 20:00 UTC. */
    const scheduled = Date.UTC(2026, 10, 22, 20)
    const over = Date.UTC(2026, 10, 23)

    it('is not posted before that', async () => {
      for (const at of [scheduled, over - 1])
        await expect(createDigestWorld(at).live(early)).resolves.toEqual({ kind: 'not-due' })
    })

    it('is posted from then on, up to one day later', async () => {
      for (const at of [over, over + day]) {
        const world = createDigestWorld(at)
        await world.untilDone(early)
        expect(world.parts()).toEqual(['2026-W47 0'])
      }
      await expect(createDigestWorld(over + day + 1).live(early)).resolves.toEqual({ kind: 'not-due' })
    })

    it('waits an hour from then on for a mention service that does not answer', async () => {
      const world = createDigestWorld(over + 59 * minute)
      world.serviceIsUp = false
      await expect(world.live(early)).resolves.toMatchObject({ kind: 'later' })
      world.time = over + 60 * minute
      await world.untilDone(early)
      expect(world.parts()).toEqual(['2026-W47 0'])
    })

    it('is still posted on the next morning if it was missed and the next one is not due yet', async () => {
      const daily = { ...early, period: 'day' as const, schedule: '0 9 * * *' }
      const world = createDigestWorld(over + 21 * 60 * minute)
      await world.untilDone(daily)
      expect(world.parts()).toEqual(['2026-11-22 0'])
    })
  })

  it('is posted for the days since the one before if its schedule runs oftener than its period', async () => {
    const twice = { ...weekly, schedule: '0 9 * * 1,4' }
    const world = createDigestWorld(Date.UTC(2026, 10, 19, 8))
    await world.untilDone(twice)
    world.time = monday
    await world.untilDone(twice)
    expect(world.parts()).toEqual(['2026-W47 0', '2026-11-22 0'])
    expect(world.messages.map(({ text }) => text.split(',')[0])).toEqual(['Digest', 'Digest'])
    expect(world.messages[1]?.text).toContain('Nov 19 – 22, 2026')
  })

  it('is posted up to one day after its scheduled time, and not later', async () => {
    const early = createDigestWorld(monday + day)
    await early.untilDone()
    expect(early.parts()).toEqual(['2026-W47 0'])
    const late = createDigestWorld(monday + day + 1)
    await late.untilDone()
    expect(late.parts()).toEqual([])
  })

  it.each([1, 30])(
    'is posted at its time by Slack’s clock, and once, if ours is %i weeks ahead',
    async (weeks) => {
      const world = createDigestWorld(monday)
      world.setClock(weeks * 7 * day)
      await world.live()
      expect(world.parts()).toEqual(['2026-W47 0'])
      world.setClock(-weeks * 7 * day)
      for (let week = 0; week <= weeks; week++) {
        await world.untilDone()
        world.time += 7 * day
      }
      expect(world.parts()).toHaveLength(weeks + 1)
      expect(new Set(world.parts()).size).toBe(weeks + 1)
    },
  )

  it('is posted when Slack answers if its time was not known well, because the machine slept', async () => {
    const world = createDigestWorld(monday)
    const deps = depsOf(world, 'life')
    let slackTime = monday - 8 * 3_600_000
    const readHistory: typeof deps.readHistory = async (...range) => {
      slackTime = monday
      return deps.readHistory(...range)
    }
    await sendDigest({ ...deps, slackTime: () => slackTime, readHistory }, weekly)
    expect(world.parts()).toEqual(['2026-W47 0'])
  })

  it('is not posted if nothing happened and the configuration says whenEmpty: skip', async () => {
    const world = createDigestWorld(monday)
    world.mentions = 0
    await world.untilDone({ ...weekly, whenEmpty: 'skip' })
    expect(world.posts).toBe(0)
    await world.untilDone()
    expect(world.posts).toBe(0)
  })

  it('is not posted while its name stands for a channel that Slack does not show any more, and the problem says which', async () => {
    const world = createDigestWorld(monday)
    const deps = depsOf(world, 'life')
    const lost = { ...deps.channels, find: async () => ({ kind: 'lost' as const, id: 'C9' }) }
    const digest = { ...weekly, channel: '#crisis' }
    await expect(sendDigest({ ...deps, channels: lost }, digest)).resolves.toMatchObject({ kind: 'later' })
    expect(world.raised).toEqual([expect.stringContaining("The digest 'weekly' has no channel. ")])
    expect(world.raised).toEqual([expect.stringContaining('#crisis stands for (C9)')])
    await world.untilDone(digest)
    expect(world.parts()).toEqual(['2026-W47 0'])
  })

  it('waits an hour for a mention service that does not answer, and is then posted with the reason for missing figures', async () => {
    const world = createDigestWorld(monday)
    world.serviceIsUp = false
    const first = await world.live()
    expect(first).toMatchObject({ kind: 'later' })
    expect(world.posts).toBe(0)
    await world.untilDone()
    expect(world.time).toBe(monday + 60 * minute)
    expect(world.messages[0]?.text).toContain('no statistics')
  })

  it('is posted as soon as the mention service answers again', async () => {
    const world = createDigestWorld(monday)
    world.serviceIsUp = false
    await world.live()
    world.serviceIsUp = true
    world.time += 4 * minute
    await world.untilDone()
    expect(world.messages[0]?.text).toContain('7 mentions')
  })
})

describe('a digest', () => {
  it('is posted exactly once, as one message and its thread, and announced to the webhooks, at whatever moment the process dies', async () => {
    let crashes = 0
    for (let dieAt = 1; ; dieAt++) {
      const world = createDigestWorld(monday)
      world.dieAt = dieAt
      const end = await world.live(nineAlerts)
      world.dieAt = 0
      await world.untilDone(nineAlerts)
      expect(world.parts(), `dead at effect ${dieAt}`).toEqual(
        ['0', '1', '2', '3', '4', '5'].map((part) => `2026-W47 ${part}`),
      )
      const event = `${nineAlerts.name} 2026-W47 ${world.messages[0]?.ts}`
      expect([...world.announced], `dead at effect ${dieAt}`).toEqual([event])
      expect(world.announcedTexts).toEqual(world.messages.map(({ text }) => text))
      if (end !== 'crashed') break
      crashes += 1
    }
    expect(crashes).toBeGreaterThan(30)
  })

  it('is posted exactly once, and announced when the queues of the webhooks accept its event again', async () => {
    const world = createDigestWorld(monday)
    const deps = depsOf(world, 'one process')
    let tries = 0
    const announce: typeof deps.announce = async (posted) => {
      if (++tries <= 3) throw new Error('the store is away')
      await deps.announce?.(posted)
    }
    for (let refused = 0; refused < 3; refused++)
      await expect(sendDigest({ ...deps, announce }, weekly)).rejects.toThrow('the store is away')
    expect([world.parts().length, world.announced.size]).toEqual([1, 0])
    await expect(sendDigest({ ...deps, announce }, weekly)).resolves.toEqual({ kind: 'done' })
    expect(world.parts()).toEqual(['2026-W47 0'])
    expect([...world.announced]).toEqual([`${weekly.name} 2026-W47 ${world.messages[0]?.ts}`])
  })

  it('is posted exactly once even if one process after the other dies early', async () => {
    for (let dieAt = 7; dieAt < 16; dieAt++) {
      const world = createDigestWorld(monday)
      world.dieAt = dieAt
      await world.untilDone(nineAlerts)
      expect(new Set(world.parts()).size, `lives of ${dieAt} effects`).toBe(6)
      expect(world.parts()).toHaveLength(6)
    }
  })

  it('is posted exactly once even if the process dies at any moment and the disk is wiped', async () => {
    for (let dieAt = 1; dieAt < 40; dieAt++) {
      const world = createDigestWorld(monday)
      world.dieAt = dieAt
      await world.live(nineAlerts)
      world.dieAt = 0
      world.store.clear()
      await world.untilDone(nineAlerts)
      expect(world.parts().toSorted(), `dead at effect ${dieAt}`).toEqual(
        ['0', '1', '2', '3', '4', '5'].map((part) => `2026-W47 ${part}`),
      )
    }
  })

  it('is posted exactly once even if the answers to its posts are lost, because a history search follows at once', async () => {
    const world = createDigestWorld(monday)
    world.failures = ['answer lost', 'answer lost']
    await world.untilDone(nineAlerts)
    expect(world.parts()).toHaveLength(6)
    expect(world.time).toBe(monday)
  })

  it('is posted again after doubtSeconds if Slack never stored the first post', async () => {
    const world = createDigestWorld(monday)
    world.failures = ['never stored']
    await expect(world.live()).resolves.toEqual({
      kind: 'later',
      why: 'a post is unconfirmed',
      at: monday + 30_000,
    })
    world.time += 29_999
    await expect(world.live()).resolves.toMatchObject({ kind: 'later', why: 'a post is unconfirmed' })
    expect(world.posts).toBe(1)
    world.time += 1
    await world.untilDone()
    expect(world.parts()).toEqual(['2026-W47 0'])
  })

  it('is posted exactly once even if its commit cannot be stored and the channel cannot be read, as long as the process lives', async () => {
    const world = createDigestWorld(monday)
    const deps = depsOf(world, 'the one')
    let isFull = false
    const full: DigestDeps = {
      ...deps,
      readHistory: async () => ({ kind: 'unreadable', reason: 'missing_scope', extent: 'workspace' }),
      async post(posting) {
        isFull = true
        return deps.post(posting)
      },
      progress: {
        ...deps.progress,
        async change(name, next) {
          if (isFull) throw new Error('ENOSPC')
          return deps.progress.change(name, next)
        },
      },
    }
    for (let tries = 0; tries < 4; tries++) {
      await sendDigest(full, weekly).catch(() => undefined)
      world.time += minute
    }
    const roomy = { ...full, progress: deps.progress, post: deps.post }
    await expect(sendDigest(roomy, weekly)).resolves.toEqual({ kind: 'done' })
    expect(world.parts()).toEqual(['2026-W47 0'])
  })

  it('is posted exactly once even if a process is frozen between storing a pending part and posting it, and another process takes over', async () => {
    const world = createDigestWorld(monday)
    const deps = depsOf(world, 'frozen')
    const takenOver: DigestDeps = {
      ...deps,
      progress: {
        ...deps.progress,
        async change(name, next) {
          const kept = await deps.progress.change(name, next)
          if (kept?.pending?.by === 'frozen' && world.parts().length === 0) {
            world.time += minute
            await world.untilDone(nineAlerts)
          }
          return kept
        },
      },
    }
    await expect(sendDigest(takenOver, nineAlerts)).resolves.toEqual({ kind: 'done' })
    expect(world.parts()).toHaveLength(6)
    expect(new Set(world.parts()).size).toBe(6)
  })

  it('is posted exactly once even if three processes send it at the same time', async () => {
    const world = createDigestWorld(monday)
    await Promise.all([world.live(nineAlerts), world.live(nineAlerts), world.live(nineAlerts)])
    await world.untilDone(nineAlerts)
    expect(world.parts()).toHaveLength(6)
    expect(new Set(world.parts()).size).toBe(6)
  })
})

describe('a digest part that Slack refuses', () => {
  it('is retried in a plainer form', async () => {
    const world = createDigestWorld(monday)
    world.failures = [{ kind: 'rejected', extent: 'message', reason: 'invalid_blocks' }]
    await world.untilDone()
    expect(world.parts()).toEqual(['2026-W47 0'])
  })

  it('is reported as a problem and retried if the channel accepts nothing', async () => {
    const world = createDigestWorld(monday)
    world.failures = [{ kind: 'rejected', extent: 'channel', reason: 'not_in_channel' }]
    await expect(world.live()).resolves.toMatchObject({ kind: 'later', why: 'not_in_channel' })
    expect(world.raised[0]).toContain('Overheard is not in C1')
    await world.untilDone()
    expect(world.parts()).toEqual(['2026-W47 0'])
  })

  it('is retried after the time that Slack asks to wait', async () => {
    const world = createDigestWorld(monday)
    world.failures = [{ kind: 'deferred', extent: 'channel', afterMs: 12_000, reason: 'ratelimited' }]
    await world.untilDone()
    expect(world.time).toBe(monday + 12_000)
    expect(world.parts()).toEqual(['2026-W47 0'])
  })

  const unclear: PostOutcome = { kind: 'rejected', extent: 'unclear', reason: 'something_new' }

  /** Sends again whenever that is wished, until `end` (UTC, ms) at most; returns how long each pause was, in ms. */
  async function pausesUntil(world: DigestWorld, end: number): Promise<number[]> {
    const pauses: number[] = []
    while (world.time < end) {
      const sent = await world.live()
      if (sent === 'crashed' || sent.kind !== 'later') break
      pauses.push(sent.at - world.time)
      world.time = sent.at
    }
    return pauses
  }

  it('is reported and retried after growing pauses if the bot does not know the error code', async () => {
    const world = createDigestWorld(monday)
    world.refusal = () => (world.time < monday + minute ? unclear : undefined)
    expect(await pausesUntil(world, monday + day)).toEqual([5000, 10_000, 20_000, 40_000])
    expect(world.raised[0]).toContain('something_new')
    expect(world.parts()).toEqual(['2026-W47 0'])
  })

  it('is retried for a day if the bot does not know the error code and Slack accepts no other messages', async () => {
    const world = createDigestWorld(monday)
    world.refusal = () => unclear
    const pauses = await pausesUntil(world, monday + 2 * day)
    expect(world.time).toBeGreaterThan(monday + day - 6 * minute)
    expect(Math.max(...pauses)).toBe(5 * minute)
    expect(world.store.get('weekly')?.done).toEqual([])
  })

  it('is given up and reported if the bot does not know the error code and Slack accepts other messages in the meantime', async () => {
    const world = createDigestWorld(monday)
    world.refusal = () => unclear
    await world.live()
    world.time += 5000
    world.accepted += 1
    await expect(world.live()).resolves.toEqual({ kind: 'done' })
    expect(world.parts()).toEqual([])
    expect(world.raised.at(-1)).toContain('in every form: something_new')
    // It is shown for a day.
    expect(world.raisedUntil.at(-1)).toBe(world.time + day)
  })

  const locked: PostOutcome = {
    kind: 'rejected',
    extent: 'thread',
    reason: 'restricted_action_thread_locked',
  }

  it('is posted once to the channel if its thread accepts no replies, at whatever moment the process dies', async () => {
    for (let dieAt = 0; dieAt < 40; dieAt++) {
      const world = createDigestWorld(monday)
      world.refusal = ({ thread }) => (thread === undefined ? undefined : locked)
      world.dieAt = dieAt
      await world.live(nineAlerts)
      world.dieAt = 0
      await world.untilDone(nineAlerts)
      expect(world.parts(), `dead at effect ${dieAt}`).toEqual(
        ['0', '1', '2', '3', '4', '5'].map((part) => `2026-W47 ${part}`),
      )
      expect(world.messages.every(({ thread }) => thread === undefined)).toBe(true)
    }
  })

  it('is posted once to the channel if its thread accepts no replies and the disk is wiped', async () => {
    for (let dieAt = 1; dieAt < 40; dieAt++) {
      const world = createDigestWorld(monday)
      world.refusal = ({ thread }) => (thread === undefined ? undefined : locked)
      world.dieAt = dieAt
      await world.live(nineAlerts)
      world.dieAt = 0
      world.store.clear()
      await world.untilDone(nineAlerts)
      expect(world.parts().toSorted(), `dead at effect ${dieAt}`).toEqual(
        ['0', '1', '2', '3', '4', '5'].map((part) => `2026-W47 ${part}`),
      )
    }
  })

  it('is posted to the channel if its thread is refused with an unknown code and the channel accepts other messages', async () => {
    const world = createDigestWorld(monday)
    world.refusal = ({ thread }) => (thread === undefined ? undefined : unclear)
    await expect(world.live(nineAlerts)).resolves.toMatchObject({ kind: 'later' })
    world.accepted += 1
    await world.untilDone(nineAlerts)
    expect(world.parts()).toHaveLength(6)
  })

  it('is left out if somebody deleted the first message of its thread', async () => {
    const world = createDigestWorld(monday)
    world.refusal = ({ thread }) =>
      thread === undefined ? undefined : { kind: 'rejected', extent: 'thread', reason: 'thread_not_found' }
    await world.untilDone(nineAlerts)
    expect(world.parts()).toEqual(['2026-W47 0'])
  })

  it('ends the digest if it is the first message and every form is refused', async () => {
    const world = createDigestWorld(monday)
    world.failures = Array.from({ length: 20 }, () => ({
      kind: 'rejected' as const,
      extent: 'message' as const,
      reason: 'msg_blocks_too_long',
    }))
    await expect(world.live(nineAlerts)).resolves.toEqual({ kind: 'done' })
    expect(world.posts).toBeLessThan(8)
  })
})
