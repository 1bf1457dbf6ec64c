import { Writable } from 'node:stream'
import { expect, it } from 'vitest'
import { watchStdout } from '../../src/cli/output.ts'

it.each([
  ['does not report a closed pipe', 'EPIPE', undefined],
  ['does not report a closed terminal', 'EIO', undefined],
  ['reports a full disk', 'ENOSPC', 'The output could not be written: the disk is full.'],
  ['reports any other write error', 'EFBIG', 'The output could not be written: write EFBIG.'],
])('a command that cannot write to stdout %s', async (_what, code, lost) => {
  const stdout = new Writable({
    write: (_chunk, _encoding, written) => written(Object.assign(new Error(`write ${code}`), { code })),
  })
  const printed = watchStdout(stdout)
  stdout.write('x')
  expect(await printed()).toBe(lost)
})

it('a command reports no write error if everything was written', async () => {
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
