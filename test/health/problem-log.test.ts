import { expect, it } from 'vitest'
import { createProblemLog } from '../../src/health/problem-log.ts'

it('the log gets the names of alerts that a problem keeps from others, and the end of a problem', () => {
  const logged: [object, string][] = []
  const log = createProblemLog({
    error: (fields, text) => void logged.push([fields, text]),
    info: (fields, text) => void logged.push([fields, text]),
  })
  const problem = { key: 'a', what: 'It is down.', whatToDo: 'Wait.', since: 0 }
  log.raised({ ...problem, ownerNote: 'There are: Project Falcon.' })
  log.cleared(problem)
  expect(logged).toMatchObject([
    [{ problem: 'a', whatToDo: 'Wait.', ownerNote: 'There are: Project Falcon.' }, 'It is down.'],
    [{ problem: 'a', was: 'It is down.' }, 'this problem is solved'],
  ])
})
