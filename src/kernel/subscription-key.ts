import { z } from 'zod'
import type { Subscription } from '../model/subscription.ts'

/**
 * A key of a subscription that belongs to a feature. The type `Subscription` does not have it, so only the feature reads it. `schema` is that
 * of the value as the configuration has it after it was read. A value that does not fit counts as missing.
 */
export function subscriptionKey<Value>(
  name: string,
  schema: z.ZodType<Value>,
): (subscription: Subscription) => Value | undefined {
  const entry = z.object({ [name]: schema.optional() })
  return (subscription) => entry.safeParse(subscription).data?.[name]
}
