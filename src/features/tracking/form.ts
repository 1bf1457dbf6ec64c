import { z } from 'zod'
import { readNote } from '../../listeners/payloads.ts'
import { webAddress } from '../../messages/kit/text.ts'
import { linkSchema } from './model.ts'

const formSchema = z.object({
  channel: z.string(),
  responseUrl: z.string(),
  words: z.string(),
  links: z.array(linkSchema.refine(({ url }) => webAddress(url) !== undefined)),
})

/** What Slack keeps with the form: the channel of the message, and what was read from it. */
export type TrackForm = z.infer<typeof formSchema>

/** Slack keeps 3,000 characters with a form. */
const longestNote = 2900

/** More links are hard to choose from. */
const mostLinks = 10

/** Returns the form with as many of its first links as Slack keeps; undefined if not even the first fits. */
export function fittingForm(form: TrackForm): TrackForm | undefined {
  for (let count = Math.min(form.links.length, mostLinks); count > 0; count--) {
    const fitting = { ...form, links: form.links.slice(0, count) }
    if (writeForm(fitting).length <= longestNote) return fitting
  }
  return undefined
}

export const writeForm = (form: TrackForm): string => JSON.stringify(form)

/** Throws `UnreadableNote`. */
export const readForm = (note: string): TrackForm => readNote(formSchema, note)
