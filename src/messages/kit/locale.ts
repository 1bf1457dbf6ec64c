let locale = 'en-US'
let version = 0

/** `tag` is a valid BCP 47 tag, because the configuration checks it. */
export function setLocale(tag: string): void {
  locale = tag
  version++
}

export function perLocale<T>(make: (locale: string) => T): () => T {
  let made: { value: T; version: number } | undefined
  return () => {
    if (made?.version !== version) made = { value: make(locale), version }
    return made.value
  }
}
