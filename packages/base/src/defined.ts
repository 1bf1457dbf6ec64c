/** The keys of `Values` that can be undefined. */
type Optional<Values> = { [Key in keyof Values]: undefined extends Values[Key] ? Key : never }[keyof Values]

type Defined<Values> = Omit<Values, Optional<Values>> & {
  [Key in Optional<Values>]?: Exclude<Values[Key], undefined>
}

/** Returns the values without those that are undefined, for a type whose optional properties must not be undefined. */
export function defined<Values extends object>(values: Values): Defined<Values>
export function defined(values: object): object {
  const kept: Record<string, unknown> = {}
  for (const key of Object.keys(values)) {
    const value: unknown = Reflect.get(values, key)
    if (value !== undefined) kept[key] = value
  }
  return kept
}
