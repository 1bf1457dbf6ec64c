import type { Dispatcher } from 'undici'

/** A whole answer, whatever it is. Header names are in lower case. */
export type RawResponse = { status: number; headers: Dispatcher.ResponseData['headers']; text: string }

/** What ends an exchange beside the time-outs of its request. `excess` is asked after each piece, with the bytes so far: an error ends it. */
type ResponseLimits = { signal?: AbortSignal | undefined; excess: (size: number) => Error | undefined }

/**
 * Sends a request and gathers its answer as UTF-8 text. Straight from the dispatcher: a stream for each answer, which `request`
 * makes, costs as much as the rest of an empty poll. Rejects with undici's errors, the signal's reason, or the excess.
 */
export function dispatchRequest(
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  { signal, excess }: ResponseLimits,
): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    let answer: Omit<RawResponse, 'text'> = { status: 0, headers: {} }
    let sent: Dispatcher.DispatchController | undefined
    const end = () => signal?.removeEventListener('abort', giveUp)
    const fail = (error: unknown) => {
      end()
      reject(error)
    }
    const giveUp = () => {
      fail(signal?.reason)
      sent?.abort(new Error('given up'))
    }
    signal?.addEventListener('abort', giveUp)
    dispatcher.dispatch(request, {
      onRequestStart(controller) {
        sent = controller
        if (signal?.aborted) giveUp()
      },
      onResponseStart(_controller, status, headers) {
        answer = { status, headers }
      },
      onResponseData(controller, chunk) {
        size += chunk.length
        chunks.push(chunk)
        const tooMuch = excess(size)
        if (tooMuch !== undefined) controller.abort(tooMuch)
      },
      onResponseEnd() {
        end()
        resolve({ ...answer, text: Buffer.concat(chunks, size).toString('utf8') })
      },
      onResponseError: (_controller, error) => fail(error),
    })
  })
}
