import { describe, expect, it } from 'vitest'
import { createProblems } from '../../src/health/problems.ts'

function open() {
  const clock = { at: 1000 }
  const told: string[] = []
  const problems = createProblems(() => clock.at, {
    raised: ({ key, what, since }) => void told.push(`raised ${key}: ${what} (${since})`),
    cleared: ({ key }) => void told.push(`cleared ${key}`),
  })
  return { clock, told, troubles: problems }
}

const problem = { code: 'is_archived', what: 'It is archived.', whatToDo: 'Unarchive it.' }

describe('a trouble', () => {
  it('is told once, however often it is raised, and once when it is over', () => {
    const { clock, told, troubles: problems } = open()
    problems.raise('a', problem)
    clock.at = 2000
    problems.raise('a', problem)
    expect(problems.standing()).toEqual([{ ...problem, key: 'a', since: 1000 }])
    expect(problems.clear('a')).toBe(true)
    expect(problems.clear('a')).toBe(false)
    expect(problems.find('a')).toBeUndefined()
    expect(told).toEqual(['raised a: It is archived. (1000)', 'cleared a'])
  })

  it('that happened once stands until its time, and no longer', () => {
    const { clock, told, troubles } = open()
    troubles.raise('a', { ...problem, until: 3000 })
    clock.at = 2999
    expect(troubles.standing()).toHaveLength(1)
    clock.at = 3000
    expect(troubles.standing()).toEqual([])
    expect(told).toHaveLength(1)
  })

  it('of a subscription that is gone is dropped without a word, those of others stand', () => {
    const { told, troubles } = open()
    troubles.raise('a', { ...problem, subscription: 'gone' })
    troubles.raise('b', { ...problem, subscription: 'here' })
    troubles.forget('gone')
    expect(troubles.standing().map(({ key }) => key)).toEqual(['b'])
    expect(told).toHaveLength(2)
  })

  it('whose words change is not told again, and shows its newest words', () => {
    const { told, troubles } = open()
    troubles.raise('a', { ...problem, what: 'Trying again helps in 40 s.' })
    troubles.raise('a', { ...problem, what: 'Trying again helps in 5 min.' })
    expect(told).toHaveLength(1)
    expect(troubles.find('a')?.what).toBe('Trying again helps in 5 min.')
  })

  it.each([
    ['another code', problem, { ...problem, code: 'not_in_channel' }],
    ['other words and no code', { what: 'One.', whatToDo: '' }, { what: 'Two.', whatToDo: '' }],
  ])('with %s is another one, since the first', (_what, first, second) => {
    const { clock, told, troubles } = open()
    troubles.raise('a', first)
    clock.at = 2000
    troubles.raise('a', second)
    expect(told).toHaveLength(2)
    expect(troubles.find('a')?.since).toBe(1000)
  })

  it('stands beside others', () => {
    const { troubles } = open()
    for (const key of ['a', 'b', 'c']) troubles.raise(key, problem)
    troubles.clear('b')
    expect(troubles.standing().map(({ key }) => key)).toEqual(['a', 'c'])
  })
})
