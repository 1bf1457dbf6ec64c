import { once } from 'node:events'
import { mkdirSync, readFileSync } from 'node:fs'
import net from 'node:net'
import { expect, it } from 'vitest'
import { errorSentence } from '../../src/cli/output.ts'

it('tells what to do about a port that is taken', async () => {
  const first = net.createServer().listen(0, '127.0.0.1')
  await once(first, 'listening')
  const address = first.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0
  const second = net.createServer().listen(port, '127.0.0.1')
  const [error] = await once(second, 'error')
  first.close()
  expect(errorSentence(error)).toMatch(
    new RegExp(`^Port ${port} is taken by another program\\. Choose another`),
  )
})

const thrownBy = (act: () => unknown): unknown => {
  try {
    return act()
  } catch (error) {
    return error
  }
}

it.each([
  ['is not there', () => readFileSync('/nope/at/all'), '/nope/at/all: there is no such file or folder.'],
  [
    'is a file but a folder is needed',
    () => mkdirSync('package.json/below'),
    'package.json/below: this is a file, but a folder is needed.',
  ],
  [
    'is no file',
    () => readFileSync('src'),
    /^(src|A file cannot be used): this is a folder, but a file is needed\.$/,
  ],
])('tells of what was named and %s', (_what, act, words) =>
  expect(errorSentence(thrownBy(act))).toMatch(words),
)

it('tells of a sentence of ours why, where it rests on such a fault', () => {
  const cause = thrownBy(() => mkdirSync('package.json/below'))
  expect(errorSentence(new Error('The folder x cannot be written', { cause }))).toBe(
    'The folder x cannot be written: this is a file, but a folder is needed.',
  )
})

it('tells of too many open files what to raise', () =>
  expect(
    errorSentence(Object.assign(new Error('open'), { code: 'EMFILE', path: '/data/mutes.json' })),
  ).toMatch(/^\/data\/mutes\.json: .*raise its limit \(ulimit -n\)\.$/))

it('tells of a port that this user may not use', () =>
  expect(errorSentence(Object.assign(new Error('listen EACCES'), { code: 'EACCES', port: 80 }))).toMatch(
    /^Port 80 may not be used by this user/,
  ))

it.each([
  ['its message', new Error('There is no folder ./nope.'), 'There is no folder ./nope.'],
  ['what was thrown', 'no error at all', 'no error at all'],
])('tells of anything else %s', (_what, thrown, words) => expect(errorSentence(thrown)).toBe(words))
