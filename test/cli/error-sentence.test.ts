import { once } from 'node:events'
import { mkdirSync, readFileSync } from 'node:fs'
import net from 'node:net'
import { expect, it } from 'vitest'
import { errorSentence } from '../../src/cli/output.ts'

it('the sentence that a command prints for an error says which port is in use and how to choose another', async () => {
  const first = net.createServer().listen(0, '127.0.0.1')
  await once(first, 'listening')
  const address = first.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0
  const second = net.createServer().listen(port, '127.0.0.1')
  const [error] = await once(second, 'error')
  first.close()
  expect(errorSentence(error)).toMatch(
    new RegExp(`^Port ${port} is already in use by another program\\. Choose another`),
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
  ['does not exist', () => readFileSync('/nope/at/all'), '/nope/at/all: there is no such file or folder.'],
  [
    'is a file, but a folder is needed',
    () => mkdirSync('package.json/below'),
    'package.json/below: this is a file, but a folder is needed.',
  ],
  [
    'is a folder, but a file is needed',
    () => readFileSync('src'),
    /^(src|A file cannot be used): this is a folder, but a file is needed\.$/,
  ],
])('the sentence that a command prints for an error names a path that %s', (_what, act, words) =>
  expect(errorSentence(thrownBy(act))).toMatch(words),
)

it('the sentence that a command prints for an error with a cause names the cause if that is a file error', () => {
  const cause = thrownBy(() => mkdirSync('package.json/below'))
  expect(errorSentence(new Error('The folder x cannot be written', { cause }))).toBe(
    'The folder x cannot be written: this is a file, but a folder is needed.',
  )
})

it('the sentence that a command prints for an error says which limit to raise after too many open files', () =>
  expect(
    errorSentence(Object.assign(new Error('open'), { code: 'EMFILE', path: '/data/mutes.json' })),
  ).toMatch(/^\/data\/mutes\.json: .*raise its limit \(ulimit -n\)\.$/))

it('the sentence that a command prints for an error says that the user has no permission for a port', () =>
  expect(errorSentence(Object.assign(new Error('listen EACCES'), { code: 'EACCES', port: 80 }))).toMatch(
    /^This user has no permission to use port 80/,
  ))

it.each([
  [
    'the message of an error without a system error code',
    new Error('There is no folder ./nope.'),
    'There is no folder ./nope.',
  ],
  ['a thrown value that is not an error', 'no error at all', 'no error at all'],
])('a command prints, without a change, %s', (_what, thrown, words) =>
  expect(errorSentence(thrown)).toBe(words),
)
