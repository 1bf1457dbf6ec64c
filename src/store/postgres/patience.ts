/** How long a database is waited for that is not there yet or restarts, and how often it is asked, in ms. */
const patience = 30_000
const askAgain = 500

/** The database cannot be used: its address, its rights, or it is away for longer than a restart takes. */
export class DatabaseUnusableError extends Error {
  override readonly name = 'DatabaseUnusableError'
}

/**
 * Tries something on a database until it works: several processes and the server itself may be starting at the same moment. Throws
 * DatabaseUnusableError after 30 s, and at once where waiting does not help.
 */
export async function patiently<Result>(
  attempt: () => Promise<Result>,
  { now, sleep }: { now: () => number; sleep: (ms: number) => Promise<void> },
): Promise<Result> {
  const end = now() + patience
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      if (isForGood(error) || now() >= end) {
        const reason = error instanceof Error ? error.message : String(error)
        throw new DatabaseUnusableError(
          `DATABASE_URL: the database cannot be used: ${reason}.${hintAt(reason)}`,
        )
      }
      await sleep(askAgain)
    }
  }
}

/** Classes 28 (refused), 3D (no such database) and 42 (no right, wrong statement) of PostgreSQL's codes, and names that do not resolve. */
function isForGood(error: unknown): boolean {
  if (!(error instanceof Error && 'code' in error)) return false
  return /^(28|3D|42)/.test(String(error.code)) || error.code === 'ENOTFOUND'
}

/** Hosted databases often want encryption, with a certificate that nobody has signed. */
function hintAt(reason: string): string {
  return /no encryption|self-signed/i.test(reason) ? ' Add ?sslmode=no-verify to its address.' : ''
}
