import { z } from 'zod'
import type { Block } from '../../../src/model/message.ts'

const option = z.object({ value: z.string() })
const input = z.object({
  type: z.literal('input'),
  block_id: z.string(),
  element: z.object({
    initial_value: z.string().optional(),
    initial_time: z.string().optional(),
    initial_option: option.optional(),
    initial_options: z.array(option).optional(),
  }),
})

/** The values of a form that nobody has changed. */
export const untouchedValues = (blocks: readonly Block[]) =>
  new Map(
    blocks.flatMap((block): [string, string | string[]][] => {
      const { data } = input.safeParse(block)
      if (data === undefined) return []
      const { initial_value, initial_time, initial_option, initial_options } = data.element
      const given = initial_value ?? initial_time ?? initial_option?.value
      const value = given ?? initial_options?.map((option) => option.value)
      return value === undefined ? [] : [[data.block_id, value]]
    }),
  )
