/** The rest that Slack has asked for. */
type Cooldown = {
  /** For so long Slack is still to be left alone, in ms; 0: it may be asked. */
  left(): number
  /** Slack is left alone for so long from now on, in ms. */
  begin(forMs: number): void
}

/** Nothing has been asked for yet. A clock that is set back ends a rest, or it would last for as long as the clock went back. `now`: ms. */
export function createCooldown(now: () => number): Cooldown {
  let rest = { from: 0, until: 0 }
  return {
    left: () => (now() < rest.from ? 0 : Math.max(0, rest.until - now())),
    begin(forMs) {
      rest = { from: now(), until: now() + forMs }
    },
  }
}
