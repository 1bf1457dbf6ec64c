import type { z } from 'zod'

/** The shape of each key of a type, the optional ones too: one that is left out would be lost in silence when it is read back. */
export type EveryKey<T> = Record<keyof T, z.ZodType>
