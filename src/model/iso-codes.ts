const alphabet = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const twoLetters = alphabet.flatMap((first) => alphabet.map((second) => first + second))

/** `Intl` names these codes, but they are not countries: unknown region, test locales, outlying Oceania. */
const noCountry = new Set(['ZZ', 'XA', 'XB', 'QO'])

export const isCountryCode = (code: string): boolean => /^[A-Z]{2}$/.test(code) && !noCountry.has(code)

const namesIn = (type: 'region' | 'language', locale: string) =>
  new Intl.DisplayNames(locale, { type, fallback: 'none' })

type Named = { label: string; value: string }

/** All countries with their names, sorted by name. */
export function countriesIn(locale: string): Named[] {
  const codes = twoLetters.filter((code) => new Intl.Locale(`und-${code}`).region === code)
  return namedCodes(codes.filter(isCountryCode), 'region', locale)
}

/** All languages with a code of two letters and their names, sorted by name. */
export function languagesIn(locale: string): Named[] {
  const codes = twoLetters.map((code) => code.toLowerCase())
  return namedCodes(
    codes.filter((code) => new Intl.Locale(code).language === code),
    'language',
    locale,
  )
}

function namedCodes(codes: string[], type: 'region' | 'language', locale: string): Named[] {
  const names = namesIn(type, locale)
  const byName = new Map(
    codes.flatMap((value) => {
      const label = names.of(value)
      return label === undefined ? [] : [[label, { label, value }] as const]
    }),
  )
  return [...byName.values()].toSorted((a, b) => a.label.localeCompare(b.label, locale))
}
