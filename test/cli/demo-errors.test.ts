import { beforeEach, expect, it } from 'vitest'
import { printErrors } from '../../src/cli/demo.ts'

let told: string[]
let at: number
let tell: (line: string) => void

beforeEach(() => {
  told = []
  at = 1_000_000
  tell = printErrors(
    () => at,
    (line) => told.push(line),
  )
})

const failure = (message: string) =>
  JSON.stringify({ level: 50, msg: 'a poll failed', err: { type: 'Error', message } })

it('the demo prints an error of the bot with its reason', () => {
  tell(failure('nobody answers'))
  tell('{"level":60,"msg":"nothing can be written"}')
  expect(told).toEqual(['a poll failed: nobody answers', 'nothing can be written'])
})

it('the demo prints the same error at most once a minute, and another error at once', () => {
  tell(failure('nobody answers'))
  at += 59_999
  tell(failure('nobody answers'))
  at += 1
  tell(failure('nobody answers'))
  tell(failure('it hangs'))
  expect(told).toEqual([
    'a poll failed: nobody answers',
    'a poll failed: nobody answers',
    'a poll failed: it hangs',
  ])
})

it.each([
  ['a log line of level info', '{"level":30,"msg":"Overheard is running"}'],
  ['a warning', '{"level":40,"msg":"it may be slow"}'],
  ['a line that is not JSON', 'Warning: something {'],
  ['JSON that is not a log line', '{"level":"50"}'],
])('the demo prints nothing for %s', (_what, line) => {
  tell(line)
  expect(told).toEqual([])
})
