import { once } from 'node:events'
import net from 'node:net'
import { expect, it } from 'vitest'
import { failureWords } from '../../src/app/failure-words.ts'

it('tells what to do about a port that is taken', async () => {
  const first = net.createServer().listen(0, '127.0.0.1')
  await once(first, 'listening')
  const address = first.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0
  const second = net.createServer().listen(port, '127.0.0.1')
  const [error] = await once(second, 'error')
  first.close()
  expect(failureWords(error)).toMatch(
    new RegExp(`^Port ${port} is taken by another program\\. Choose another`),
  )
})

it.each([
  ['its message', new Error('There is no folder ./nope.'), 'There is no folder ./nope.'],
  ['what was thrown', 'no error at all', 'no error at all'],
])('tells of anything else %s', (_what, thrown, words) => expect(failureWords(thrown)).toBe(words))
