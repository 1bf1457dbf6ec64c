import { describe, expect, it } from 'vitest'
import { createLeadership, type Takeover } from '../../src/scheduler/leadership.ts'
import { flushPromises } from '../tools/manual-clock.ts'

/** A process and a lease, whose answers the test decides. The clocks and the timers are moved by hand. `events`: what the process did, in order. */
function open() {
  /** The steady clock, and how far the machine's clock is ahead of it. */
  const clock = { at: 1_000_000, ahead: 0 }
  const timers: { run: () => void; at: number }[] = []
  const events: string[] = []
  const lease = {
    free: undefined as Takeover | undefined,
    /** The answer to a renewal waits for this. */
    answer: Promise.resolve() as Promise<unknown>,
    renewal: 'renewed' as 'renewed' | 'raised' | 'lost' | Error,
    work: Promise.resolve() as Promise<unknown>,
    prepared: true,
    /** The preparation waits for this. */
    reading: Promise.resolve() as Promise<unknown>,
    /** The work begins at once, and blocks the process for this time, in ms. */
    beginsForMs: 0,
  }
  const leadership = createLeadership({
    lease: {
      async take() {
        events.push('try')
        return lease.free
      },
      async renew() {
        await lease.answer
        if (lease.renewal instanceof Error) throw lease.renewal
        events.push(lease.renewal)
        return lease.renewal
      },
      async release() {
        events.push('release')
      },
    },
    now: () => clock.at + clock.ahead,
    steady: () => clock.at,
    setTimer(run, ms) {
      const timer = { run, at: clock.at + ms }
      timers.push(timer)
      return () => void timers.splice(timers.indexOf(timer) >>> 0, 1)
    },
    problem: {
      raise: () => void events.push('problem'),
      clear: () => undefined,
    },
  })
  leadership.attach({
    async prepare() {
      await lease.reading
      if (!lease.prepared) throw new Error('the store is away')
    },
    begin({ checkpoints }) {
      events.push(`begin ${checkpoints}`)
      clock.at += lease.beginsForMs
    },
    resume: () => void events.push('resume'),
    async end() {
      events.push('end')
      await lease.work
      events.push('ended')
    },
  })
  return {
    leadership,
    lease,
    clock,
    /** Moves the clock, and returns what the process did. */
    async pass(ms: number) {
      clock.at += ms
      for (const timer of [...timers].filter(({ at }) => at <= clock.at)) {
        timers.splice(timers.indexOf(timer), 1)
        timer.run()
        await flushPromises()
      }
      await flushPromises()
      return events.splice(0)
    },
  }
}

async function leading(checkpoints: Takeover['checkpoints'] = 'trusted') {
  const world = open()
  world.lease.free = { checkpoints }
  world.leadership.start()
  expect(await world.pass(0)).toEqual(['try', `begin ${checkpoints}`])
  return world
}

describe('a process that stands by', () => {
  it('tries to take the lease every two seconds and when it hears that the lease is free, and leads as soon as it has it', async () => {
    const { leadership, lease, pass } = open()
    leadership.start()
    expect(await pass(0)).toEqual(['try'])
    expect(await pass(1999)).toEqual([])
    expect(await pass(1)).toEqual(['try'])
    expect(leadership.leads()).toBe(false)
    lease.free = { checkpoints: 'trusted' }
    leadership.soon()
    expect(await pass(0)).toEqual(['try', 'begin trusted'])
    expect(leadership.leads()).toBe(true)
  })

  it('does not lead before it has read what the last leader stored, and tries again', async () => {
    const { leadership, lease, pass } = open()
    Object.assign(lease, { free: { checkpoints: 'unsure' }, prepared: false })
    leadership.start()
    expect(await pass(0)).toEqual(['try', 'problem'])
    expect(leadership.leads()).toBe(false)
    lease.prepared = true
    expect(await pass(2000)).toEqual(['try', 'begin unsure'])
  })

  it('renews its lease while it still reads what the last leader stored, so that no other process takes it', async () => {
    const { leadership, lease, pass } = open()
    const reading = Promise.withResolvers<void>()
    Object.assign(lease, { free: { checkpoints: 'trusted' }, reading: reading.promise })
    leadership.start()
    expect(await pass(0)).toEqual(['try'])
    expect([await pass(2000), await pass(2000), await pass(2000)]).toEqual(Array(3).fill(['renewed']))
    expect(leadership.leads()).toBe(false)
    reading.resolve()
    expect(await pass(0)).toEqual(['begin trusted'])
    expect(leadership.leads()).toBe(true)
    expect(await pass(2000)).toEqual(['renewed', 'resume'])
  })

  it.each(['lost', 'raised'] as const)(
    'does not begin if its lease was %s while it read what the last leader stored, and tries again',
    async (renewal) => {
      const { leadership, lease, pass } = open()
      const reading = Promise.withResolvers<void>()
      Object.assign(lease, { free: { checkpoints: 'trusted' }, reading: reading.promise })
      leadership.start()
      await pass(0)
      Object.assign(lease, { renewal, free: undefined })
      expect(await pass(2000)).toEqual([renewal])
      reading.resolve()
      expect(await pass(0)).toEqual([])
      expect(leadership.leads()).toBe(false)
      expect(await pass(2000)).toEqual(['try'])
    },
  )

  it('checks its checkpoints if they were unsure when it took the lease first, although it could not read them then', async () => {
    const { leadership, lease, pass } = open()
    Object.assign(lease, { free: { checkpoints: 'unsure' }, prepared: false })
    leadership.start()
    await pass(0)
    Object.assign(lease, { free: { checkpoints: 'unchanged' }, prepared: true })
    expect(await pass(2000)).toEqual(['try', 'begin unsure'])
    lease.renewal = 'raised'
    expect(await pass(2000)).toEqual(['raised', 'end', 'ended', 'try', 'begin unchanged'])
  })

  it('takes no lease after it was stopped', async () => {
    const { leadership, lease, pass } = open()
    leadership.start()
    await pass(0)
    lease.free = { checkpoints: 'trusted' }
    await leadership.stop()
    expect(await pass(10_000)).toEqual([])
  })
})

