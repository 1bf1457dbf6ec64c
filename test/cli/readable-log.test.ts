import { expect, it } from 'vitest'
import { readableLine } from '../../src/cli/readable-log.ts'

const line = (fields: object, level = 30) =>
  `${JSON.stringify({ level, time: '2026-11-23T09:05:06.789Z', ...fields })}\n`
const plain = { colours: false }

it('a line of the log begins with time, level and sentence at a terminal', () => {
  expect(readableLine(line({ msg: 'the bot has stopped' }), plain)).toBe(
    '09:05:06 info  the bot has stopped\n',
  )
  expect(readableLine(line({ msg: 'the disk is full' }, 50), plain)).toBe('09:05:06 ERROR the disk is full\n')
})

it('the fields of a line follow its sentence', () => {
  const fields = {
    msg: 'posted',
    subscription: 'acme',
    count: 3,
    files: ['a', 'b'],
    text: 'two words',
    none: null,
  }
  expect(readableLine(line(fields), plain)).toBe(
    '09:05:06 info  posted subscription=acme count=3 files=["a","b"] text="two words" none=null\n',
  )
})

it('an error is shown with its message and its stack', () => {
  const err = {
    type: 'Error',
    message: 'no\nroom',
    stack: 'Error: no\nroom\n    at write (file.ts:1:2)\n    at run',
  }
  expect(readableLine(line({ msg: 'could not post', err }, 40), plain)).toBe(
    '09:05:06 warn  could not post: no\\nroom\n    at write (file.ts:1:2)\n    at run\n',
  )
})

it('text of strangers controls no terminal', () => {
  const shown = readableLine(
    line({ msg: 'a \u001b[2J b \u009b31m \u202e c', title: '\u001b]0;x\u0007', 'k\u001b': 'x\r\ny' }),
    plain,
  )
  expect(shown.trimEnd()).not.toMatch(/\p{Cc}|\p{Cf}/u)
  expect(shown).toContain('a \\u{1b}[2J b \\u{9b}31m \\u{202e} c')
})

it('levels have colours if the terminal has them', () => {
  expect(readableLine(line({ msg: 'x' }, 40), { colours: true })).toBe(
    '\u001b[90m09:05:06\u001b[39m \u001b[33mwarn \u001b[39m x\n',
  )
})

it('a line that is no entry of the log stays as it is', () => {
  for (const text of ['', 'x\n', '{"level":30}\n']) expect(readableLine(text, plain)).toBe(text)
})
