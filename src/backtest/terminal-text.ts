/**
 * Foreign text for a terminal: one line, without the control characters by which a title could move the cursor or change colours,
 * at most `most` characters.
 */
export function printableText(text: string, most: number): string {
  const line = text
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const characters = [...line]
  return characters.length <= most ? line : `${characters.slice(0, most - 1).join('')}…`
}

/** A number or name, flush right in its column. */
export const column = (text: string, width: number) => text.padStart(width)
