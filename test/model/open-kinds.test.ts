import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { openKinds } from '../../src/stored-kinds.ts'

type Stored = { kind: string }
const any: z.ZodType<Stored> = z.looseObject({ kind: z.string() })
const known = z.object({ kind: z.literal('call'), to: z.string() })
const schema = openKinds<Stored>(any, new Map<string, z.ZodType<Stored>>([['call', known]]))

describe('a schema of several kinds', () => {
  it('reads a record of a kind that it knows with the schema of that kind', () => {
    expect(schema.parse({ kind: 'call', to: 'U1', more: 1 })).toEqual({ kind: 'call', to: 'U1' })
  })

  it('refuses a record of such a kind that does not fit, and says where', () => {
    const { error } = schema.safeParse({ kind: 'call', to: 7 })
    expect(error?.issues.map(({ path, message }) => [path, message])).toEqual([
      [['to'], 'Invalid input: expected string, received number'],
    ])
  })

  it('keeps everything of a record of another kind', () => {
    const record = { kind: 'of a feature that was deleted', deep: { list: [1, 'two'] } }
    expect(schema.parse(record)).toEqual(record)
  })

  it('refuses a record without a kind', () => {
    expect(schema.safeParse({ to: 'U1' }).success).toBe(false)
  })
})
