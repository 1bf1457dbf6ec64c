/** A JSON object with unchecked fields. */
export type Json = Record<string, unknown>

export function isRecord(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The string at a key; empty if there is none. */
export function textAt(json: Json, key: string): string {
  const value = json[key]
  return typeof value === 'string' ? value : ''
}

export function numberAt(json: Json, key: string): number | undefined {
  const value = json[key]
  return typeof value === 'number' ? value : undefined
}

export function recordAt(json: Json, key: string): Json | undefined {
  const value = json[key]
  return isRecord(value) ? value : undefined
}

/** The objects of the list at a key. */
export function recordsAt(json: Json, key: string): Json[] {
  const value = json[key]
  return Array.isArray(value) ? value.filter(isRecord) : []
}

/** The strings of the list at a key. */
export function textsAt(json: Json, key: string): string[] {
  const value = json[key]
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
}
