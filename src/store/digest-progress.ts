import { z } from 'zod'
import type { DigestProgress } from '../model/digest-progress.ts'
import type { Block } from '../model/message.ts'
import type { EveryKey } from './every-key.ts'
import type { RecordStore, RecordType } from './records.ts'

/** How far each digest got. Both reject where the store cannot be read or written. */
type DigestProgresses = {
  find(digest: string): Promise<DigestProgress | undefined>
  /** Changes it in one step; resolves with what is there now. */
  change(
    digest: string,
    next: (current: DigestProgress | undefined) => DigestProgress | undefined,
  ): Promise<DigestProgress | undefined>
}

const block: z.ZodType<Block> = z.looseObject({ type: z.string(), block_id: z.string().exactOptional() })

const digestType: RecordType<DigestProgress> = {
  name: 'digests',
  shape: z.object({
    period: z.string(),
    channel: z.string(),
    messages: z.array(z.object({ text: z.string(), blocks: z.array(block) })),
    done: z.array(z.object({ part: z.number(), ts: z.string().exactOptional() })),
    inChannel: z.literal(true).exactOptional(),
    pending: z.object({ part: z.number(), by: z.string(), at: z.number() }).exactOptional(),
  } satisfies EveryKey<DigestProgress>),
}

/** The progress of digests, by their names. */
export function digestProgresses(records: RecordStore): DigestProgresses {
  return {
    find: (digest) => records.find(digestType, digest),
    change: (digest, next) => records.change(digestType, digest, next),
  }
}