describe('the leader', () => {
  it('renews its lease every two seconds', async () => {
    const { pass } = await leading()
    expect([await pass(2000), await pass(2000)]).toEqual([
      ['renewed', 'resume'],
      ['renewed', 'resume'],
    ])
  })

  it('begins nothing if its last renewal is four seconds old, and begins what became due meanwhile when it can renew again', async () => {
    const { leadership, lease, clock, pass } = await leading()
    lease.renewal = new Error('the database is away')
    expect(await pass(2000)).toEqual(['problem'])
    clock.at += 1999
    expect(leadership.leads()).toBe(true)
    clock.at += 1
    expect(leadership.leads()).toBe(false)
    lease.renewal = 'renewed'
    expect(await pass(2000)).toEqual(['renewed', 'resume'])
    expect(leadership.leads()).toBe(true)
  })

  it('counts the age of its lease from the question, not from the answer, because the others count from there', async () => {
    const { leadership, lease, clock, pass } = await leading()
    const answer = Promise.withResolvers<void>()
    lease.answer = answer.promise
    await pass(2000)
    clock.at += 1500
    answer.resolve()
    expect(await pass(0)).toEqual(['renewed', 'resume'])
    clock.at += 2499
    expect(leadership.leads()).toBe(true)
    clock.at += 1
    expect(leadership.leads()).toBe(false)
  })

  it.each([
    ['was frozen for four seconds, and its clock was set back by as much', 4000, -4000],
    ['slept for four seconds, which its steady clock does not count', 0, 4000],
    ['does not know for how long it slept, because its clock was set back', 0, -3_600_000],
  ])('begins nothing if it %s', async (_what, steadyMs, setByMs) => {
    const { leadership, clock, pass } = await leading()
    clock.at += steadyMs
    clock.ahead += setByMs
    expect(leadership.leads()).toBe(false)
    await pass(2000)
    expect(leadership.leads()).toBe(true)
  })

  it('begins its work once, even if the beginning blocks the process for longer than its lease is fresh', async () => {
    const { leadership, lease, pass } = open()
    Object.assign(lease, { free: { checkpoints: 'trusted' }, beginsForMs: 5000 })
    leadership.start()
    expect(await pass(0)).toEqual(['try', 'begin trusted'])
    expect(leadership.leads()).toBe(false)
    expect(await pass(2000)).toEqual(['renewed', 'resume'])
    expect(leadership.leads()).toBe(true)
    expect(await pass(2000)).toEqual(['renewed', 'resume'])
  })

  it.each(['lost', 'raised'] as const)(
    'ends its work if its lease was %s, and tries to lead again only when the work has ended',
    async (renewal) => {
      const { leadership, lease, pass } = await leading()
      const work = Promise.withResolvers<void>()
      Object.assign(lease, { renewal, work: work.promise })
      expect(await pass(2000)).toEqual([renewal, 'end'])
      expect(leadership.leads()).toBe(false)
      expect(await pass(2000)).toEqual([renewal])
      lease.free = { checkpoints: 'unchanged' }
      work.resolve()
      expect(await pass(0)).toEqual(['ended', 'try', 'begin unchanged'])
    },
  )

  it('keeps its lease until its work has ended when it is stopped, and then releases it', async () => {
    const { leadership, lease, pass } = await leading()
    const work = Promise.withResolvers<void>()
    lease.work = work.promise
    const stopping = leadership.stop()
    expect(await pass(2000)).toEqual(['end', 'renewed'])
    work.resolve()
    await stopping
    expect(await pass(10_000)).toEqual(['ended', 'release'])
  })

  it('does not release its lease if its work does not end within eight seconds after the stop', async () => {
    const { leadership, lease, pass } = await leading()
    lease.work = new Promise(() => undefined)
    const stopping = leadership.stop()
    expect(await pass(8000)).toContain('end')
    await stopping
    expect(await pass(0)).not.toContain('release')
  })
})
