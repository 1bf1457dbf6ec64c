import type { Send } from '../../src/fetch/send.ts'
import type { Channel, Source, StreamTools } from '../../src/source.ts'

/**
 * Ends a process at its nth effect: nothing happens after it. Effects are requests, and the moments before and after a batch is stored. The
 * test must close the world afterwards.
 */
export function withKills(nth: number) {
  let effects = 0
  const isDead = () => effects >= nth
  async function effect(): Promise<void> {
    effects += 1
    if (isDead()) await new Promise(() => undefined)
  }

  const tools = (given: StreamTools): StreamTools => ({
    ...given,
    async store(batch) {
      await effect()
      const stored = await given.store(batch)
      await effect()
      return stored
    },
  })

  function channel(one: Channel): Channel {
    if (one.kind === 'poll')
      return {
        ...one,
        async poll(cursor, given) {
          await effect()
          const polled = await one.poll(cursor, given)
          await effect()
          return polled
        },
      }
    if (one.kind === 'stream') return { ...one, open: (cursor, given) => one.open(cursor, tools(given)) }
    return { ...one, receive: (request, given, cursor) => one.receive(request, tools(given), cursor) }
  }

  return {
    isDead,
    source: (source: Source): Source => ({
      ...source,
      channels: (settings, searches) => source.channels(settings, searches).map(channel),
    }),
    send:
      (send: Send): Send =>
      async (request) => {
        await effect()
        return send(request)
      },
  }
}
