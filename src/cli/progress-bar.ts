import type { Time } from '@overheard/base/time'
import type { ProgressBar } from '../kernel/command.ts'
import { grouped } from '../messages/kit/numbers.ts'

type ProgressOutput = { isTTY?: boolean; columns?: number; write(text: string): unknown }

const lineIntervalMs = 5000
const barWidth = 24

/** On a terminal the bar redraws itself; otherwise it prints a line every 5 s. `done` is the noun for the counted things. */
export function createProgressBar(
  output: ProgressOutput,
  now: () => Time,
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
    begin(title, total) {
      ;[name, expected, count, printedAt] = [title, total, 0, now()]
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
