import type { Json, Polled, Source, Tools } from '../../src/source.ts'

/** Asks the only channel of a source once, with an answer or an error for each of its requests. */
export async function pollOnce(
  source: Source,
  {
    json,
    error,
    cursor,
    now = Date.UTC(2026, 10, 18, 12),
  }: { json?: unknown; error?: Error; cursor?: unknown; now?: number },
): Promise<Polled> {
  const search = { alert: '1', query: 'site:news.ycombinator.com', anchors: [], languages: [] }
  const [channel] = source.channels({}, [search])
  if (channel?.kind !== 'poll') throw new Error('The source is not polled.')
  return channel.poll(cursor as Json | undefined, quietTools({ json, error, now }))
}

/** Tools that log nothing. */
export function quietTools({
  json,
  error,
  now,
}: {
  json?: unknown
  error?: Error | undefined
  now: number
}): Tools {
  const text = JSON.stringify(json ?? null)
  return {
    now: () => now,
    random: () => 0,
    signal: new AbortController().signal,
    sleep: async () => undefined,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    async fetch(url) {
      if (error !== undefined) throw error
      return { kind: 'fresh', url, status: 200, headers: {}, body: Buffer.from(text), text: () => text }
    },
    socket: () => {
      throw new Error('The test did not expect a websocket.')
    },
    given: () => [],
    givenAs: () => [],
    removedAt: () => [],
    authorOf: () => undefined,
    left: () => [],
  }
}
