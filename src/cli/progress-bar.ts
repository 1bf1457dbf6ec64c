import { grouped } from '../messages/numbers.ts'

/** Tells people at the terminal how far the reading got. */
export type ProgressBar = {
  /** Begins an alert. `expected`: how many mentions there are, where that is known. */
  begin(alert: string, expected: number | undefined): void
  /** So many have been read of it in all. */
  reached(count: number): void
  end(): void
}

/** Where progress is told. */
type ProgressOutput = { isTTY?: boolean; columns?: number; write(text: string): unknown }

/** Between two plain lines, in ms. */
const lineIntervalMs = 5000
const barWidth = 24

/** A bar that redraws itself on a terminal, a line now and then elsewhere. `done` says what is counted. */
export function createProgressBar(
  output: ProgressOutput,
  now: () => number,
  done = 'mentions read',
): ProgressBar {
  const isTerminal = output.isTTY === true
  let name = ''
  let expected: number | undefined
  let count = 0
  let printedAt = 0
  const print = (isLast: boolean) => {
    if (isTerminal) {
      output.write(
        `\r\u001b[2K${drawBar(expected, count)} ${progressLine(name, expected, count, done)}${isLast ? '\n' : ''}`,
      )
    } else if (isLast || now() - printedAt >= lineIntervalMs) {
      printedAt = now()
      output.write(`${progressLine(name, expected, count, done)}\n`)
    }
  }
  return {
    begin(alert, total) {
      ;[name, expected, count, printedAt] = [alert, total, 0, now()]
      print(false)
    },
    reached(total) {
      count = total
      print(false)
    },
    end: () => print(true),
  }
}

function progressLine(name: string, expected: number | undefined, count: number, done: string): string {
  const of = expected === undefined || expected < count ? '' : ` of ${grouped(expected)}`
  return `${name}: ${grouped(count)}${of} ${done}`
}

function drawBar(expected: number | undefined, count: number): string {
  const share = expected === undefined || expected === 0 ? 1 : Math.min(1, count / expected)
  const full = Math.round(share * barWidth)
  return `${'█'.repeat(full)}${'░'.repeat(barWidth - full)}`
}
