import { z } from 'zod'

/** The name of the modal. */
export const subscribeCallback = 'subscribe'

/** What the modal carries along. `asked`: the alert as it was written in the command; `edits`: the subscription that is changed. */
const shape = z.object({
  channel: z.string(),
  responseUrl: z.string(),
  asked: z.string().exactOptional(),
  edits: z.string().exactOptional(),
})

/** What the modal carries along, read. */
export type Note = z.output<typeof shape>

/** Reads it. Throws where it is none of ours. */
export const readNote = (text: string): Note => shape.parse(JSON.parse(text))
