import { plainText, tidy, withoutUnclosed } from '../../fields/plain-text.ts'

/** Elements that occur in titles. Other words in angle brackets are text, such as those of `List<String>`. */
const elements =
  'a|abbr|acronym|b|big|blockquote|br|center|cite|code|del|div|em|font|h[1-6]|hr|i|img|ins|kbd|li|mark|ol|p|pre|q|s|samp|script|small|span|strike|strong|style|sub|sup|tt|u|ul|var|wbr'
const otherBracket = new RegExp(String.raw`<(?!\/?(?:${elements})(?:[\s/][^<>]*)?>|!--)`, 'gi')
const leftoverCdata = /<!\[CDATA\[|\]\]>/g
const reference = /&(#\d+|#x[\da-f]+|\w+);/i

/** A title whose format says nothing about markup. Many are HTML, some with references that were escaped once too often. */
export function titleOfUnknown(title: string): string | undefined {
  const html = title.replaceAll(leftoverCdata, '').replaceAll(otherBracket, '&lt;')
  return reference.test(html) || html.includes('<') ? titleOfHtml(html) : filled(tidy(html))
}

export const titleOfHtml = (html: string): string | undefined =>
  filled(plainText({ html: withoutUnclosed(html, true) }, '').text)

/** A title that its feed declares as plain. References in it were escaped once too often. */
export function titleOfPlain(title: string): string | undefined {
  return reference.test(title) ? titleOfHtml(title.replaceAll('<', '&lt;')) : filled(tidy(title))
}

export const filled = (text: string): string | undefined => (text === '' ? undefined : text)

/** A media type without its parameters, in lower case. */
export const mediaType = (given: string): string =>
  given.slice(0, 100).split(';', 1)[0]?.trim().toLowerCase() ?? ''
