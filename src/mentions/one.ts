import { type Id, idBefore } from '../model/id.ts'
import type { Mention } from '../model/mention.ts'
import type { MentionService } from './service.ts'

/** One mention by its id; undefined where the service does not have it (any more). Rejects as the service does. */
export async function fetchMention(
  service: Pick<MentionService, 'mentionsSince'>,
  alert: Id,
  id: Id,
): Promise<Mention | undefined> {
  for await (const { mentions } of service.mentionsSince(alert, idBefore(id), { priority: 'command' })) {
    return mentions.find((mention) => mention.id === id)
  }
  return undefined
}
