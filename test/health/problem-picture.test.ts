import { describe, expect, it } from 'vitest'
import { createProblemCache } from '../../src/health/shared-problems.ts'
import type { Problem } from '../../src/model/problem.ts'
import type { SharedProblem } from '../../src/store/collections.ts'

const full: Problem = { what: 'The disk is full.', whatToDo: 'Make room.', subscription: 'acme' }
const written = (key: string): SharedProblem => ({ ...full, key, since: 5, at: 9 })

function open() {
  const clock = { at: 1000 }
  return { clock, picture: createProblemCache(() => clock.at) }
}

describe('what is found here', () => {
  it('stands since it was found first, and is new once', () => {
    const { clock, picture } = open()
    expect(picture.raise('disk', full)).toEqual({ ...full, key: 'disk', since: 1000 })
    clock.at += 1
    expect(picture.raise('disk', full)).toBeUndefined()
    expect(picture.raise('disk', { ...full, what: 'It is broken.' })?.since).toBe(1000)
    expect([...picture.mine()]).toEqual(['disk'])
  })

  it('is over once', () => {
    const { picture } = open()
    picture.raise('disk', full)
    expect(picture.clear('disk')?.key).toBe('disk')
    expect(picture.clear('disk')).toBeUndefined()
    expect([picture.standing(), [...picture.mine()]]).toEqual([[], []])
  })

  it('goes with its subscription', () => {
    const { picture } = open()
    picture.raise('disk', full)
    picture.raise('other', { what: 'Something else.', whatToDo: 'Look.' })
    expect(picture.forget('acme')).toEqual(['disk'])
    expect(picture.standing().map(({ key }) => key)).toEqual(['other'])
  })

  it('stands no longer than it says', () => {
    const { clock, picture } = open()
    picture.raise('disk', { ...full, until: 2000 })
    clock.at = 2000
    expect(picture.standing()).toEqual([])
  })
})

describe('what all have written', () => {
  it('is taken over: what the others found stands, what nobody has any more does not', async () => {
    const { picture } = open()
    picture.raise('ours', full)
    await picture.takeOver(async () => [written('theirs')])
    expect(picture.standing()).toEqual([{ ...full, key: 'theirs', since: 5 }])
    expect([...picture.mine()]).toEqual([])
  })

  it('is older than what changes here while it is read', async () => {
    const { picture } = open()
    picture.raise('over', full)
    await picture.takeOver(async () => {
      picture.raise('found', full)
      picture.clear('over')
      return [written('over')]
    })
    expect(picture.standing().map(({ key }) => key)).toEqual(['found'])
  })
})
