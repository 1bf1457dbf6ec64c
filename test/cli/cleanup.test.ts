import { expect, it } from 'vitest'
import { createCleanup } from '../../src/cli/cleanup.ts'

it('cleanup releases everything once in reverse order, even if one release fails', async () => {
  const undo = createCleanup()
  const released: string[] = []
  undo.add(() => void released.push('lock'))
  undo.add(() => {
    throw new Error('no')
  })
  undo.add(() => Promise.reject(new Error('no')))
  undo.add(async () => {
    await Promise.resolve()
    released.push('server')
  })
  await undo.all()
  await undo.all()
  expect(released).toEqual(['server', 'lock'])
})
