/** As BCP 47; undefined if it is none. */
export function languageOf(given: string | undefined): string | undefined {
  const language = given?.slice(0, 100).trim().replaceAll('_', '-') ?? ''
  if (!/^[a-z]{2,3}(-[a-z\d]{2,8})*$/i.test(language)) return undefined
  try {
    return Intl.getCanonicalLocales(language)[0]
  } catch {
    return undefined
  }
}
