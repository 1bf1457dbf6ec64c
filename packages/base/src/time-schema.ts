import type { Ms, Time } from '@overheard/base/time'
import { z } from 'zod'

export const timeSchema: z.ZodType<Time> = z.number()
export const msSchema: z.ZodType<Ms> = z.number()
