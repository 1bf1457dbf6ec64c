import { Writable } from 'node:stream'
import { expect, it } from 'vitest'
import { watchStdout } from '../../src/cli/output.ts'

it.each([
  ['a reader that has gone', 'EPIPE', undefined],
  ['a terminal that is gone', 'EIO', undefined],
  ['a full disk', 'ENOSPC', 'What was to be printed is lost: the disk is full.'],
  ['anything else', 'EFBIG', 'What was to be printed is lost: write EFBIG.'],
])('for %s', async (_what, code, lost) => {
  const stdout = new Writable({
    write: (_chunk, _encoding, written) => written(Object.assign(new Error(`write ${code}`), { code })),
  })
  const printed = watchStdout(stdout)
  stdout.write('x')
  expect(await printed()).toBe(lost)
})

it('loses nothing where all of it is taken', async () => {
  const taken: string[] = []
  const stdout = new Writable({
    write(chunk, _encoding, written) {
      taken.push(String(chunk))
      written()
    },
  })
  const printed = watchStdout(stdout)
  stdout.write('x')
  expect(await printed()).toBeUndefined()
  expect(taken).toEqual(['x'])
})
