import { describe, expect, it } from 'vitest'
import { createProblems } from '../../src/health/problems.ts'
import { databaseProblem } from '../../src/health/subscription-problems.ts'

function open() {
  const clock = { at: 1000 }
  const reported: string[] = []
  const problems = createProblems(() => clock.at, {
    raised: ({ key, what, since }) => void reported.push(`raised ${key}: ${what} (${since})`),
    cleared: ({ key }) => void reported.push(`cleared ${key}`),
  })
  return { clock, reported, problems }
}

const problem = { code: 'is_archived', what: 'It is archived.', whatToDo: 'Unarchive it.' }

describe('the list of problems of one process', () => {
  it('reports a problem once when it begins and once when it ends', () => {
    const { clock, reported, problems } = open()
    problems.raise('a', problem)
    clock.at = 2000
    problems.raise('a', problem)
    expect(problems.openProblems()).toEqual([{ ...problem, key: 'a', since: 1000 }])
    expect(problems.clear('a')).toBe(true)
    expect(problems.clear('a')).toBe(false)
    expect(problems.find('a')).toBeUndefined()
    expect(reported).toEqual(['raised a: It is archived. (1000)', 'cleared a'])
  })

  it('reports what only the owner may read, and neither keeps nor shows it', () => {
    const raised: unknown[] = []
    const problems = createProblems(() => 1000, {
      raised: (reported) => void raised.push(reported),
      cleared: () => undefined,
    })
    problems.raise('a', { ...problem, ownerNote: 'There are: Project Falcon.' })
    expect(raised).toEqual([{ ...problem, ownerNote: 'There are: Project Falcon.', key: 'a', since: 1000 }])
    expect(problems.find('a')).toEqual({ ...problem, key: 'a', since: 1000 })
    expect(problems.openProblems()).toEqual([{ ...problem, key: 'a', since: 1000 }])
  })

  it('ends a problem with an end time at that time, without a report', () => {
    const { clock, reported, problems } = open()
    problems.raise('a', { ...problem, until: 3000 })
    clock.at = 2999
    expect(problems.openProblems()).toHaveLength(1)
    clock.at = 3000
    expect(problems.openProblems()).toEqual([])
    expect(reported).toHaveLength(1)
  })

  it('tells those who want to know of a problem that has passed, once, and with its last text', () => {
    const clock = { at: 1000 }
    const passed: unknown[] = []
    const problems = createProblems(() => clock.at, {
      raised: () => undefined,
      cleared: () => undefined,
      passed: (problem) => void passed.push(problem),
    })
    problems.raise('a', { ...problem, until: 2000 })
    problems.raise('a', { ...problem, what: 'It is still archived.', until: 3000 })
    clock.at = 2999
    expect([problems.openProblems().length, passed]).toEqual([1, []])
    clock.at = 3000
    expect([problems.openProblems(), problems.openProblems()]).toEqual([[], []])
    expect(passed).toEqual([
      { ...problem, what: 'It is still archived.', until: 3000, key: 'a', since: 1000 },
    ])
  })

  it('reports a problem that is raised again after it has passed as a new one', () => {
    const { clock, reported, problems } = open()
    problems.raise('a', { ...problem, until: 3000 })
    clock.at = 3000
    problems.raise('a', { ...problem, until: 5000 })
    expect(reported).toEqual(['raised a: It is archived. (1000)', 'raised a: It is archived. (3000)'])
  })

  it('forgets the problems of a removed subscription without a report', () => {
    const { reported, problems } = open()
    problems.raise('a', { ...problem, subscription: 'gone' })
    problems.raise('b', { ...problem, subscription: 'here' })
    problems.forget('gone')
    expect(problems.openProblems().map(({ key }) => key)).toEqual(['b'])
    expect(reported).toHaveLength(2)
  })

  it('does not report a problem with a code again if only its text changes, and shows the newest text', () => {
    const { reported, problems } = open()
    problems.raise('a', { ...problem, what: 'Trying again helps in 40 s.' })
    problems.raise('a', { ...problem, what: 'Trying again helps in 5 min.' })
    expect(reported).toHaveLength(1)
    expect(problems.find('a')?.what).toBe('Trying again helps in 5 min.')
  })

  it.each([
    ['a different code', problem, { ...problem, code: 'not_in_channel' }],
    ['a different text and no code', { what: 'One.', whatToDo: '' }, { what: 'Two.', whatToDo: '' }],
  ])(
    'reports a problem again if it has %s, and keeps the time of the first report',
    (_what, first, second) => {
      const { clock, reported, problems } = open()
      problems.raise('a', first)
      clock.at = 2000
      problems.raise('a', second)
      expect(reported).toHaveLength(2)
      expect(problems.find('a')?.since).toBe(1000)
    },
  )

  it('keeps several problems separately by key', () => {
    const { problems } = open()
    for (const key of ['a', 'b', 'c']) problems.raise(key, problem)
    problems.clear('b')
    expect(problems.openProblems().map(({ key }) => key)).toEqual(['a', 'c'])
  })

  it('reports an unreachable database only once, even if its errors differ', () => {
    const { reported, problems } = open()
    for (const reason of ['read ECONNRESET', 'write ECONNRESET', 'timeout exceeded when trying to connect'])
      problems.raise('database', databaseProblem(new Error(reason)))
    expect(problems.find('database')?.what).toContain('timeout exceeded')
    problems.clear('database')
    expect(reported).toEqual([
      'raised database: The database cannot be used: read ECONNRESET. (1000)',
      'cleared database',
    ])
  })
})
