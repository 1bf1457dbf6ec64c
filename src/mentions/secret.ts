/** Takes the token out of a text that came from outside. */
export type RedactToken = (text: string) => string

/**
 * Hides a token, plain or encoded for a URL. Apply it to parsed texts: JSON has too many ways to write one character.
 */
export function createTokenRedactor(token: string): RedactToken {
  const inForm = new URLSearchParams({ token }).toString().slice('token='.length)
  const forms = [token, encodeURIComponent(token), inForm].filter((form) => form !== '')
  return (text) => forms.reduce((clean, form) => clean.replaceAll(form, '[token]'), text)
}
