import { grouped } from '../messages/numbers.ts'

/** Tells people at the terminal how far the reading got. */
export type Progress = {
  /** Begins an alert. `expected`: how many mentions there are, where that is known. */
  begin(alert: string, expected: number | undefined): void
  /** So many have been read of it in all. */
  reached(count: number): void
  end(): void
}

/** Where progress is told. */
type ProgressOutput = { isTTY?: boolean; columns?: number; write(text: string): unknown }

/** Between two plain lines, in ms. */
const lineEvery = 5000
const barWidth = 24

/** A bar that redraws itself on a terminal, a line now and then elsewhere. `done` says what is counted. */
export function createProgress(output: ProgressOutput, now: () => number, done = 'mentions read'): Progress {
  const isTerminal = output.isTTY === true
  let name = ''
  let expected: number | undefined
  let count = 0
  let toldAt = 0
  const tell = (isLast: boolean) => {
    if (isTerminal) {
      output.write(
        `\r\u001b[2K${bar(expected, count)} ${line(name, expected, count, done)}${isLast ? '\n' : ''}`,
      )
    } else if (isLast || now() - toldAt >= lineEvery) {
      toldAt = now()
      output.write(`${line(name, expected, count, done)}\n`)
    }
  }
  return {
    begin(alert, total) {
      ;[name, expected, count, toldAt] = [alert, total, 0, now()]
      tell(false)
    },
    reached(total) {
      count = total
      tell(false)
    },
    end: () => tell(true),
  }
}

function line(name: string, expected: number | undefined, count: number, done: string): string {
  const of = expected === undefined || expected < count ? '' : ` of ${grouped(expected)}`
  return `${name}: ${grouped(count)}${of} ${done}`
}

function bar(expected: number | undefined, count: number): string {
  const share = expected === undefined || expected === 0 ? 1 : Math.min(1, count / expected)
  const full = Math.round(share * barWidth)
  return `${'█'.repeat(full)}${'░'.repeat(barWidth - full)}`
}
