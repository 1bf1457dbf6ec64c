import type { z } from 'zod'

/** A kind of small facts: its name (letters and dashes), and the shape of one of them. */
export type Kind<T> = { name: string; shape: z.ZodType<T> }

/**
 * Small facts by kind and key, the ground that the named facts stand on. One implementation a place where they are kept, so
 * that a new named fact is one file and needs no new table. Everything rejects where the place cannot be read or written,
 * and nothing has changed then.
 */
export type Records = {
  find<T>(kind: Kind<T>, key: string): Promise<T | undefined>
  all<T>(kind: Kind<T>): Promise<{ key: string; value: T }[]>
  /**
   * Changes one fact in one step: nobody else changes it between the reading and the writing. `next` returns undefined to remove
   * it (or leave it absent), and the same value to leave it as it is. Resolves, when it is durable, with what is there now.
   */
  change<T>(
    kind: Kind<T>,
    key: string,
    next: (current: T | undefined) => T | undefined,
  ): Promise<T | undefined>
}
