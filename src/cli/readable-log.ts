import { inspect } from 'node:util'
import { parseJson } from '@overheard/base/json'
import { z } from 'zod'

const levels: Record<number, { name: string; colour: 'gray' | 'green' | 'yellow' | 'red' }> = {
  10: { name: 'trace', colour: 'gray' },
  20: { name: 'debug', colour: 'gray' },
  30: { name: 'info', colour: 'green' },
  40: { name: 'warn', colour: 'yellow' },
  50: { name: 'ERROR', colour: 'red' },
  60: { name: 'FATAL', colour: 'red' },
}
const widest = 5

const entrySchema = z.looseObject({ level: z.number(), time: z.string(), msg: z.string().optional() })
const errorSchema = z.looseObject({ message: z.string(), stack: z.string().optional() })

/**
 * Turns a line of the log into lines for a person at a terminal: time (UTC), level, sentence, fields, and the stack of an error. Characters that
 * control a terminal are escaped, because fields can have text of strangers.
 */
export function readableLine(line: string, { colours }: { colours: boolean }): string {
  const { data } = entrySchema.safeParse(parseJson(line))
  if (data === undefined) return line
  const { level, time, msg = '', err, ...fields } = data
  const { name, colour } = levels[level] ?? { name: String(level), colour: 'gray' as const }
  const paint = (code: keyof typeof inspect.colors, text: string) => {
    const [on, off] = inspect.colors[code] ?? [0, 0]
    return colours ? `\u001b[${on}m${text}\u001b[${off}m` : text
  }
  const error = errorSchema.safeParse(err).data
  const shown = Object.entries({ ...fields, ...(error === undefined && err !== undefined && { err }) })
  const words = [
    paint('gray', time.slice(11, 19)),
    paint(colour, name.padEnd(widest)),
    escaped(error === undefined ? msg : [msg, error.message].filter(Boolean).join(': ')),
    ...shown.map(([key, value]) => paint('gray', `${escaped(key)}=${valueText(value)}`)),
  ]
  // The first line of a stack repeats the message, which can have several lines.
  const stack = (error?.stack ?? '').split('\n').filter((one) => /^\s+at /.test(one))
  return [words.join(' '), ...stack.map((one) => paint('gray', escaped(one)))]
    .map((one) => `${one}\n`)
    .join('')
}

const valueText = (value: unknown) =>
  escaped(typeof value === 'string' && /^[^\s"=]+$/.test(value) ? value : JSON.stringify(value))

const escaped = (text: string) =>
  text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (sign) =>
    sign === '\n' ? '\\n' : `\\u{${sign.codePointAt(0)?.toString(16)}}`,
  )
