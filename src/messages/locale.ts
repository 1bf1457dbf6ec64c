/** The process sets the locale of dates, numbers and names once, at the start. */
let locale = 'en-US'
let version = 0

/** `tag` is a valid BCP 47 tag, because the configuration checks it. */
export function setLocale(tag: string): void {
  locale = tag
  version++
}

/** Makes a value that depends on the locale, such as a formatter, at its first use. */
export function perLocale<T>(make: (locale: string) => T): () => T {
  let made: { value: T; version: number } | undefined
  return () => {
    if (made?.version !== version) made = { value: make(locale), version }
    return made.value
  }
}
