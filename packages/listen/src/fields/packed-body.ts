/**
 * What nearly every mention has in its JSON, so that it needs one byte in the file. The codes are control characters, which JSON only has as white
 * space: those are left out. Files have them for years: an entry never changes, and none is taken out.
 */
const codes: Readonly<Record<string, string>> = {
  '\u0001': '{"id":',
  '\u0002': ',"date":1',
  '\u0003': ',"reach":',
  '\u0004': ',"language":"en","url":"https://',
  '\u0005': ',"language":"',
  '\u0006': '","url":"https://',
  '\u0007': '","snippet":"',
  '\u0008': '","title":"',
  '\u000b': '","done":false,"starred":false,"tags":[],"author":{"name":"',
  '\u000c': '","done":false,"starred":false,"tags":["',
  '\u000e': '"],"author":{"name":"',
  '\u000f': '","avatar":"https://',
  '\u0010': '","avatar":"","audience":0,"url":"https://',
  '\u0011': '","audience":',
  '\u0012': ',"url":"https://',
  '\u0013': '"},"sentiment":"negative","source":"',
  '\u0014': '"},"sentiment":"neutral","source":"',
  '\u0015': '"},"sentiment":"positive","source":"',
  '\u0016': '"},"source":"',
  '\u0017': '","location":{"country":"',
  '\u0018': '","entities":{"snippet":{"highlighted_text":[{"text":"',
  '\u0019': '"},"entities":{"snippet":{"highlighted_text":[{"text":"',
  '\u001a': '","entities":{"snippet":{"highlighted_text":[]}}}',
  '\u001b': '","start_index":',
  '\u001c': ',"end_index":',
  '\u001d': '},{"text":"',
  '\u001e': '}]}}}',
  '\u001f': '","description":"',
}
const codeOf = new Map(Object.entries(codes).map(([code, text]) => [text, code]))

const texts = [...codeOf.keys()].sort((a, b) => b.length - a.length)
const anyText = new RegExp(texts.map((text) => text.replace(/[{[.\]}]/g, '\\$&')).join('|'), 'g')
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the codes.
const anyCode = /[\u0001-\u0008\u000b\u000c\u000e-\u001f]/g

/** Returns the JSON of a mention as it is stored. */
export const packBody = (json: string): string => json.replace(anyText, (text) => codeOf.get(text) ?? text)

/** The opposite of `packBody`. JSON that is not packed stays as it is. */
export const plainBody = (stored: string): string => stored.replace(anyCode, (code) => codes[code] ?? code)
