import { PassThrough } from 'node:stream'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createBodyReader } from '../src/request-body.ts'

const limits = { mostBytes: 100_000, mostUnfinishedBytes: 150_000, timeoutMs: 1 }
const noTimer = () => () => undefined

/** A request whose parts arrive one by one. */
function requestOf(parts: Buffer[], announced?: number) {
  const stream = new PassThrough()
  for (const part of parts) stream.write(part)
  const headers = announced === undefined ? {} : { 'content-length': String(announced) }
  return Object.assign(stream, { headers }) as never
}

it('a body is read whole, whatever its parts and whether its length is announced', async () => {
  const part = fc.uint8Array({ maxLength: 40_000 }).map((bytes) => Buffer.from(bytes))
  await fc.assert(
    fc.asyncProperty(fc.array(part, { maxLength: 5 }), fc.boolean(), async (parts, isAnnounced) => {
      const whole = Buffer.concat(parts)
      const stream = requestOf(parts, isAnnounced ? whole.length : undefined)
      ;(stream as PassThrough).end()
      const read = await createBodyReader({ ...limits, setTimer: noTimer })(stream)
      expect(read).toEqual(whole.length > limits.mostBytes ? 'too-large' : whole)
    }),
    { numRuns: 50 },
  )
})

it('of bodies that arrive in unannounced parts, the first is given up when they need too much memory together', async () => {
  const read = createBodyReader({ ...limits, setTimer: noTimer })
  const first = read(requestOf([Buffer.alloc(90_000)]))
  const second = requestOf([Buffer.alloc(90_000)])
  const reading = read(second)
  expect(await first).toBe('busy')
  ;(second as PassThrough).end()
  expect(await reading).toHaveLength(90_000)
})

it('a body that does not arrive in time is given up', async () => {
  const read = createBodyReader({
    ...limits,
    setTimer(run) {
      queueMicrotask(run)
      return () => undefined
    },
  })
  expect(await read(requestOf([Buffer.alloc(1)]))).toBe('too-slow')
})
