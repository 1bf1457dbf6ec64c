import type { Context } from '../context.ts'
import type { Carrier } from './envelope.ts'
import { sendSigned } from './signed-http.ts'

/** The app's way in: a request URL where one is set, else Socket Mode. It can change while the app starts. */
export type SwitchedCarrier = Carrier & { setRequestUrl: (url: string | undefined) => void }

/** Builds the switch between signed HTTP requests and Socket Mode. A reset leaves it as it is. */
export function createCarrier(context: Context, sockets: Carrier): SwitchedCarrier {
  let requestUrl = context.seed.requestUrl
  return {
    setRequestUrl: (url) => {
      requestUrl = url
    },
    send: (envelope) => {
      if (requestUrl === undefined) return sockets.send(envelope)
      return { via: requestUrl, acknowledged: sendSigned(context, requestUrl, envelope).catch(() => null) }
    },
  }
}
