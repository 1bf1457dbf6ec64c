import { pino } from 'pino'

/** The log: JSON lines on stdout, from which every secret is taken out however it got in. */
export type Log = ReturnType<typeof createLog>

/** A secret shorter than this would blank out ordinary words, in characters. */
const shortestSecret = 6

/** How often a line is offered to a reader that takes nothing, a tenth of a second apart, before it is dropped. */
const mostOffers = 20

/** Makes the log. Each of `secrets` is replaced wherever it stands in a line, in an error's text and in a URL as well. */
export function createLog(level: string, secrets: (string | undefined)[]) {
  const hidden = secrets.flatMap((secret) => forms(secret ?? ''))
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

/** Stdout that waits for a slow reader, but not for ever: one that has died must not keep the process from ending. */
function patientStdout() {
  let offers = 0
  const stdout = pino.destination({
    dest: 1,
    sync: true,
    retryEAGAIN: () => {
      offers += 1
      return offers < mostOffers
    },
  })
  stdout.on('write', (bytes: number) => {
    if (bytes > 0) offers = 0
  })
  stdout.on('error', () => undefined)
  return stdout
}

/** A secret as it is, as it stands in JSON, in a query string, and in a form (`+` for a blank). */
function forms(secret: string): string[] {
  if (secret.length < shortestSecret) return []
  const inForm = new URLSearchParams([['', secret]]).toString().slice(1)
  return [...new Set([secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret), inForm])]
}
