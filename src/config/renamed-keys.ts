import type { z } from 'zod'
import type { WrittenFile } from '../kernel/feature.ts'
import { formerNameOf } from '../kernel/keys.ts'
import type { ProblemText } from '../messages/problems/problem-texts.ts'

/** A key of the top level of a file that was written by its former name. */
export type RenamedKey = { formerly: string; name: string }

/** Which of these keys had another name, by that name. */
export const namesByFormer = (keys: Readonly<Record<string, z.ZodType>>): Map<string, string> =>
  new Map(
    Object.entries(keys).flatMap(([name, schema]) => {
      const formerly = formerNameOf(schema)
      return formerly === undefined ? [] : [[formerly, name] as const]
    }),
  )

/**
 * Returns the values of a file by the names of today. A key stays as it is if the file has it by both names: only one of them can count, so it
 * is an error.
 */
export function withNamesOfToday(
  values: WrittenFile,
  names: ReadonlyMap<string, string>,
): { values: WrittenFile; renamed: RenamedKey[] } {
  if (typeof values !== 'object' || values === null || Array.isArray(values)) return { values, renamed: [] }
  const renamed: RenamedKey[] = []
  const entries = Object.entries(values).map(([key, value]) => {
    const name = names.get(key)
    if (name === undefined || Object.hasOwn(values, name)) return [key, value] as const
    renamed.push({ formerly: key, name })
    return [name, value] as const
  })
  return { values: renamed.length === 0 ? values : Object.fromEntries(entries), renamed }
}

export const renamedWarnings = ({ renamed = [] }: { renamed?: RenamedKey[] }): ProblemText[] =>
  renamed.map(renamedWarning)

const renamedWarning = ({ formerly, name }: RenamedKey): ProblemText => ({
  what: `The configuration file has the key \`${formerly}\`, which is now called \`${name}\`.`,
  whatToDo: `Write \`${name}\` instead. The next version knows \`${formerly}\`, too; the one after it does not.`,
})
