import type { Ms } from '@overheard/base/time'

/** A person waits for a `command`; nobody waits for a `poll`. `signal` ends the call. */
export type RequestOptions = { priority: 'command' | 'poll'; signal?: AbortSignal }

/** The fields of this log never contain texts of mentions, addresses or the token. */
export type WarningLog = { warn(fields: Record<string, unknown>, sentence: string): void }

export type Sleep = (ms: Ms, signal?: AbortSignal) => Promise<void>

export type Now = () => number
