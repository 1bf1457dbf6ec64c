import type { NetworkName } from './expressible.ts'

export type Exceeded = { network: NetworkName; limit: string; at: number }

/** `fixed`: windows begin at whole multiples of the clock, as with Rack::Attack. `sliding`: the requests of the last while. */
export type Limit = {
  name: string
  requests: number
  windowMs: number
  kind?: 'fixed' | 'sliding'
  /** Who is counted, besides the address; there is only one address. */
  key?: string
}

export type Limits = {
  /** Counts a request. Returns the ms until it is allowed if it exceeds one of the limits; a refused request is not counted against the others. */
  take: (network: NetworkName, ...limits: Limit[]) => { limit: Limit; waitMs: number } | undefined
  /** Something else that the network forbids. */
  exceed: (network: NetworkName, limit: string) => void
  left: (network: NetworkName, limit: Limit) => number
}

export function createLimits(now: () => number) {
  const exceeded: Exceeded[] = []
  const times = new Map<string, number[]>()

  function counted(network: NetworkName, { name, windowMs, kind = 'sliding', key = '' }: Limit): number[] {
    const at = now()
    const id = `${network} ${name} ${key}`
    const since = kind === 'fixed' ? at - (at % windowMs) : at - windowMs + 1
    const kept = (times.get(id) ?? []).filter((time) => time >= since)
    times.set(id, kept)
    return kept
  }

  const waitOf = ({ windowMs, kind = 'sliding', requests }: Limit, taken: number[]): number => {
    const at = now()
    if (kind === 'fixed') return windowMs - (at % windowMs)
    return (taken[taken.length - requests] ?? at) + windowMs - at
  }

  const limits: Limits = {
    take(network, ...given) {
      for (const limit of given) {
        const taken = counted(network, limit)
        if (taken.length < limit.requests) continue
        exceeded.push({ network, limit: limit.name, at: now() })
        return { limit, waitMs: waitOf(limit, taken) }
      }
      for (const limit of given) counted(network, limit).push(now())
      return undefined
    },
    exceed: (network, limit) => void exceeded.push({ network, limit, at: now() }),
    left: (network, limit) => Math.max(0, limit.requests - counted(network, limit).length),
  }
  return { ...limits, exceeded }
}
