import { expect, it } from 'vitest'
import { createCleanup } from '../src/cleanup.ts'

it('a cleanup releases all its resources once, the last added first, even if releasing one of them fails', async () => {
  const cleanup = createCleanup()
  const released: string[] = []
  cleanup.add(() => void released.push('lock'))
  cleanup.add(() => {
    throw new Error('no')
  })
  cleanup.add(() => Promise.reject(new Error('no')))
  cleanup.add(async () => {
    await Promise.resolve()
    released.push('server')
  })
  await cleanup.all()
  await cleanup.all()
  expect(released).toEqual(['server', 'lock'])
})
