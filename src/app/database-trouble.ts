import { errorMessage } from '../model/reason.ts'
import type { Problem } from '../troubles.ts'

/** The key of the trouble that the database cannot be used. */
export const databaseProblemKey = 'database'

/** The trouble that an error of the database makes: one, though a server that is away refuses, resets and times out in turn. */
export function databaseProblem(error: unknown): Problem {
  const reason = errorMessage(error)
  return {
    code: 'database_away',
    what: `The database cannot be used: ${reason}.`,
    whatToDo: 'Check PostgreSQL and DATABASE_URL; nothing is lost, and it goes on by itself.',
  }
}
