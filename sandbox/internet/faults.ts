import type { Random } from '../mention-service/generator/random.ts'
import type { Answer } from './network.ts'

export type Faults = { next: (host: string) => Answer | 'reset' | undefined }

/** Servers fail: with 500, 502 and 503, with `Retry-After` in both forms, and in the middle of an answer. By default none does. */
export function createFaults({ random, share = 0 }: { random?: Random; share?: number } = {}): Faults {
  return {
    next() {
      if (random === undefined || !random.chance(share)) return undefined
      return random.pick<Answer | 'reset'>([
        'reset',
        { status: 500, text: 'Internal Server Error' },
        {
          status: 502,
          headers: { 'content-type': 'text/html' },
          text: '<html><h1>502 Bad Gateway</h1></html>',
        },
        { status: 503, headers: { 'retry-after': '30' }, text: 'Service Unavailable' },
      ])
    },
  }
}
