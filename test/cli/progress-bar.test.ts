import { expect, it } from 'vitest'
import { createProgressBar } from '../../src/cli/progress-bar.ts'

function told(isTTY: boolean) {
  let time = 0
  const written: string[] = []
  const progress = createProgressBar({ isTTY, write: (text) => written.push(text) }, () => time)
  progress.begin('Acme brand', 1000)
  for (let count = 300; count <= 900; count += 300) {
    time += 3000
    progress.reached(count)
  }
  progress.end()
  return written
}

it('the progress bar redraws one line on a terminal', () => {
  const written = told(true)
  expect(written.slice(0, -1).every((text) => text.startsWith('\r') && !text.includes('\n'))).toBe(true)
  expect(written.at(-1)).toMatch(/█{22}░{2} Acme brand: 900 of 1,000 mentions read\n$/)
})

it('the progress bar prints a plain line at most every 5 s, and one at its end, if stdout is not a terminal', () => {
  expect(told(false)).toEqual([
    'Acme brand: 600 of 1,000 mentions read\n',
    'Acme brand: 900 of 1,000 mentions read\n',
  ])
})
