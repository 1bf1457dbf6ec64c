/** A media type without its parameters, in lower case. */
export const mediaType = (given: string): string =>
  given.slice(0, 100).split(';', 1)[0]?.trim().toLowerCase() ?? ''
