import type { Alert } from '@overheard/mention-client/alert'
import { MentionServiceError } from '@overheard/mention-client/mention-service-error'
import { describe, expect, it } from 'vitest'
import { createDailySeriesLoader } from '../../src/engine/spikes/daily-series.ts'

const second = 1000
const alert: Alert = { id: '7', type: 'mentions', name: 'Acme', projectName: 'Acme' }
const { signal } = new AbortController()

/** A service that answers at once, and a budget with so much left. */
function world() {
  const state = {
    now: Date.UTC(2026, 10, 20, 12),
    left: { requests: 280, pausedForMs: 0, waiting: 0 },
    budgetReads: 0,
  }
  const asked: string[] = []
  let fault: Error | undefined
  const history = createDailySeriesLoader({
    service: {
      async series(id, type, range) {
        if (fault !== undefined) throw fault
        asked.push(`${id} ${type} ${range.from} ${range.to}`)
        return { limits: [], insight: type, periods: [] }
      },
    },
    budget: {
      perMinute: 280,
      async left() {
        state.budgetReads += 1
        return state.left
      },
    },
    now: () => state.now,
    steady: () => state.now,
  })
  const fail = (error: Error | undefined) => {
    fault = error
  }
  return { state, asked, fail, ask: (of: Alert = alert) => history(of, signal) }
}

describe('the daily totals of an alert', () => {
  it('cover the 45 days before today', async () => {
    const { asked, ask } = world()
    expect(await ask()).toEqual({ mentions: [], sentiment: [] })
    expect(asked).toEqual(['7 mentions 2026-10-06 2026-11-19', '7 sentiment 2026-10-06 2026-11-19'])
  })

  it('are requested at once for several alerts while most of the minute’s requests are left and nobody waits', async () => {
    const { ask } = world()
    expect(await Promise.all([ask(), ask(), ask()])).not.toContain(undefined)
  })

  it.each([
    ['few requests are left', { requests: 140, pausedForMs: 0, waiting: 0 }],
    ['another request waits', { requests: 280, pausedForMs: 0, waiting: 1 }],
  ])('are requested for only one alert every ten seconds if %s', async (_, left) => {
    const { state, ask } = world()
    state.left = left
    expect(await ask()).toBeDefined()
    state.now += 9.9 * second
    expect(await ask()).toBeUndefined()
    state.now += 0.1 * second
    expect(await ask()).toBeDefined()
  })

  it('are checked against the request budget only every five seconds while it has no room', async () => {
    const { state, ask } = world()
    state.left = { requests: 140, pausedForMs: 0, waiting: 0 }
    await ask()
    for (let times = 0; times < 100; times++) {
      expect(await ask()).toBeUndefined()
      state.now += 49
    }
    expect(state.budgetReads).toBe(1)
    state.left = { requests: 280, pausedForMs: 0, waiting: 0 }
    state.now += 100
    expect(await ask()).toBeDefined()
  })

  it('count against the request budget while their requests are running', async () => {
    const { state, ask } = world()
    state.left = { requests: 144, pausedForMs: 0, waiting: 0 }
    const answers = await Promise.all([ask(), ask(), ask(), ask()])
    expect(answers.filter((answer) => answer !== undefined)).toHaveLength(2)
  })

  it('are requested again half a minute after a failure', async () => {
    const { state, fail, ask } = world()
    fail(new Error('down'))
    expect(await ask()).toBeUndefined()
    fail(undefined)
    state.now += 29 * second
    expect(await ask()).toBeUndefined()
    state.now += second
    expect(await ask()).toBeDefined()
  })

  it('are empty, without a request, for a leads alert and for an alert for which the service has no totals', async () => {
    const { fail, asked, ask } = world()
    expect(await ask({ ...alert, type: 'leads' })).toEqual({ mentions: [], sentiment: [] })
    fail(new MentionServiceError({ kind: 'alert_not_found', retry: 'never', what: 'no insights' }))
    expect(await ask()).toEqual({ mentions: [], sentiment: [] })
    expect(asked).toEqual([])
  })
})
