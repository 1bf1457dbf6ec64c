import type { ProblemBoard } from '../model/problem.ts'

/** The problems that parts raise which can be replaced. `end` drops those that are open: the new parts raise them again if they last. */
export function createProblemsOfParts<Board extends ProblemBoard>(board: Board): Board & { end(): void } {
  const raised = new Set<string>()
  return {
    ...board,
    raise(key, problem) {
      raised.add(key)
      board.raise(key, problem)
    },
    clear(key) {
      raised.delete(key)
      return board.clear(key)
    },
    end() {
      for (const key of raised) board.drop(key)
      raised.clear()
    },
  }
}
