/**
 * What goes wrong. `after: true` does the call's work first and fails then, so that the caller cannot know.
 * - `rateLimit`: 429 with Retry-After in seconds. - `status`: that HTTP status. - `error`: `ok: false` with that code.
 * - `reset`: the connection breaks. - `hang`: no answer at all. - `slow`: the answer comes so many ms later.
 * - `storeLate`: no answer, and the work is done so many ms later. - `dropMetadata`: a message is kept without it.
 * - `historyLag`: a message is kept at once, but history shows it only so many ms later.
 */
export type Act =
  | { do: 'rateLimit'; retryAfter: number; after?: boolean | undefined }
  | { do: 'status'; status: number; after?: boolean | undefined }
  | { do: 'error'; error: string; after?: boolean | undefined }
  | { do: 'reset'; after?: boolean | undefined }
  | { do: 'hang'; after?: boolean | undefined }
  | { do: 'slow'; ms: number; after?: boolean | undefined }
  | { do: 'storeLate'; ms: number }
  | { do: 'dropMetadata' }
  | { do: 'historyLag'; ms: number }

/** A fault that is ordered: for a method (`*`: every one, `response_url`: those), perhaps for one channel. */
export type Fault = {
  id: number
  method: string
  /** A channel id or name; without it, every call. */
  channel?: string | undefined
  /** Hits only calls whose arguments contain this text, wherever it stands; without it, every call. */
  text?: string | undefined
  /** How many calls are still to be hit; without it, until it is cleared. */
  times?: number | undefined
  act: Act
}
