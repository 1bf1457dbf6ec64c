import { expect, it } from 'vitest'
import { rejectOnAbort, TimedOutError, withTimeout } from '../src/timeout.ts'

/** Timers that fire by hand. */
function manualTimers() {
  const timers = new Set<() => void>()
  const setTimer = (run: () => void) => {
    timers.add(run)
    return () => void timers.delete(run)
  }
  return { setTimer, timers, fire: () => [...timers].forEach((run) => void run()) }
}

const forever = new Promise<never>(() => undefined)

it('work with a time limit returns its result if it ends in time, and leaves no timer or listener', async () => {
  const { setTimer, timers } = manualTimers()
  const stopping = new AbortController()
  let listeners = 0
  const { signal } = stopping
  const { addEventListener: add, removeEventListener: remove } = signal
  signal.addEventListener = (...args: unknown[]) => {
    listeners++
    return Reflect.apply(add, signal, args)
  }
  signal.removeEventListener = (...args: unknown[]) => {
    listeners--
    return Reflect.apply(remove, signal, args)
  }
  expect(await withTimeout(setTimer, 1000, async () => 'done', signal)).toBe('done')
  expect([timers.size, listeners]).toEqual([0, 0])
})

it('work with a time limit is aborted by its signal if it takes too long, and rejects with a TimedOutError', async () => {
  const { setTimer, fire } = manualTimers()
  const work = withTimeout(setTimer, 1000, (signal) => rejectOnAbort(forever, signal))
  fire()
  await expect(work).rejects.toThrow(new TimedOutError('not done within 1000 ms'))
})

it.each(['before', 'during'])(
  'work with a time limit rejects with the reason of a stop that comes %s the work',
  async (when) => {
    const { setTimer } = manualTimers()
    const stopping = new AbortController()
    if (when === 'before') stopping.abort(new Error('the process stops'))
    const work = withTimeout(setTimer, 1000, (signal) => rejectOnAbort(forever, signal), stopping.signal)
    stopping.abort(new Error('the process stops'))
    await expect(work).rejects.toThrow('the process stops')
  },
)

it('a promise that can be aborted keeps its result if it is fulfilled before the abort', async () => {
  const controller = new AbortController()
  const fulfilled = rejectOnAbort(Promise.resolve(1), controller.signal)
  expect(await fulfilled).toBe(1)
  controller.abort()
})
