const characters: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' }

/** Undoes Slack's three escapes, once. */
export function decode(text: string): string {
  return text.replace(/&(?:amp|lt|gt);/g, (entity) => characters[entity] ?? entity)
}

/** Escapes typed text as Slack's own client does before it sends. */
export function encode(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
