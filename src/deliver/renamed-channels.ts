import type { Log } from '../model/log.ts'
import type { KnownChannels } from '../store/known-channels.ts'
import type { Channels, FoundChannel } from './channels.ts'

/**
 * Finds channels as Slack does; where no channel has a name any more, the one that had it last goes on being meant: it was renamed.
 * A channel that takes over the name is meant from then on. A store that cannot be used costs this, and no post.
 */
export function rememberRenamedChannels(
  channels: Channels,
  known: KnownChannels,
  log: Pick<Log, 'warn'>,
): Channels {
  const kept = new Map<string, string>()
  const warn = (error: Error) => log.warn({ reason: error.message }, 'the names of channels cannot be kept')

  async function keep(name: string, id: string): Promise<void> {
    if (kept.get(name) === id) return
    await known.keep(name, id)
    kept.set(name, id)
  }

  async function knownBefore(name: string): Promise<FoundChannel> {
    const id = await known.find(name)
    const isThere = id !== undefined && (await channels.list()).some((channel) => channel.id === id)
    return isThere ? { kind: 'found', id } : { kind: 'missing' }
  }

  async function findByName(written: string): Promise<FoundChannel> {
    const found = await channels.find(written)
    const name = written.toLowerCase()
    if (found.kind === 'found') await keep(name, found.id).catch(warn)
    if (found.kind !== 'missing') return found
    return knownBefore(name).catch((error: Error) => {
      warn(error)
      return found
    })
  }

  return {
    ...channels,
    find: (written) => (written.startsWith('#') ? findByName(written) : channels.find(written)),
  }
}
