import type { Channels } from '../slack/channels.ts'

/**
 * Joins a public channel, as the first post would. If Slack does not answer, returns true, because the first post will
 * find the error.
 */
export async function canPost(
  { channels }: { channels: Pick<Channels, 'probe' | 'join'> },
  channel: string,
): Promise<boolean> {
  if ((await channels.probe(channel)) !== 'unusable') return true
  await channels.join(channel)
  return (await channels.probe(channel)) !== 'unusable'
}
