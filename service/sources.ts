import type { Source } from './source.ts'

/** All sources that the service knows. A new one is a file in `sources/` and a line here. */
export const sources: readonly Source[] = []
