import { z } from 'zod'

/** pino's number for an error. */
const error = 50

/** The same is said again after this long, in ms: a bot that tries every second says it every second. */
const sayAgain = 60_000

const logLine = z.object({
  level: z.number(),
  msg: z.string(),
  err: z.object({ message: z.string() }).optional(),
})

/** The bot's log is for machines: a person at the terminal hears what went wrong and why, once a minute. Other lines are passed over. */
export function printErrors(now: () => number, print: (line: string) => void): (line: string) => void {
  let last = { sentence: '', at: Number.NEGATIVE_INFINITY }
  return (line) => {
    const parsed = logLine.safeParse(jsonOf(line))
    if (!parsed.success || parsed.data.level < error) return
    const { msg, err } = parsed.data
    const sentence = err === undefined ? msg : `${msg}: ${err.message}`
    const at = now()
    if (sentence === last.sentence && at - last.at < sayAgain) return
    last = { sentence, at }
    print(sentence)
  }
}

/** Not each line is the log's: Node prints warnings, too. */
function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
