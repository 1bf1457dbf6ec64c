import { describe, expect, it } from 'vitest'
import type { LeaderWork, Takeover } from '../../src/scheduler/leadership.ts'
import { createReplaceableWorks } from '../../src/scheduler/replaceable-works.ts'
import { flushPromises } from '../tools/manual-clock.ts'

/** `events`: what the parts were told, in order. `work` is what the leadership tells. */
function world() {
  const events: string[] = []
  const attached: LeaderWork[] = []
  let leads = false
  const works = createReplaceableWorks({ leads: () => leads, attach: (work) => void attached.push(work) })
  const parts = (name: string, ended: Promise<unknown> = Promise.resolve(), prepared = true) =>
    works.attach({
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
    works,
    events,
    parts,
    async lead(takeover: Takeover = { checkpoints: 'trusted' }) {
      await Promise.all(attached.map((work) => work.prepare?.()))
      leads = true
      for (const work of attached) work.begin?.(takeover)
    },
    resume: () => attached.map((work) => work.resume?.()),
    async stopLeading() {
      leads = false
      await Promise.all(attached.map((work) => work.end?.()))
    },
  }
}

describe('parts that are replaced in the process that leads', () => {
  it('end their work first, and the new ones begin with a check of the checkpoints', async () => {
    const { works, events, parts, lead, resume } = world()
    parts('old')
    await lead()
    await works.close()
    expect(works.leads()).toBe(false)
    resume()
    parts('new')
    await works.open()
    expect(works.leads()).toBe(true)
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
    const { works, events, parts, lead, stopLeading } = world()
    await lead()
    await works.close()
    await stopLeading()
    parts('new')
    await works.open()
    expect(events).toEqual([])
    await lead({ checkpoints: 'unchanged' })
    expect(events).toEqual(['new prepare', 'new begin unchanged'])
  })

  it('are prepared before they begin if the process begins to lead while they are built', async () => {
    const { works, events, parts, lead } = world()
    await works.close()
    const leading = lead()
    parts('new')
    await flushPromises()
    expect(events).toEqual([])
    await works.open()
    await leading
    expect(events).toEqual(['new prepare', 'new begin trusted'])
  })

  it('do not begin while the store fails, so that a later try can succeed', async () => {
    const { works, events, parts, lead } = world()
    await lead()
    await works.close()
    parts('new', undefined, false)
    await expect(works.open()).rejects.toThrow('the store is away')
    expect(works.leads()).toBe(false)
    expect(events).toEqual([])
  })

  it('are awaited by a process that stops leading while their work ends', async () => {
    const { works, events, parts, lead, stopLeading } = world()
    const { promise, resolve } = Promise.withResolvers<void>()
    parts('old', promise)
    await lead()
    const closing = works.close()
    const stopping = stopLeading().then(() => events.push('stopped'))
    await flushPromises()
    expect(events).not.toContain('stopped')
    resolve()
    await Promise.all([closing, stopping])
    expect(events.slice(-2)).toEqual(['old ended', 'stopped'])
  })
})
