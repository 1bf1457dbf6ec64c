import type { Context } from '../context.ts'
import type { Channel } from '../events.ts'
import { refuseScope } from '../server/access.ts'
import type { Answer } from '../wire.ts'

const families = { public: 'channels', private: 'groups', im: 'im' } as const

/** Refuses a call that lacks the scope for this kind of channel: `channels:read`, `groups:history`, … */
export function refuseChannelScope(
  context: Context,
  kind: Channel['kind'],
  right: 'read' | 'history' | 'write',
): Answer | undefined {
  return refuseScope(context, `${families[kind]}:${right}`)
}
