import { describe, expect, it } from 'vitest'
import type { LeaderTask, Takeover } from '../../src/scheduler/leadership.ts'
import { createReplaceableTasks } from '../../src/scheduler/replaceable-tasks.ts'
import { flushPromises } from '../tools/manual-clock.ts'

/** `events`: what the parts were told, in order. `work` is what the leadership tells. */
function world() {
  const events: string[] = []
  const attached: LeaderTask[] = []
  let leads = false
  const tasks = createReplaceableTasks({ leads: () => leads, attach: (task) => void attached.push(task) })
  const parts = (name: string, ended: Promise<unknown> = Promise.resolve(), prepared = true) =>
    tasks.attach({
      async prepare() {
        if (!prepared) throw new Error('the store is away')
        events.push(`${name} prepare`)
      },
      begin: ({ checkpoints }) => void events.push(`${name} begin ${checkpoints}`),
      resume: () => void events.push(`${name} resume`),
      async end() {
        events.push(`${name} end`)
        await ended
        events.push(`${name} ended`)
      },
    })
  return {
    tasks,
    events,
    parts,
    async lead(takeover: Takeover = { checkpoints: 'trusted' }) {
      await Promise.all(attached.map((task) => task.prepare?.()))
      leads = true
      for (const task of attached) task.begin?.(takeover)
    },
    resume: () => attached.map((task) => task.resume?.()),
    async stopLeading() {
      leads = false
      await Promise.all(attached.map((task) => task.end?.()))
    },
  }
}

describe('parts that are replaced in the process that leads', () => {
  it('end their work first, and the new ones begin with a check of the checkpoints', async () => {
    const { tasks, events, parts, lead, resume } = world()
    parts('old')
    await lead()
    await tasks.close()
    expect(tasks.leads()).toBe(false)
    resume()
    parts('new')
    await tasks.open()
    expect(tasks.leads()).toBe(true)
    resume()
    expect(events).toEqual([
      'old prepare',
      'old begin trusted',
      'old end',
      'old ended',
      'new prepare',
      'new begin unsure',
      'new resume',
    ])
  })

  it('begin nothing if the process lost the lease meanwhile, and begin when it leads again', async () => {
    const { tasks, events, parts, lead, stopLeading } = world()
    await lead()
    await tasks.close()
    await stopLeading()
    parts('new')
    await tasks.open()
    expect(events).toEqual([])
    await lead({ checkpoints: 'unchanged' })
    expect(events).toEqual(['new prepare', 'new begin unchanged'])
  })

  it('are prepared before they begin if the process begins to lead while they are built', async () => {
    const { tasks, events, parts, lead } = world()
    await tasks.close()
    const leading = lead()
    parts('new')
    await flushPromises()
    expect(events).toEqual([])
    await tasks.open()
    await leading
    expect(events).toEqual(['new prepare', 'new begin trusted'])
  })

  it('begin in a takeover that waits since before they were closed a second time', async () => {
    const { tasks, events, parts, lead } = world()
    await tasks.close()
    const leading = lead().then(() => events.push('leads'))
    await tasks.close()
    parts('new')
    await tasks.open()
    await flushPromises()
    expect(events).toEqual(['new prepare', 'new begin trusted', 'leads'])
    await leading
  })

  it('are prepared, too, if they replace those that a takeover prepares', async () => {
    const { tasks, events, parts, lead } = world()
    const { promise, resolve } = Promise.withResolvers<void>()
    tasks.attach({ prepare: () => promise, begin: () => void events.push('old begin') })
    const leading = lead()
    await tasks.close()
    parts('new')
    await tasks.open()
    resolve()
    await leading
    expect(events).toEqual(['new prepare', 'new begin trusted'])
  })

  it('do not begin while the store fails, so that a later try can succeed', async () => {
    const { tasks, events, parts, lead } = world()
    await lead()
    await tasks.close()
    parts('new', undefined, false)
    await expect(tasks.open()).rejects.toThrow('the store is away')
    expect(tasks.leads()).toBe(false)
    expect(events).toEqual([])
  })

  it('are awaited by a process that stops leading while their work ends', async () => {
    const { tasks, events, parts, lead, stopLeading } = world()
    const { promise, resolve } = Promise.withResolvers<void>()
    parts('old', promise)
    await lead()
    const closing = tasks.close()
    const stopping = stopLeading().then(() => events.push('stopped'))
    await flushPromises()
    expect(events).not.toContain('stopped')
    resolve()
    await Promise.all([closing, stopping])
    expect(events.slice(-2)).toEqual(['old ended', 'stopped'])
  })
})
