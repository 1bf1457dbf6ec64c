/** Runs things at their times. */
export type Engine = {
  /** Calls `run` whenever the cron expression fires in the zone (IANA). `run` never overlaps itself; a late run is made up. */
  every(name: string, cron: string, timezone: string, run: () => Promise<void>): void
  start(): Promise<void>
  /** Begins nothing new; what runs is not waited for. */
  stop(): Promise<void>
}
