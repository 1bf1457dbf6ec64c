/** The locale of dates, numbers and names. Each process has one, set once at the start. */
let locale = 'en-US'
let version = 0

/** `tag`: a valid BCP 47 tag; the configuration checks it. */
export function setLocale(tag: string): void {
  locale = tag
  version++
}

/** Something that depends on the locale (a formatter, a list of names), made when it is first needed. */
export function perLocale<T>(make: (locale: string) => T): () => T {
  let made: { value: T; version: number } | undefined
  return () => {
    if (made?.version !== version) made = { value: make(locale), version }
    return made.value
  }
}
