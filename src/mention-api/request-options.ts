/** `priority`: a person waits for a `command`; a `poll` can wait. `signal` ends the call. */
export type RequestOptions = { priority: 'command' | 'poll'; signal?: AbortSignal }

/** The client's log. Fields never contain texts of mentions, addresses or the token. */
export type WarningLog = { warn(fields: Record<string, unknown>, sentence: string): void }

/** Waits `ms` milliseconds; rejects at once when the signal is aborted (as `setTimeout` of node:timers/promises does). */
export type Sleep = (ms: number, signal?: AbortSignal) => Promise<void>

/** Epoch ms. */
export type Now = () => number
