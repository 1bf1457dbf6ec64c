import type { Answer, Send, SentRequest } from '../../src/fetch/send.ts'
import { FetchError } from '../../src/source.ts'

export type PartialAnswer = {
  status?: number
  headers?: Record<string, string>
  json?: unknown
  text?: string
}
export type FakeAnswer = (request: SentRequest) => PartialAnswer

/** Hosts by their names. A host that is missing cannot be reached. `trouble` answers instead of a host while it is set. */
export function createFakeHosts(hosts: Record<string, FakeAnswer>, now: () => number) {
  const requests: { at: number; url: URL; headers: Record<string, string> }[] = []
  let trouble: ((request: SentRequest) => PartialAnswer | undefined) | undefined

  const send: Send = async (request) => {
    const { hostname } = request.url
    requests.push({ at: now(), url: request.url, headers: request.headers })
    const given = trouble?.(request) ?? hosts[hostname]?.(request)
    if (given === undefined) throw new FetchError('unreachable', `${hostname} cannot be reached`)
    return answerOf(given)
  }
  return {
    send,
    requests,
    requestsTo: (hostname: string) => requests.filter(({ url }) => url.hostname === hostname),
    setTrouble: (answer: typeof trouble): void => {
      trouble = answer
    },
  }
}

function answerOf({ status = 200, headers = {}, json, text }: PartialAnswer): Answer {
  const body = Buffer.from(text ?? JSON.stringify(json ?? null))
  return { status, headers: { 'content-type': 'application/json', ...headers }, body }
}
