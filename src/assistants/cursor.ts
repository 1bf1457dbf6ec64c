import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { timeSchema } from '@overheard/base/time-schema'
import { z } from 'zod'
import { QuestionError } from './facts.ts'

/** `next` is the page token of the mention service. `after` is the id of the last mention that was returned from that page. */
const positionSchema = z.object({
  offset: z.number().int().nonnegative().exactOptional(),
  next: z.string().exactOptional(),
  after: z.string().exactOptional(),
  until: timeSchema.exactOptional(),
})
export type Position = z.infer<typeof positionSchema>

/**
 * Makes cursors that any process with the same token can read. They are encrypted, because a page token of the mention service is not for
 * strangers, and a cursor made with another token or for another question must not be usable.
 */
export function createCursors(token: string) {
  const key = createHash('sha256').update(`cursor ${token}`).digest()
  return {
    write(position: Position, question: unknown): string {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(aadOf(question))
      const text = Buffer.concat([cipher.update(JSON.stringify(position)), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url')
    },
    /** Throws QuestionError if the cursor does not belong to this token and question. */
    read(cursor: string | undefined, question: unknown): Position | undefined {
      if (cursor === undefined) return undefined
      const bytes = Buffer.from(cursor, 'base64url')
      try {
        const cipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), { authTagLength: 16 })
        cipher.setAAD(aadOf(question)).setAuthTag(bytes.subarray(12, 28))
        const text = Buffer.concat([cipher.update(bytes.subarray(28)), cipher.final()]).toString()
        return positionSchema.parse(JSON.parse(text))
      } catch {
        throw new QuestionError('This cursor does not belong to this question. Ask again without a cursor.')
      }
    },
  }
}
export type Cursors = ReturnType<typeof createCursors>

const aadOf = (question: unknown) => Buffer.from(JSON.stringify(question))

/** Returns one page of a list, and the cursor of the next page. */
export function pageOf<T>(
  cursors: Cursors,
  items: T[],
  { cursor, size, list }: { cursor: string | undefined; size: number; list: string },
): { page: T[]; rest: { cursor?: string } } {
  const offset = cursors.read(cursor, list)?.offset ?? 0
  const end = offset + size
  const rest = end < items.length ? { cursor: cursors.write({ offset: end }, list) } : {}
  return { page: items.slice(offset, end), rest }
}
