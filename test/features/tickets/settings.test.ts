import { describe, expect, it } from 'vitest'
import { readConfiguration } from '../../../src/config/configuration.ts'

const known = '{title} {url} {snippet} {author} {sentiment} {reach} {source} {date}'

/** The address of a link is in line 3. */
const errorsFor = (url: string) =>
  readConfiguration(`links:\n  - label: Create issue\n    url: ${JSON.stringify(url)}\n`).errors
const atAddress = (what: string) => `line 3: links[0].url: ${what}`

const fixedHost = 'the host must be fixed: a placeholder may stand only behind it'

describe('the configuration reader, for the address of a link,', () => {
  it.each([
    ['https://github.com/acme/app/issues/new?title={title}&body={snippet}%20{url}'],
    ['http://tracker.internal:8080/new#{title}'],
    ['https://archive.example/search/{source}/{date}'],
    ['https://tracker.example?t={title}'],
    ['https://tracker.example/new?labels=needs answer&t={title}'],
    ['https://münchen.example/neu?titel={title}'],
  ])('accepts %s', (url) => {
    expect(errorsFor(url)).toEqual([])
  })

  it.each([
    ['{title}://tracker.example/', 'expected an address that begins with https://'],
    ['https://{title}.example/', fixedHost],
    ['https://tracker.{source}/', fixedHost],
    ['https://tracker.example{title}', fixedHost],
    ['https://tracker.example:{reach}/', fixedHost],
    ['https://{author}@tracker.example/', fixedHost],
    ['https://tracker.example{title}/?a', fixedHost],
    [
      'https://ana:secret@tracker.example/',
      'leave out the user name and the password: everybody can read them',
    ],
    ['https://tracker example/', "'tracker example' is not a host"],
    ['https:///new', "'' is not a host"],
    ['javascript:alert({title})', 'expected an address that begins with https://'],
    ['//tracker.example/{title}', 'expected an address that begins with https://'],
    ['tracker.example/{title}', 'expected an address that begins with https://'],
    ['https://tracker.example/{', '{ and } enclose a placeholder; elsewhere write %7B and %7D'],
    ['https://tracker.example/?a={{title}}', '{ and } enclose a placeholder; elsewhere write %7B and %7D'],
    ['https://tracker.example/?a=100%', '% begins an escape such as %20; for the character itself write %25'],
    [
      'https://tracker.example/?a=%{title}',
      '% begins an escape such as %20; for the character itself write %25',
    ],
    [
      'https://tracker.example/?a=%2{title}',
      '% begins an escape such as %20; for the character itself write %25',
    ],
    [
      'https://tracker.example/?a={tilte}',
      `unknown placeholder {tilte}; did you mean {title}? Known placeholders: ${known}`,
    ],
    ['https://tracker.example/?a={mood}', `unknown placeholder {mood}; known placeholders: ${known}`],
    ['https://tracker.example/?a={}', `unknown placeholder {}; known placeholders: ${known}`],
    [
      'https://tracker.example/?a={__proto__}',
      `unknown placeholder {__proto__}; known placeholders: ${known}`,
    ],
    [`https://tracker.example/${'x'.repeat(3000)}`, 'too long: Slack takes at most 3000 characters'],
    [`https://tracker.example/${'{date}'.repeat(80)}`, 'too long: Slack takes at most 3000 characters'],
  ])('reports the error of %s with its line', (url, what) => {
    expect(errorsFor(url)).toEqual([atAddress(what)])
  })

  it('reports a label that is missing, empty, too long or used twice', () => {
    const url = 'https://tracker.example/'
    const labels = ['""', 'x'.repeat(41), 'Same', 'Same']
    const links = labels.map((label) => `  - {label: ${label}, url: "${url}"}`)
    expect(readConfiguration(['links:', ...links, `  - {url: "${url}"}`].join('\n')).errors).toEqual([
      "line 1: links: two links have the label 'Same'",
      'line 2: links[0].label: an empty label',
      'line 3: links[1].label: expected at most 40 characters, found 41',
      'line 6: links[4].label: missing: expected text; an example: `label: Create issue`',
    ])
  })

  it('reports more than ten links', () => {
    const links = Array.from(
      { length: 11 },
      (_, index) => `  - {label: L${index}, url: "https://t.example/"}`,
    )
    expect(readConfiguration(['links:', ...links].join('\n')).errors).toEqual([
      'line 1: links: expected at most 10 entries, found 11',
    ])
  })
})
