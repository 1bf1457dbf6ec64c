import { mkdtempSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The clock of a real bot, which the test sets while the bot runs. The clocks of Slack and of the mention service go on. */
export function createMovingClock() {
  const folder = mkdtempSync(join(tmpdir(), 'overheard-clock-'))
  const file = join(folder, 'ahead')
  /** Replaces the file as a whole, so that the bot never reads half a number. */
  function set(aheadMs: number): void {
    writeFileSync(`${file}.next`, String(aheadMs))
    renameSync(`${file}.next`, file)
  }
  set(0)
  return {
    /** Sets the clock to this time ahead of the real one, in ms. The bot notices within some milliseconds. */
    set,
    /** The environment of a bot with this clock. */
    environment: {
      NODE_OPTIONS: `--import=${new URL('moving-clock.js', import.meta.url).href}`,
      CLOCK_FILE: file,
    },
  }
}
