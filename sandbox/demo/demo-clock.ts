/** The demo's time, which its mention service, Slack workspace and bot share. It never goes back. */
export type DemoClock = {
  /** UTC ms. */
  now: () => number
  /** How far the demo's time is ahead of the machine's, in ms. */
  offsetMs: () => number
  advance: (ms: number) => void
}

/** `offsetMs`: how far an earlier run of a kept demo was ahead. */
export function createDemoClock(machineNow: () => number, offsetMs: number): DemoClock {
  let offset = offsetMs
  return {
    now: () => machineNow() + offset,
    offsetMs: () => offset,
    advance(ms) {
      offset += ms
    },
  }
}
