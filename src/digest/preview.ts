import { textMessage } from '../messages/say.ts'
import type { Content } from '../model/message.ts'
import type { Digest } from '../model/subscription.ts'
import { composeDigest } from './compose.ts'
import { digestPeriod } from './period.ts'
import type { ComposeDeps } from './ports.ts'

/** Somebody waits: what is not there by then is shown as missing, in ms. */
const patience = 15_000

/** A digest for one person's eyes, and what would stand in its thread. */
export type DigestPreview = { parent: Content; thread: Content[] }

/** A digest as it would be posted now. Never rejects. */
export async function previewDigest(deps: ComposeDeps, digest: Digest): Promise<DigestPreview> {
  const period = digestPeriod(deps.now(), digest.timezone, digest.period)
  const found = await deps.channels.find(digest.channel)
  const channel = found.kind === 'found' ? found.id : digest.channel
  const always: Digest = { ...digest, whenEmpty: 'line' }
  const effort = { priority: 'command' as const, patience }
  const { messages } = await composeDigest(
    deps,
    { digest: always, channel, period, audience: 'asker' },
    effort,
  )
  return messages.kind === 'nothing'
    ? { parent: textMessage('There is nothing to tell.'), thread: [] }
    : messages
}
