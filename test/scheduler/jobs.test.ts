import { describe, expect, it } from 'vitest'
import { createJobs } from '../../src/scheduler/jobs.ts'
import { alwaysLead, type Leadership } from '../../src/scheduler/leadership.ts'
import { createHandTimers, flushPromises } from '../tools/manual-clock.ts'

type Work = Parameters<Leadership['attach']>[0]

const minute = 60_000

/** A leader with the job `digest`, whose schedule rings by hand. */
function open(run: () => Promise<void> = async () => undefined) {
  const timers = createHandTimers()
  const leadership = alwaysLead()
  const lease = { isFresh: true }
  const warnings: string[] = []
  const schedules: { what: string; ring: () => unknown }[] = []
  let work: Work = {}
  const addJob = createJobs({
    ...timers,
    every: (cron, timezone, ring) => void schedules.push({ what: `${cron} in ${timezone}`, ring }),
    leadership: {
      leads: () => lease.isFresh,
      attach(given) {
        work = given
        leadership.attach(given)
      },
    },
    log: { warn: (_fields, sentence) => void warnings.push(sentence) },
  })
  leadership.start()
  const job = addJob('digest', run)
  job.every('*/2 * * * *', 'UTC')
  async function ring() {
    for (const schedule of schedules) schedule.ring()
    await flushPromises()
  }
  async function pass(ms: number) {
    timers.pass(ms)
    await flushPromises()
  }
  return {
    addJob,
    job,
    ring,
    pass,
    timers,
    lease,
    warnings,
    schedules,
    leadership,
    resume: () => work.resume?.(),
  }
}

/** A run that ends by hand. */
function slowRun() {
  const running: (() => void)[] = []
  const state = { runs: 0, most: 0, running }
  const run = () => {
    state.runs += 1
    const ended = new Promise<void>((resolve) => void running.push(resolve))
    state.most = Math.max(state.most, running.length)
    return ended
  }
  const end = async () => {
    running.shift()?.()
    await flushPromises()
  }
  return { state, run, end }
}

describe('a job', () => {
  it('runs when this process begins to lead, because it may have missed times', async () => {
    let runs = 0
    const { leadership } = open(async () => void runs++)
    leadership.start()
    await flushPromises()
    expect(runs).toBe(1)
  })

  it('does not overlap its next run: several rings during a run lead to one run after it', async () => {
    const { state, run, end } = slowRun()
    const { ring } = open(run)
    for (let rings = 0; rings < 3; rings++) await ring()
    expect(state.runs).toBe(1)
    await end()
    expect(state.runs).toBe(2)
    await end()
    expect([state.runs, state.most]).toEqual([2, 1])
  })

  it('that takes long delays no other job', async () => {
    const { addJob, ring } = open(slowRun().run)
    let runs = 0
    addJob('reminders', async () => void runs++).every('*/2 * * * * *', 'UTC')
    for (let rings = 0; rings < 3; rings++) await ring()
    expect(runs).toBe(3)
  })

  it('waits while the lease was not renewed in time, and then runs once', async () => {
    let runs = 0
    const { ring, lease, resume } = open(async () => void runs++)
    lease.isFresh = false
    for (let rings = 0; rings < 3; rings++) await ring()
    expect(runs).toBe(0)
    lease.isFresh = true
    for (let renewals = 0; renewals < 3; renewals++) resume()
    await flushPromises()
    for (let renewals = 0; renewals < 3; renewals++) resume()
    await flushPromises()
    expect(runs).toBe(1)
  })

  it('may have several schedules, each in its time zone', () => {
    const { job, schedules } = open()
    job.every('0 9 * * 1', 'Europe/Berlin')
    expect(schedules.map(({ what }) => what)).toEqual(['*/2 * * * * in UTC', '0 9 * * 1 in Europe/Berlin'])
  })

  it('that fails is logged, and runs at its next time', async () => {
    let runs = 0
    const { ring, warnings } = open(async () => {
      runs += 1
      throw new Error('no')
    })
    for (let rings = 0; rings < 3; rings++) await ring()
    expect(runs).toBe(3)
    expect(warnings).toEqual(
      Array(3).fill('a scheduled run failed with an error; it runs again at its next time'),
    )
  })

  it('runs at once after a change, and once for all changes of the two seconds after that', async () => {
    let runs = 0
    const { job, pass } = open(async () => void runs++)
    for (let changes = 0; changes < 3; changes++) job.soon()
    await pass(0)
    expect(runs).toBe(1)
    for (let changes = 0; changes < 3; changes++) job.soon()
    await pass(1999)
    expect(runs).toBe(1)
    await pass(1)
    expect(runs).toBe(2)
    await pass(60_000)
    expect(runs).toBe(2)
  })

  it('runs for a change that comes during its run', async () => {
    const { state, run, end } = slowRun()
    const { job, ring, pass } = open(run)
    await ring()
    job.soon()
    await end()
    await pass(2000)
    expect(state.runs).toBe(2)
  })

  it('hears of no change while another process leads', async () => {
    let runs = 0
    const { job, leadership, pass } = open(async () => void runs++)
    job.soon()
    await leadership.stop()
    job.soon()
    await pass(60_000)
    expect(runs).toBe(0)
  })

  it('runs again once, at the last of the times that it asks for', async () => {
    let runs = 0
    const { job, ring, pass, timers } = open(async () => {
      if (runs++ > 0) return
      job.again(timers.now() + 10_000)
      job.again(timers.now() + 30_000)
    })
    await ring()
    await pass(29_000)
    expect(runs).toBe(1)
    await pass(1000)
    expect(runs).toBe(2)
    await pass(10 * minute)
    expect(runs).toBe(2)
  })

  it('does not run again later if its schedule has rung before', async () => {
    let runs = 0
    const { job, ring, pass, timers } = open(async () => void runs++)
    job.again(timers.now() + 30_000)
    await ring()
    await pass(minute)
    expect(runs).toBe(1)
  })

  it('ends before this process has stopped leading, and no run begins after that', async () => {
    const { state, run, end } = slowRun()
    const { job, ring, pass, timers, leadership } = open(run)
    await ring()
    let hasStopped = false
    const stopped = leadership.stop().then(() => {
      hasStopped = true
    })
    job.again(timers.now())
    await ring()
    await pass(minute)
    expect(hasStopped).toBe(false)
    await end()
    await stopped
    await pass(minute)
    expect([state.runs, timers.waiting()]).toEqual([1, 0])
  })
})
