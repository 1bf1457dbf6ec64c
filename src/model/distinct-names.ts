/** Throws if a name occurs twice, because one of the two would silently replace the other. `what` is a plural, such as `settings`. */
export function requireDistinct(what: string, names: Iterable<string>): void {
  const seen = new Set<string>()
  for (const name of names) {
    if (seen.has(name)) throw new Error(`two ${what} have the name ${name}`)
    seen.add(name)
  }
}
