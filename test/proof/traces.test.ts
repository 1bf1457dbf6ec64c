import { describe, expect, it } from 'vitest'
import { surviveFor } from '../tools/live.ts'
import { createStoryWorld, minute } from '../tools/story-world.ts'
import { refusalOf, type Shown, textOf } from './accept.ts'
import type { Model } from './promela.ts'
import type { Line, Stored } from './record.ts'
import { leaseModel, postModel, usualDoubtMs } from './refused-traces.ts'
import { type Trace, tracesOf } from './trace.ts'

/** The trace of three cards: the answer to the second is lost, and the process is killed after it sent the third. */
async function threeCards(): Promise<Trace> {
  const world = createStoryWorld()
  await surviveFor(world, 3 * minute)
  for (const id of [1, 2, 3]) world.add(id)
  const { post } = world.channel
  const before = world.channel.posts
  world.channel.post = (posting, pass) => {
    const now = world.channel.posts - before
    if (now === 1) world.channel.faults = [{ kind: 'answer lost' }]
    if (now === 2) world.life.moments = 0
    return post(posting, pass)
  }
  await surviveFor(world, 10 * minute)
  expect(world.channel.ids()).toEqual(['1', '2', '3'])
  const [trace] = tracesOf(world.effects, () => 'C1', usualDoubtMs)
  if (trace === undefined) throw new Error('there is no trace')
  return trace
}

/** Returns the changed traces that the model accepts, as texts. */
function accepted(model: Model, changes: { what: string; shown: Shown[] }[]): string[] {
  return changes.flatMap(({ what, shown }) => (refusalOf(model, shown) === undefined ? [what] : []))
}

function exchanges({ shown }: Trace) {
  return shown.slice(1).map((later, index) => {
    const earlier = shown[index] ?? later
    const what = `${index}: ${textOf(later)} before ${textOf(earlier)}`
    return { what, shown: shown.with(index, later).with(index + 1, earlier) }
  })
}

describe('the model of a post', () => {
  it('accepts the effects of a process that loses an answer and is killed', async () => {
    const trace = await threeCards()
    expect(trace.shown.map(({ name }) => name)).toContain('dies')
    expect(refusalOf(postModel(trace), trace.shown)).toBeUndefined()
  })

  it('refuses them if two neighbours are exchanged, unless one of them changes nothing', async () => {
    const trace = await threeCards()
    // The store has it already, or the process only reads.
    expect(accepted(postModel(trace), exchanges(trace))).toEqual([
      '0: 0: looks() before 0: loads(0, 0)',
      '2: 0: saves(0, 0) before 0: searches(1)',
      '8: 0: dies() before 0: loads(1, 0)',
      '10: 0: looks() before 0: loads(1, 0)',
      '12: 0: saves(1, 0) before 0: searches(1)',
      '30: 0: loads(4, 0) before 0: loads(4, 0)',
      '31: 0: loads(4, 0) before 0: loads(4, 0)',
      '32: 0: loads(4, 0) before 0: loads(4, 0)',
    ])
  })

  it('refuses them if one is missing, unless it changes nothing', async () => {
    const trace = await threeCards()
    const changes = trace.shown.map((one, index) => ({
      what: `${index}: without ${textOf(one)}`,
      shown: trace.shown.toSpliced(index, 1),
    }))
    expect(accepted(postModel(trace), changes)).toEqual([
      '3: without 0: saves(0, 0)',
      '8: without 0: loads(1, 0)',
      '9: without 0: dies()',
      '13: without 0: saves(1, 0)',
      '30: without 0: loads(4, 0)',
      '31: without 0: loads(4, 0)',
      '32: without 0: loads(4, 0)',
      '33: without 0: loads(4, 0)',
    ])
  })
})

describe('a process that finds the pending post of another one', () => {
  const stored = (at?: number): Stored => ({
    ...{ watermark: '0', done: [], isAnnounced: true, hasSpike: false, isNotified: false },
    ...(at !== undefined && { pending: { ids: ['1'], mark: 'first', at } }),
  })
  const key = { subscription: 'acme', alert: '7' }
  const load = (process: string, at?: number): Line[] => [
    { process, begins: 1, what: 'loads', key },
    { process, ends: 1, result: 'kept', stored: stored(at) },
  ]
  const save = (process: string, begins: number, at?: number): Line[] => [
    { process, begins, what: 'saves', key, stored: stored(at) },
    { process, ends: begins, result: 'kept' },
  ]
  const search = (process: string, begins: number): Line[] => [
    { process, at: 0, begins, what: 'searches', channel: 'C1' },
    { process, at: 0, begins: begins + 1, what: 'reads', channel: 'C1' },
    { process, ends: begins + 1, result: 'page' },
    { process, ends: begins, result: 'seen', marks: [] },
  ]
  const refusal = (...lines: Line[][]) => {
    const [trace] = tracesOf(lines.flat(), () => 'C1', usualDoubtMs)
    const refused = trace && refusalOf(postModel(trace), trace.shown)
    return refused && { at: refused.at, effect: refused.effect }
  }
  const before = [...load('a'), ...search('a', 2), ...save('a', 4), ...save('a', 5, 10), ...search('a', 6)]

  it('may store the same try again, because it learned something else', () => {
    expect(refusal(before, load('b', 10), search('b', 2), save('b', 4, 10))).toBeUndefined()
  })

  it('may not begin another try before its wait is over', () => {
    expect(refusal(before, load('b', 10), search('b', 2), save('b', 4, 20))).toEqual({
      at: 11,
      effect: '0: saves(0, 1)',
    })
  })
})

/** Process 0 leads and is frozen after it has sent a message. Process 1 takes over, finds the message, and posts the next one. */
function takeover(): Trace {
  const written =
    '0 takes; 0 taken 1; 0 loads 0 0; 0 saves 0 1; 0 saved 1; 0 posts 1; 1 takes; 1 taken 1; 1 loads 0 1; 1 searches 1; ' +
    '1 saves 1 0; 1 saved 1; 0 hears 1; 0 saves 1 1; 0 saved 0; 1 saves 1 1; 1 saved 1; 1 posts 2; 1 hears 1; 1 saves 2 0; 1 saved 1'
  const shown = written.split('; ').map((effect): Shown => {
    const [process, name = '', ...values] = effect.split(' ')
    return { process: Number(process), name, values: values.map(Number) }
  })
  return { subscription: 'acme 7', messages: 2, shown }
}

describe('the model of the lease', () => {
  it('accepts a takeover from a frozen leader, whose next write is refused', () => {
    const trace = takeover()
    expect(refusalOf(leaseModel(trace), trace.shown)).toBeUndefined()
  })

  it('refuses the takeover if the write of the frozen leader succeeds', () => {
    const trace = takeover()
    const at = trace.shown.findIndex(({ name, values: [how] }) => name === 'saved' && how === 0)
    const shown = trace.shown.with(at, { process: 0, name: 'saved', values: [1] })
    expect(refusalOf(leaseModel(trace), shown)).toMatchObject({ at, effect: '0: saved(1)' })
  })

  it('refuses the takeover if two neighbours of one process are exchanged', () => {
    const trace = takeover()
    const ofOne = exchanges(trace).filter(
      (_change, index) => trace.shown[index]?.process === trace.shown[index + 1]?.process,
    )
    expect(ofOne).not.toHaveLength(0)
    expect(accepted(leaseModel(trace), ofOne)).toEqual([])
  })
})
