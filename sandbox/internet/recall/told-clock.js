/**
 * Preloaded into a process (`node --import`): its time is told by another one. It connects to TOLD_CLOCK, and for each line `until MS` it runs the
 * timers that are due until then, each at its own time, and answers with the time of its next timer and the CPU time that it has used. Dates,
 * timers and the steady clock follow the told time, so a day can take minutes, and a machine that is busy changes nothing.
 */

import { syncBuiltinESMExports } from 'node:module'
import { connect } from 'node:net'
import timers from 'node:timers'
import timersPromises from 'node:timers/promises'

const [host, port] = (process.env.TOLD_CLOCK ?? '').split(':')
const RealDate = Date
const { setImmediate: soon } = globalThis
const begun = Number(process.env.TOLD_CLOCK_START)
let now = begun
let count = 0
const waiting = new Map()

class Timer {
  constructor(run, ms, given, repeats) {
    this.id = ++count
    this.run = () => run(...given)
    this.ms = Math.max(1, Number(ms) || 1)
    this.repeats = repeats
    this.refresh()
  }
  refresh() {
    this.at = now + this.ms
    waiting.set(this.id, this)
    return this
  }
  ref() {
    return this
  }
  unref() {
    return this
  }
  hasRef() {
    return true
  }
  close() {
    waiting.delete(this.id)
    return this
  }
  [Symbol.toPrimitive]() {
    return this.id
  }
  [Symbol.dispose]() {
    this.close()
  }
}

const setTimeout = (run, ms, ...given) => new Timer(run, ms, given, false)
const setInterval = (run, ms, ...given) => new Timer(run, ms, given, true)
const clear = (timer) =>
  void waiting.delete(typeof timer === 'object' && timer !== null ? timer.id : Number(timer))

function wait(ms, value, { signal } = {}) {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve(value)
    }, ms)
    const stop = () => {
      clear(timer)
      reject(new DOMException('The operation was aborted', 'AbortError'))
    }
    signal?.addEventListener('abort', stop, { once: true })
  })
}

const clocks = { setTimeout, setInterval, clearTimeout: clear, clearInterval: clear }
Object.assign(globalThis, clocks)
Object.assign(timers, clocks)
timersPromises.setTimeout = wait
syncBuiltinESMExports()

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length === 0 ? [now] : args, newTarget),
  apply: () => new RealDate(now).toString(),
  get: (target, key) => (key === 'now' ? () => now : Reflect.get(target, key)),
})
performance.now = () => now - begun
AbortSignal.timeout = (ms) => {
  const controller = new AbortController()
  setTimeout(() => controller.abort(new DOMException('The operation timed out', 'TimeoutError')), ms)
  return controller.signal
}

/** The earliest timer, as a list is short enough to look through. */
function earliest() {
  let found
  for (const timer of waiting.values()) if (found === undefined || timer.at < found.at) found = timer
  return found
}

/** In real ms. To ask the system after each step would cost a seventh of the CPU time that is measured. */
const measuredEveryMs = 20
let measured = { at: Number.NEGATIVE_INFINITY, us: 0 }

function cpuUs() {
  const at = Number(process.hrtime.bigint()) / 1e6
  if (at - measured.at >= measuredEveryMs) {
    const { user, system } = process.cpuUsage()
    measured = { at, us: user + system }
  }
  return measured.us
}

const settled = () => new Promise((resolve) => soon(() => soon(resolve)))

async function runUntil(until) {
  for (let due = earliest(); due !== undefined && due.at <= until; due = earliest()) {
    now = Math.max(now, due.at)
    if (due.repeats) due.refresh()
    else waiting.delete(due.id)
    due.run()
    await settled()
  }
  now = Math.max(now, until)
}

const socket = connect(Number(port), host)
socket.unref()
socket.on('error', () => process.exit(1))
let read = ''
let work = Promise.resolve()
socket.on('data', (piece) => {
  read += piece
  const lines = read.split('\n')
  read = lines.pop() ?? ''
  for (const line of lines)
    work = work.then(async () => {
      await runUntil(Number(line))
      socket.write(`${earliest()?.at ?? ''} ${cpuUs()}\n`)
    })
})
