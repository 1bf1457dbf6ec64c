import { pino } from 'pino'

/** The log: JSON lines on stdout without secrets. */
export type Log = ReturnType<typeof createLog>

/** A shorter secret is not removed, because that would blank out ordinary words. In characters. */
const shortestSecret = 6

/** How often a line is written again to a full pipe, every 0.1 s, before it is dropped. */
const maxWrites = 20

/** Creates the log. It replaces each of `secrets` in every line, also inside error messages and URLs. */
export function createLog(level: string, secrets: (string | undefined)[]) {
  const hidden = secrets.flatMap((secret) => spellingsOf(secret ?? ''))
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    hooks: {
      streamWrite: (line: string) =>
        hidden.reduce((text, secret) => text.replaceAll(secret, '[secret]'), line),
    },
  }
  return pino(options, patientStdout())
}

/** Stdout that waits for a slow reader, but only for a while, so that a dead reader cannot keep the process from ending. */
function patientStdout() {
  let writes = 0
  const stdout = pino.destination({
    dest: 1,
    sync: true,
    retryEAGAIN: () => {
      writes += 1
      return writes < maxWrites
    },
  })
  stdout.on('write', (bytes: number) => {
    if (bytes > 0) writes = 0
  })
  stdout.on('error', () => undefined)
  return stdout
}

/** The spellings of a secret: plain, in JSON, in a query string, and in a form (`+` for a blank). */
function spellingsOf(secret: string): string[] {
  if (secret.length < shortestSecret) return []
  const inForm = new URLSearchParams([['', secret]]).toString().slice(1)
  return [...new Set([secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret), inForm])]
}
