/** The generated parts of a page in docs/, by name. */
export type GeneratedParts = Record<string, string>

/**
 * Writes the generated parts of a page anew, each between `<!-- generated: NAME -->` and `<!-- end -->`. Throws if the page and `parts` do
 * not have the same names.
 */
export function withGeneratedParts(page: string, parts: GeneratedParts): string {
  const missing = new Set(Object.keys(parts))
  const written = page.replace(/(<!-- generated: (\S+) -->\n)[\s\S]*?(?=<!-- end -->)/g, (_, begin, name) => {
    const part = parts[name]
    if (part === undefined) throw new Error(`nothing generates the part ${name}`)
    missing.delete(name)
    return `${begin}\n${part}\n\n`
  })
  if (missing.size > 0) throw new Error(`the page has no part ${[...missing].join(', ')}`)
  return written
}
