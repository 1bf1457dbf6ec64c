/**
 * Preloaded into a bot (`node --import`): sets its clock as a person or NTP would. The clock is ahead by the ms in the file CLOCK_FILE, which
 * the test changes. Timers and the steady clock are not affected.
 */
import { readFileSync } from 'node:fs'

const file = process.env.CLOCK_FILE ?? ''
const RealDate = Date
let aheadMs = 0

function look() {
  const read = Number(readFileSync(file, 'utf8'))
  if (Number.isFinite(read)) aheadMs = read
}
look()
setInterval(look, 20).unref()

const now = () => RealDate.now() + aheadMs

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
  get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
})
