import { AssertionFailed, type Model, type State } from './promela.ts'

/** An effect that a trace shows. With `isOptional`, nobody knows if it happened, or it changes nothing. */
export type Shown = { process: number; name: string; values: readonly number[]; isOptional?: true }

/** The first effect that no run of the model has at this place, or a run that breaks what the model asserts. */
export type Refusal = { at: number; effect: string; after: string[]; why: string; states: string[] }

/**
 * Compares a trace of the real program with a model: some run of the model must show exactly these effects, in this order. Steps that
 * nobody sees may come in between. Returns undefined if there is such a run.
 */
export function refusalOf(model: Model, trace: readonly Shown[]): Refusal | undefined {
  let states = withUnseenSteps(model, [model.start])
  for (const [at, shown] of trace.entries()) {
    const { next, broken } = after(model, states, shown)
    const others = shown.isOptional ? states : []
    if (next.length + others.length === 0)
      return {
        at,
        effect: textOf(shown),
        after: trace.slice(Math.max(0, at - 8), at).map(textOf),
        why: broken ?? 'no run of the model has this effect here',
        states: states.slice(0, 3).map((state) => JSON.stringify(model.show(state))),
      }
    states = withUnseenSteps(model, [...others, ...next])
  }
  return undefined
}

export const textOf = ({ process, name, values, isOptional }: Shown) =>
  `${process}: ${name}(${values.join(', ')})${isOptional ? '?' : ''}`

function after(model: Model, states: State[], { process, name, values }: Shown) {
  const next: State[] = []
  const wanted = values.join()
  const seen = model.steps.filter((step) => step.process === process && step.effect !== undefined)
  let broken: string | undefined
  for (const state of states)
    for (const step of seen) {
      if (!step.isEnabled(state)) continue
      const effect = step.effect?.(state)
      if (effect?.name !== name || effect.values.join() !== wanted) continue
      const taken = takenOr(() => step.take(state))
      if (typeof taken === 'string') broken = taken
      else next.push(taken)
    }
  return { next, broken }
}

function withUnseenSteps({ steps }: Model, from: State[]): State[] {
  const unseen = steps.filter(({ effect }) => effect === undefined)
  const found = new Map(from.map((state) => [state.join(), state]))
  const waiting = [...found.values()]
  for (let state = waiting.pop(); state !== undefined; state = waiting.pop())
    for (const step of unseen) {
      if (!step.isEnabled(state)) continue
      const current = state
      const next = takenOr(() => step.take(current))
      if (typeof next === 'string') continue
      const key = next.join()
      if (found.has(key)) continue
      found.set(key, next)
      waiting.push(next)
    }
  return [...found.values()]
}

/** Returns the assertion that the step breaks, as a text. */
function takenOr(take: () => State): State | string {
  try {
    return take()
  } catch (error) {
    if (error instanceof AssertionFailed) return `it breaks ${error.message}`
    throw error
  }
}
