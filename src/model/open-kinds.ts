import { z } from 'zod'

/**
 * Returns the schema of records of several kinds. A record of a kind in `kinds` must fit that schema. A record of any other kind is kept as
 * it is, because the feature that wrote it may come back.
 */
export function openKinds<Stored extends { kind: string }>(
  any: z.ZodType<Stored>,
  kinds: ReadonlyMap<string, z.ZodType<Stored>>,
): z.ZodType<Stored> {
  return any.transform((record, context) => {
    const read = kinds.get(record.kind)?.safeParse(record)
    if (read === undefined) return record
    if (read.success) return read.data
    for (const { message, path } of read.error.issues)
      context.issues.push({ code: 'custom', message, path, input: record })
    return z.NEVER
  })
}
