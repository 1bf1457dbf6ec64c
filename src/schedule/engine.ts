/** Runs things at their times. */
export type Scheduler = {
  /** Calls `run` whenever the cron expression fires in the zone (IANA). `run` never overlaps itself; a late run is made up. In a cluster one process runs it. */
  every(name: string, cron: string, timezone: string, run: () => Promise<void>): void
  start(): Promise<void>
  /** Begins nothing new; what runs is not waited for. */
  stop(): Promise<void>
}

/** The engine of a single process; in a cluster each process has one that ticks. */
export type Ticker = Omit<Scheduler, 'every'> & {
  /** As an engine's; `run` learns for what time it runs: UTC, ms since the epoch. */
  every(name: string, cron: string, timezone: string, run: (slot: number) => Promise<void>): void
}
