import { pino } from 'pino'

/** The log: JSON lines on stdout, from which every secret is taken out however it got in. */
export type Log = ReturnType<typeof createLog>

/** A secret shorter than this would blank out ordinary words, in characters. */
const shortestSecret = 6

/** Makes the log. Each of `secrets` is replaced wherever it stands in a line, in an error's text and in a URL as well. */
export function createLog(level: string, secrets: (string | undefined)[]) {
  const hidden = secrets.flatMap((secret) => forms(secret ?? ''))
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    hooks: {
      streamWrite: (line) => hidden.reduce((text, secret) => text.replaceAll(secret, '[secret]'), line),
    },
  })
}

/** A secret as it is, as it stands in JSON, in a query string, and in a form (`+` for a blank). */
function forms(secret: string): string[] {
  if (secret.length < shortestSecret) return []
  const inForm = new URLSearchParams([['', secret]]).toString().slice(1)
  return [...new Set([secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret), inForm])]
}
