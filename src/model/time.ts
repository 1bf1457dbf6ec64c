import { z } from 'zod'
import type { Ms, Time } from '../async/time.ts'

export const timeSchema: z.ZodType<Time> = z.number()
export const msSchema: z.ZodType<Ms> = z.number()
