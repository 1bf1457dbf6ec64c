import { messages } from '../messages/kit/say.ts'
import { cut, isolate } from '../messages/kit/text.ts'
import type { TimeProblem } from './moment.ts'
import { en } from './texts.en.ts'

const say = messages(en, (language) => import(`./texts.${language}.ts`))

/** Says what is wrong with a time. `typed` is what the person typed. */
export function timeProblemWords(typed: string, problem: TimeProblem): string {
  const written = isolate(cut(typed, 100))
  if (problem.kind !== 'ambiguous') return say[problem.kind]({ written })
  const [first, second] = problem.readings
  return say.ambiguous({ written, first, second })
}
