/** A person waits for a `command`; nobody waits for a `poll`. `signal` ends the call. */
export type RequestOptions = { priority: 'command' | 'poll'; signal?: AbortSignal }

/** The log of the client. Fields never contain texts of mentions, addresses or the token. */
export type WarningLog = { warn(fields: Record<string, unknown>, sentence: string): void }

/** Waits `ms` milliseconds. Rejects when the signal is aborted (like `setTimeout` of node:timers/promises). */
export type Sleep = (ms: number, signal?: AbortSignal) => Promise<void>

/** UTC, ms since the epoch. */
export type Now = () => number
