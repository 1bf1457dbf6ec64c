/** A name as names are compared: case, composition (é is é, however it is encoded) and outer blanks do not count. */
export function nameKey(name: string): string {
  return name.normalize('NFC').trim().toLowerCase()
}

/** Whether two names are the same to a person. */
export function isSameName(a: string, b: string): boolean {
  return nameKey(a) === nameKey(b)
}
