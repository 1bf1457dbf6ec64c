import { z } from 'zod'

/** A fault of the configuration: where it stands and what it is. */
export type Issue = z.core.$ZodIssue

const namedEntries = z.array(z.looseObject({ name: z.unknown() }).catch({ name: undefined })).catch([])
const namedLists = z
  .object({ subscriptions: namedEntries, digests: namedEntries })
  .catch({ subscriptions: [], digests: [] })

/** A fault for each subscription or digest whose name an earlier one has, whatever else is wrong with the file. */
export function findRepeatedNames(written: unknown): Issue[] {
  return Object.entries(namedLists.parse(written)).flatMap(([list, entries]) => {
    const names = entries.map((entry) => entry.name)
    return names.flatMap((name, index): Issue[] => {
      if (typeof name !== 'string' || names.indexOf(name) === index) return []
      const message = `the name '${name}' is already taken`
      return [{ code: 'custom', message, path: [list, index, 'name'], input: name }]
    })
  })
}
