/**
 * Preloaded into the demo's bot (`node --import`): moves its clock ahead by DEMO_CLOCK_OFFSET_MS. The demo can so let an hour
 * pass without a switch in the bot's own code. Timers are not affected.
 */
const offsetMs = Number(process.env.DEMO_CLOCK_OFFSET_MS ?? 0)
const RealDate = Date
const now = () => RealDate.now() + offsetMs

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
  get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
})
