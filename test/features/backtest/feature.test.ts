import { expect, it, vi } from 'vitest'
import { runCommandLine } from '../../../src/cli/command-line.ts'

it.each([
  ['an unknown option', ['--dayz', '3'], "unknown option '--dayz'\n(Did you mean --days?)"],
  ['an option without its value', ['--days'], "option '--days <number>' argument missing"],
  ['too many days', ['--days', '91'], 'It must be a whole number from 1 to 90.'],
  ['days that are no number', ['--days', 'x'], 'It must be a whole number from 1 to 90.'],
])('the backtest explains %s', async (_what, args, sentence) => {
  let output = ''
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    output += String(text)
    return true
  })
  await expect(runCommandLine(['backtest', ...args])).rejects.toMatchObject({ exitCode: 1 })
  expect(output).toContain(sentence)
})
