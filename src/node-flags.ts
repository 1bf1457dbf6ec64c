/** The flags of Node for the bot, as in `npm start`. */
export const nodeFlags = [
  '--disable-warning=ExperimentalWarning',
  '--max-semi-space-size=4',
  '--v8-pool-size=1',
]

/**
 * The memory of a buffer of this size or more (in bytes) goes back to the system when it is freed. By default glibc raises this limit with each
 * large buffer, and keeps 12 MB of what was needed to load the program. Other systems ignore the variable.
 */
export const memoryVariables = { MALLOC_MMAP_THRESHOLD_: String(2 ** 20) }
