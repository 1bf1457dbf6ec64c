import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Form, openForm } from '../../src/listeners/open-modal.ts'
import { textMessage } from '../../src/messages/kit/block-kit.ts'
import type { Content } from '../../src/model/message.ts'
import { createHandTimers, flushPromises } from '../tools/manual-clock.ts'

const form: Form = { title: 'Pause', callback: 'pause', note: '', blocks: [] }
const message = textMessage('There is no such alert.')

/** Slack, a person, and a mention service that answers after `loadMs`. Time passes in steps. */
function world({ loadMs, openMs, closeAt }: { loadMs: number; openMs: number; closeAt?: number }) {
  const timers = createHandTimers(0)
  const after = <T>(ms: number, result: () => T) =>
    new Promise<T>((resolve, reject) =>
      timers.later(() => {
        try {
          resolve(result())
        } catch (error) {
          reject(error)
        }
      }, ms),
    )
  const seen = { shown: undefined as Form | undefined, opened: 0, expired: false }
  const isClosed = () => closeAt !== undefined && seen.opened > 0 && timers.now() >= closeAt
  const views = {
    setTimer: timers.setTimer,
    open: (_trigger: string, modal: Form) => {
      const isLate = timers.now() + openMs > 3000
      return after(openMs, () => {
        seen.expired ||= isLate
        if (isLate) return { kind: 'refused' as const, reason: 'expired_trigger_id' }
        seen.opened += 1
        seen.shown = modal
        return { kind: 'open' as const, view: 'V1' }
      })
    },
    update: (_view: string, modal: Form) =>
      after(10, () => {
        if (isClosed()) return 'not_found'
        seen.shown = modal
        return undefined
      }),
  }
  async function press(load: () => Form | Content | undefined) {
    const answer = openForm(views, 't', () => after(loadMs, load))
    let ended = false
    const end = () => {
      ended = true
    }
    answer.then(end, end)
    while (!ended) {
      timers.pass(10)
      await flushPromises()
    }
    return answer
  }
  return { seen, press }
}

const times = fc.record({
  loadMs: fc.oneof(fc.integer({ min: 0, max: 1000 }), fc.integer({ min: 0, max: 20_000 })),
  openMs: fc.integer({ min: 1, max: 2000 }),
})

describe('a form', () => {
  it('opens in time and shows what was loaded, however long the mention service takes', () =>
    fc.assert(
      fc.asyncProperty(times, async (given) => {
        const { seen, press } = world(given)
        expect(await press(() => form)).toBeUndefined()
        expect(seen).toEqual({ shown: form, opened: 1, expired: false })
      }),
      { numRuns: 50 },
    ))
  it('shows why there is none if it is open already; otherwise the person gets a message', () =>
    fc.assert(
      fc.asyncProperty(times, async (given) => {
        const { seen, press } = world(given)
        const answer = await press(() => message)
        expect(seen.expired).toBe(false)
        expect(answer ?? { ...message, blocks: seen.shown?.blocks }).toEqual(message)
        expect(answer === undefined).toBe(seen.opened === 1)
      }),
      { numRuns: 50 },
    ))
  it('shows that loading failed, and the failure is logged as any other', async () => {
    const { seen, press } = world({ loadMs: 4000, openMs: 100 })
    const failing = press(() => {
      throw new Error('the mention service is down')
    })
    await expect(failing).rejects.toThrow('the mention service is down')
    expect(JSON.stringify(seen.shown)).toContain('That did not work')
  })
  it('that the person closed meanwhile stays closed, without a complaint', async () => {
    const { seen, press } = world({ loadMs: 4000, openMs: 100, closeAt: 2000 })
    expect(await press(() => form)).toBeUndefined()
    expect(seen.shown?.callback).toBe('loading')
  })
  it('cannot be submitted before it is filled in', async () => {
    const { seen, press } = world({ loadMs: 4000, openMs: 100, closeAt: 2000 })
    await press(() => form)
    expect(seen.shown).not.toHaveProperty('submit')
  })
})
