/** Whether a parsed JSON value is an object (not an array, not null). */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Parses JSON text, or returns undefined where it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The string at a key, or undefined where there is none. */
export function stringAt(value: unknown, key: string): string | undefined {
  const found = isRecord(value) ? value[key] : undefined
  return typeof found === 'string' ? found : undefined
}

/** Whether an object has no fields at all. */
export function isEmptyRecord(value: Record<string, unknown>): boolean {
  return Object.keys(value).length === 0
}
