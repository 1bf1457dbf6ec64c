import { z } from 'zod'

/** The name of the modal. */
export const subscribeCallback = 'subscribe'

/** What the modal carries along. `asked`: the alert as it was written in the command; `edits`: the subscription that is changed. */
const subscribeMetadataSchema = z.object({
  channel: z.string(),
  responseUrl: z.string(),
  asked: z.string().exactOptional(),
  edits: z.string().exactOptional(),
})

/** What the modal carries along, read. */
export type SubscribeMetadata = z.output<typeof subscribeMetadataSchema>

/** Reads it. Throws where it is none of ours. */
export const readSubscribeMetadata = (text: string): SubscribeMetadata =>
  subscribeMetadataSchema.parse(JSON.parse(text))
