import type { z } from 'zod'

/** Adds to a key what the documentation and editors show of it. */
export function key<Key extends z.ZodType>(schema: Key, description: string, ...examples: unknown[]): Key {
  return schema.meta({ description, ...(examples.length > 0 && { examples }) })
}
