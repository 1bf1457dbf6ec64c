/** A part of an address without its percent encoding. A part with a percent sign that encodes nothing stays as it is. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
