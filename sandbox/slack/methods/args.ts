import { parseJson } from '../json.ts'

/** Arguments of a call as they came: forms bring strings only, JSON brings values. */
export type Args = Record<string, unknown>

/** A text argument; numbers count as text, as they do in forms. Undefined where it is missing or empty. */
export function textArg(args: Args, key: string): string | undefined {
  const value = args[key]
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** A yes-or-no argument: true, "true" and "1" are yes. */
export function flagArg(args: Args, key: string): boolean | undefined {
  const value = args[key]
  return value === undefined ? undefined : value === true || value === 'true' || value === '1' || value === 1
}

/** A whole number argument, or a fallback where it is missing. NaN where it is none. */
export function numberArg(args: Args, key: string, fallback: number): number {
  const text = textArg(args, key)
  if (text === undefined) return fallback
  return /^\d+$/.test(text) ? Number(text) : Number.NaN
}

/** An argument that is JSON: parsed where it came as text. Undefined where missing; null where the text is no JSON. */
export function jsonArg(args: Args, key: string): unknown {
  const value = args[key]
  if (value === undefined || value === '') return undefined
  return typeof value === 'string' ? (parseJson(value) ?? null) : value
}
