import { describe, expect, it } from 'vitest'
import { createLeaderProblems } from '../../src/health/leader-problems.ts'
import { memoryStore } from '../tools/memory-store.ts'

const archived = { code: 'is_archived', what: 'The channel is archived.', whatToDo: 'Unarchive it.' }
const minute = 60_000

/** Processes on one store. `told`: what each process reported. */
function installation() {
  const kept = new Map<string, string>()
  const clock = { at: 1_000_000 }
  let writes = 0
  const open = () => {
    const told: string[] = []
    const board = createLeaderProblems({
      store: memoryStore(kept, () => void writes++),
      listener: {
        raised: ({ key }) => void told.push(`raised ${key}`),
        cleared: ({ key }) => void told.push(`cleared ${key}`),
        passed: ({ key }) => void told.push(`passed ${key}`),
      },
      now: () => clock.at,
    })
    const keys = () => board.openProblems().map(({ key }) => key)
    return { board, told, keys }
  }
  return { clock, open, writes: () => writes }
}

/** A leader with a problem, and a process that stands by. */
async function leaderAndOther() {
  const world = installation()
  const [leader, other] = [world.open(), world.open()]
  leader.board.begin()
  leader.board.raise('channel C1', archived)
  await leader.board.refresh()
  await other.board.refresh()
  return { ...world, leader, other }
}

describe('the problems of the leader', () => {
  it('are shown by every process, and told by the leader only', async () => {
    const { leader, other } = await leaderAndOther()
    expect([leader.keys(), other.keys()]).toEqual([['channel C1'], ['channel C1']])
    expect(other.board.find('channel C1')).toMatchObject(archived)
    expect([leader.told, other.told]).toEqual([['raised channel C1'], []])
    leader.board.clear('channel C1')
    await leader.board.refresh()
    await other.board.refresh()
    expect([leader.keys(), other.keys()]).toEqual([[], []])
    expect([leader.told, other.told]).toEqual([['raised channel C1', 'cleared channel C1'], []])
  })

  it('are written only when they change', async () => {
    const { leader, writes } = await leaderAndOther()
    const before = writes()
    leader.board.raise('channel C1', archived)
    await leader.board.refresh()
    expect(writes()).toBe(before)
  })

  it('do not include those that concern its process only', async () => {
    const { leader, other } = await leaderAndOther()
    leader.board.raise('database', { ...archived, ofThisProcess: true })
    await leader.board.refresh()
    await other.board.refresh()
    expect([leader.keys(), other.keys()]).toEqual([['channel C1', 'database'], ['channel C1']])
  })

  it('are adopted by the next leader, which does not tell them again', async () => {
    const { leader, other } = await leaderAndOther()
    await leader.board.end()
    await other.board.prepare()
    other.board.begin()
    other.board.raise('channel C1', archived)
    expect([leader.keys(), other.keys(), other.told]).toEqual([['channel C1'], ['channel C1'], []])
    other.board.clear('channel C1')
    expect(other.told).toEqual(['cleared channel C1'])
  })

  it.each([
    ['does not find', [], ['cleared channel C1']],
    ['finds', ['channel C1'], []],
  ])('end after 90 s if the next leader %s them', async (how, left, told) => {
    const { clock, other } = await leaderAndOther()
    await other.board.prepare()
    other.board.begin()
    if (how === 'finds') other.board.raise('channel C1', archived)
    clock.at += 2 * minute
    await other.board.refresh()
    expect([other.keys(), other.told]).toEqual([left, told])
  })

  it('that end by themselves are told to have passed by the process that shows them, also after a change of the leader', async () => {
    const { clock, open, leader, other } = await leaderAndOther()
    leader.board.raise('wait reminders', { ...archived, waits: true, until: clock.at + minute })
    other.board.raise('wait users.list', { ...archived, waits: true, until: clock.at + minute })
    await leader.board.refresh()
    await leader.board.end()
    const next = open()
    await next.board.prepare()
    next.board.begin()
    clock.at += minute
    for (const one of [leader, other, next]) await one.board.refresh()
    const passed = ({ told }: { told: string[] }) => told.filter((line) => line.startsWith('passed'))
    expect([leader, other, next].map(passed)).toEqual([
      [],
      ['passed wait users.list'],
      ['passed wait reminders'],
    ])
  })

  it('do not depend on the clocks of other processes', async () => {
    const { clock, leader, other } = await leaderAndOther()
    clock.at += 10 * minute
    await other.board.refresh()
    clock.at -= 10 * minute
    await leader.board.refresh()
    expect([leader.keys(), leader.told]).toEqual([['channel C1'], ['raised channel C1']])
  })
})
