import { AssertionFailed, type Model, type State, type Step } from './promela.ts'

export type Exploration = {
  states: number
  /** The steps that no run takes. */
  untaken: Step[]
  /** The shortest run to a failed assertion, and the assertion. */
  failure?: { run: Step[]; assertion: string }
}

/** Visits every reachable state of a model, breadth first. Stops at the first failed assertion. */
export function explore(model: Model): Exploration {
  const visited = new Map<string, Origin | undefined>([[keyOf(model.start), undefined]])
  const untaken = new Set(model.steps)
  const waiting: State[] = [model.start]
  for (let at = 0; at < waiting.length; at++) {
    const state = waiting[at] ?? model.start
    const from = keyOf(state)
    const enabled = model.steps.filter((step) => step.isEnabled(state))
    const failure: Broken | undefined =
      enabled.length === 0 && model.ending?.(state) === false ? { assertion: 'the end of a run' } : undefined
    const failed =
      failure ??
      visitNext(enabled, state, (step, next) => {
        untaken.delete(step)
        const key = keyOf(next)
        if (visited.has(key)) return
        visited.set(key, { from, step })
        waiting.push(next)
      })
    if (failed !== undefined) {
      const { step, assertion } = failed
      const run = [...runTo(visited, from), ...(step === undefined ? [] : [step])]
      return { states: visited.size, untaken: [...untaken], failure: { run, assertion } }
    }
  }
  return { states: visited.size, untaken: [...untaken] }
}

const keyOf = (state: State) => String.fromCharCode(...state)

type Broken = { step?: Step; assertion: string }

type Origin = { from: string; step: Step }

/** Takes the steps. Returns the first one that breaks an assertion. */
function visitNext(
  steps: Step[],
  state: State,
  visit: (step: Step, next: State) => void,
): Broken | undefined {
  for (const step of steps) {
    try {
      visit(step, step.take(state))
    } catch (error) {
      if (!(error instanceof AssertionFailed)) throw error
      return { step, assertion: error.message }
    }
  }
  return undefined
}

function runTo(visited: ReadonlyMap<string, Origin | undefined>, key: string): Step[] {
  const run: Step[] = []
  for (let at = visited.get(key); at !== undefined; at = visited.get(at.from)) run.unshift(at.step)
  return run
}
