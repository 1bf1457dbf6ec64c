/** An edition of a search for news. `google` has the values of its parameters `hl` and `ceid`. */
export type Locale = { language: string; region: string; google: { hl: string; ceid: string } }

/** The country with the most readers of a language, where both searches have an edition. */
const regions: Record<string, string> = {
  ...{ ar: 'EG', bg: 'BG', bn: 'BD', cs: 'CZ', de: 'DE', el: 'GR', en: 'US', es: 'MX', fr: 'FR', he: 'IL' },
  ...{ hi: 'IN', hu: 'HU', id: 'ID', it: 'IT', ja: 'JP', ko: 'KR', lt: 'LT', lv: 'LV', ms: 'MY', nl: 'NL' },
  ...{ no: 'NO', pl: 'PL', pt: 'BR', ro: 'RO', ru: 'RU', sk: 'SK', sl: 'SI', sr: 'RS', sv: 'SE', th: 'TH' },
  ...{ tr: 'TR', uk: 'UA', vi: 'VN', zh: 'TW' },
}
/** What Google calls editions that do not have the plain name of their language. */
const namesAtGoogle: Record<string, [hl: string, name: string]> = {
  'es-MX': ['es-419', 'es-419'],
  'pt-BR': ['pt-BR', 'pt-419'],
  'pt-PT': ['pt-PT', 'pt-150'],
  'zh-CN': ['zh-CN', 'zh-Hans'],
  'zh-TW': ['zh-TW', 'zh-Hant'],
}

/** Undefined unless it is a language with a country, such as `en-GB`. */
export function parseLocale(text: string): Locale | undefined {
  const [, language = '', region = ''] = /^([a-z]{2})[-_]([a-z]{2})$/i.exec(text.trim()) ?? []
  return language === '' ? undefined : localeOf(language.toLowerCase(), region.toUpperCase())
}

/** One for each language that has an edition; that of the United States if none has. */
export function localesOf(languages: Iterable<string>): Locale[] {
  const found = [...languages].flatMap((language) => {
    const region = regions[language]
    return region === undefined ? [] : localeOf(language, region)
  })
  return found.length === 0 ? [localeOf('en', 'US')] : found
}

function localeOf(language: string, region: string): Locale {
  const usual = [language === 'en' ? `en-${region}` : language, language] as const
  const [hl, name] = namesAtGoogle[`${language}-${region}`] ?? usual
  return { language, region, google: { hl, ceid: `${region}:${name}` } }
}
