// The language in which something is said is that of who reads it. The boundary that knows the reader sets it for all that is drawn within
// (`speakIn`), so no function that draws has it as a parameter.

import { AsyncLocalStorage } from 'node:async_hooks'

/** The languages that have every sentence. English is the source, and the others are files beside it, such as `texts.de.ts`. */
export const languages = ['en', 'de', 'es', 'fr', 'ja', 'pt'] as const

export type Language = (typeof languages)[number]

/** `locale` is a valid BCP 47 tag, by which numbers and dates are written. */
type Voice = { language: string; locale: string }

/** Without a voice it is that of the installation. */
const spoken = new AsyncLocalStorage<{ voice?: Voice | undefined }>()
let common: Voice = { language: 'en', locale: 'en-US' }
const known = new Set<string>(languages)
const voices = new Map<string, Voice | undefined>()

const baseOf = (tag: string) => tag.split('-')[0] ?? ''

/** Sets the language of everything whose reader has none. Without a locale, numbers and dates are written as usual in the language. */
export function setLanguage(language: string, locale = language === 'en' ? 'en-US' : language): void {
  common = { language, locale }
  voices.clear()
}

/** Adds a language that has no files: tests make one of the English sentences. */
export function addLanguage(tag: string): void {
  known.add(tag)
  voices.clear()
}

/**
 * Runs a function, and all that follows from it, in a language (a BCP 47 tag). Undefined, and a language that nothing is written in, stand for
 * the language of the installation.
 */
export function speakIn<T>(tag: string | undefined, run: () => T): T {
  const voice = tag === undefined ? undefined : voiceOf(tag)
  return voice === undefined && spoken.getStore() === undefined ? run() : spoken.run({ voice }, run)
}

/** Runs a function at once, and goes on in the language that is told meanwhile. */
export function speakSoonIn<T>(tag: Promise<string | undefined>, run: () => T): T {
  const speaker: { voice?: Voice | undefined } = {}
  tag.then(
    (told) => {
      speaker.voice = told === undefined ? undefined : voiceOf(told)
    },
    () => undefined,
  )
  return spoken.run(speaker, run)
}

const voiceNow = () => spoken.getStore()?.voice ?? common

/** Returns the language of now that has sentences, such as `de`. */
export const languageNow = () => voiceNow().language

/** Returns the language in which something for readers of a tag is said, such as `de` for `de-AT`. */
export const languageOf = (tag: string | undefined) =>
  (tag === undefined ? undefined : voiceOf(tag))?.language ?? common.language

function voiceOf(tag: string): Voice | undefined {
  if (!voices.has(tag)) voices.set(tag, newVoice(tag))
  return voices.get(tag)
}

/** The configured locale counts for the language that it belongs to, and for the language of the installation. */
function newVoice(tag: string): Voice | undefined {
  const language = [tag, baseOf(tag)].find((one) => known.has(one))
  if (language === undefined) return undefined
  const isCommon = [common.language, common.locale].some((one) => baseOf(one) === baseOf(tag))
  return { language, locale: isCommon ? common.locale : tag }
}

/** Makes something once for each locale, such as a format. */
export function perLocale<T>(make: (locale: string) => T): () => T {
  const made = new Map<string, T>()
  return () => {
    const { locale } = voiceNow()
    const before = made.get(locale)
    if (before !== undefined) return before
    const value = make(locale)
    made.set(locale, value)
    return value
  }
}
