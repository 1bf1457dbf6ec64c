import { isRecord } from '../json.ts'

/** One thing that is wrong with a payload, where (a JSON pointer), in the words Slack uses. */
export type Problem = { pointer: string; code: string; message: string }

/** Checks a value that stands at a pointer. No problems: it is fine. */
export type Rule = (value: unknown, pointer: string) => Problem[]

/** A problem as a one-element list. */
export function problem(pointer: string, code: string, message: string): Problem[] {
  return [{ pointer, code, message }]
}

/** A string of `min` to `max` characters (code points, as Slack counts), perhaps one that matches a pattern. */
export function string(max: number, min = 0, pattern?: RegExp): Rule {
  return (value, pointer) => {
    if (typeof value !== 'string') return problem(pointer, 'invalid_type', 'must provide a string')
    const length = [...value].length
    if (length > max) return problem(pointer, 'too_long', `must be less than ${max + 1} characters`)
    if (length < min) return problem(pointer, 'too_short', `must be more than ${min - 1} characters`)
    if (pattern && !pattern.test(value)) return problem(pointer, 'invalid_format', 'invalid format')
    return []
  }
}

/** True or false. */
export const boolean: Rule = (value, pointer) =>
  typeof value === 'boolean' ? [] : problem(pointer, 'invalid_type', 'must provide a boolean')

/** A finite number within bounds. */
export function number(least = -Infinity, most = Infinity): Rule {
  return (value, pointer) => {
    if (typeof value !== 'number' || !Number.isFinite(value))
      return problem(pointer, 'invalid_type', 'must provide a number')
    if (value < least) return problem(pointer, 'too_small', `must be greater than or equal to ${least}`)
    return value > most ? problem(pointer, 'too_large', `must be less than or equal to ${most}`) : []
  }
}

/** One of a few strings. */
export function oneOf(...allowed: string[]): Rule {
  return (value, pointer) =>
    typeof value === 'string' && allowed.includes(value)
      ? []
      : problem(pointer, 'invalid_enum', `must be one of: ${allowed.join(', ')}`)
}

/** A list of `min` to `max` things that each obey a rule. */
export function list(rule: Rule, max: number, min = 1): Rule {
  return (value, pointer) => {
    if (!Array.isArray(value)) return problem(pointer, 'invalid_type', 'must provide an array')
    if (value.length > max) return problem(pointer, 'too_many', `no more than ${max} items allowed`)
    if (value.length < min) return problem(pointer, 'too_few', `no fewer than ${min} items allowed`)
    return value.flatMap((item, index) => rule(item, `${pointer}/${index}`))
  }
}

/** An object with these fields, of which some must be there, and no others. */
export function object(required: Record<string, Rule>, optional: Record<string, Rule> = {}): Rule {
  const fields = { ...required, ...optional }
  return (value, pointer) => {
    if (!isRecord(value)) return problem(pointer, 'invalid_type', 'must provide an object')
    const missing = Object.keys(required).filter((key) => value[key] === undefined)
    return [
      ...missing.flatMap((key) => problem(pointer, 'missing_field', `missing required field: ${key}`)),
      ...Object.entries(value).flatMap(([key, item]) => {
        if (item === undefined) return []
        const rule = fields[key]
        if (!rule) return problem(pointer, 'additional_property', `invalid additional property: ${key}`)
        return rule(item, `${pointer}/${key}`)
      }),
    ]
  }
}

/** An object whose `type` chooses the rule. */
export function byType(rules: Record<string, Rule>): Rule {
  return (value, pointer) => {
    if (!isRecord(value)) return problem(pointer, 'invalid_type', 'must provide an object')
    const { type } = value
    if (type === undefined) return problem(pointer, 'missing_field', 'missing required field: type')
    const rule = typeof type === 'string' ? rules[type] : undefined
    return rule
      ? rule(value, pointer)
      : problem(`${pointer}/type`, 'unsupported_type', `unsupported type: ${type}`)
  }
}

/** Several rules at once. A later one is asked only where the earlier ones found nothing. */
export function all(...rules: Rule[]): Rule {
  return (value, pointer) => {
    for (const rule of rules) {
      const problems = rule(value, pointer)
      if (problems.length > 0) return problems
    }
    return []
  }
}

/** A rule of its own kind, for what spans several fields: `message` where `holds` says no. */
export function holds(
  test: (value: Record<string, unknown>) => boolean,
  code: string,
  message: string,
): Rule {
  return (value, pointer) => (isRecord(value) && test(value) ? [] : problem(pointer, code, message))
}

/** The `type` field itself. */
export const type: Rule = string(255, 1)
