import { expect, it } from 'vitest'
import { flushPromises } from '../../../../../test/tools/manual-clock.ts'
import { createPipeline } from '../../../src/sources/bluesky/pipeline.ts'

it('runs tasks in their order, whichever preparation ends first', async () => {
  const pipeline = createPipeline(5)
  const done: string[] = []
  const slow = Promise.withResolvers<void>()
  await pipeline.add(slow.promise, async () => done.push('first'))
  await pipeline.add(Promise.resolve(), async () => done.push('second'))
  await flushPromises()
  expect(done).toEqual([])
  slow.resolve()
  await pipeline.end()
  expect(done).toEqual(['first', 'second'])
})

it('lets nobody add a task while as many as it takes are waiting', async () => {
  const pipeline = createPipeline(2)
  const slow = Promise.withResolvers<void>()
  const added: number[] = []
  const adding = [1, 2].map(async (task) => {
    await pipeline.add(slow.promise, async () => undefined)
    added.push(task)
  })
  await flushPromises()
  expect(added).toEqual([1])
  slow.resolve()
  await Promise.all(adding)
  expect(added).toEqual([1, 2])
})

it('runs nothing after a task that failed, and says so to whoever adds the next', async () => {
  const pipeline = createPipeline(5)
  const done: string[] = []
  const failing = async () => {
    throw new Error('the disk is full')
  }
  await pipeline.add(Promise.resolve(), failing)
  await pipeline.add(Promise.resolve(), async () => done.push('next'))
  await flushPromises()
  await expect(pipeline.add(Promise.resolve(), async () => done.push('last'))).rejects.toThrow('full')
  await expect(pipeline.end()).rejects.toThrow('the disk is full')
  expect(done).toEqual([])
})
