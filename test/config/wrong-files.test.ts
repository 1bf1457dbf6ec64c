import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readConfigurationOnly, SettingsError } from '../../src/config/settings.ts'
import { emptyFolder } from '../tools/folder.ts'

/** Returns what `overheard check` reports about a file with this content, without the path of the folder. */
function reportOn(content: string | Buffer): string {
  const folder = emptyFolder()
  const file = join(folder, 'overheard.yaml')
  writeFileSync(file, content)
  return report(folder, file)
}

function report(folder: string, file: string): string {
  try {
    readConfigurationOnly({ CONFIG_FILE: file })
    return 'accepted'
  } catch (error) {
    if (error instanceof SettingsError) return error.report.replaceAll(`${folder}/`, '')
    throw error
  }
}

/** An entry of `subscriptions` in lines 1 to 4; more lines of the entry begin with line 5. */
const acme = (...more: string[]) =>
  ['subscriptions:', '  - name: acme', '    alert: Acme brand', "    channel: '#brand'", ...more, ''].join(
    '\n',
  )

const channelMessage = "expected a channel id (C…) or a name in quotes ('#marketing')"
const columnMessage =
  'this line begins in another column than the lines it belongs to: the keys of an entry are below each other, and so are the dashes of a list'
const flowExample = 'an example: `only: { source: [web, reddit] }`'

const mistakesInYaml: [string, string | Buffer, string][] = [
  [
    'a key without its colon',
    'subscriptions:\n  - name: acme\n    alert Acme brand\n    channel: C1\n',
    'line 3: a colon is missing behind the key: `alert: Acme brand`',
  ],
  [
    'a key without its colon in the last line',
    acme('    style compact'),
    'line 5: a colon is missing behind the key: `style: compact`',
  ],
  [
    'the name of a list without its colon',
    'subscriptions\n  - name: acme\n',
    'line 1: a colon is missing behind the key: `subscriptions:`',
  ],
  [
    'no blank behind a colon',
    acme('    burst:3', '    style: full'),
    'line 5: a blank is missing behind the colon: `burst: 3`',
  ],
  [
    'no blank behind a dash',
    'subscriptions:\n  -name: acme\n   alert: Acme\n',
    'line 2: a blank is missing behind the dash: `- name: acme`',
  ],
  [
    'a conflict of git',
    `<<<<<<< HEAD\ntimezone: UTC\n=======\ntimezone: Europe/Berlin\n>>>>>>> theirs\n${acme()}`,
    'line 1: a conflict of git is not resolved: keep one of the two versions, and delete the lines with <<<<<<<, ======= and >>>>>>>',
  ],
  ['a key with less indentation than its entry', acme('   burst: 3'), `line 5: ${columnMessage}`],
  ['a key with more indentation than its entry', acme('     burst: 3'), `line 5: ${columnMessage}`],
  ['a second entry whose dash is in another column', acme(' - name: b'), `line 5: ${columnMessage}`],
  ['a second entry at the beginning of the line', acme('- name: b'), `line 5: ${columnMessage}`],
  [
    'a second entry without a dash',
    acme('    name: b'),
    'line 5: this key is here twice; if a new entry begins here, write `- name: b`',
  ],
  ['a repeated key', acme('    alert: Acme'), 'line 5: this key is here twice'],
  [
    'a list without its closing bracket',
    acme('    only:', '      source: [web, reddit', '    burst: 3'),
    `line 6: [ is not closed; ${flowExample}`,
  ],
  [
    'keys without their closing brace',
    acme('    only: { source: [web]', '    burst: 3'),
    `line 5: { is not closed; ${flowExample}`,
  ],
  [
    'a closing bracket of the wrong kind',
    acme('    only: { source: [web} }'),
    `line 5: [ is closed by }; ${flowExample}`,
  ],
  [
    'keys without a comma between them',
    acme('    only: { source: [web] reach: { from: 9 } }'),
    "line 5: a comma is missing before 'reach'",
  ],
  [
    'a quote that is never closed',
    acme("    only: { text: ['log in] }", '    burst: 3'),
    "line 5: a quote that begins here is not closed; an example: 'Acme brand', and an apostrophe twice: 'Tom''s brand'",
  ],
  [
    'a double quote that is never closed',
    'subscriptions:\n  - name: "acme\n    alert: Acme\n    channel: C1\n',
    'line 2: a quote that begins here is not closed; an example: "Acme brand"',
  ],
  [
    'an apostrophe within single quotes',
    "subscriptions:\n  - name: 'Tom's'\n    alert: Acme\n",
    "line 2: text behind a closing quote: write an apostrophe twice ('Tom''s brand'), or use double quotes",
  ],
  [
    'a second document',
    `${acme()}---\ntimezone: UTC\n`,
    'line 5: here a second document begins, and the file may have only one: delete this line',
  ],
  [
    'a tab as indentation',
    acme('\tburst: 3', '\tstyle: full'),
    'line 5: indented with a tab: YAML needs spaces',
  ],
  [
    'no-break spaces as indentation, copied from a web page',
    'subscriptions:\n\u00a0\u00a0- name: acme\n',
    'line 2: indented with other blanks than spaces, perhaps copied from a web page: use spaces',
  ],
  [
    'the fence of a code block',
    `\`\`\`yaml\n${acme()}\`\`\`\n`,
    'line 1: not part of the file: delete the lines that begin with ```',
  ],
  [
    'a web page in place of the file',
    '<!DOCTYPE html>\n<html><body>Not found</body></html>\n',
    'line 1: this is a web page, and not the file that it shows: download the file itself',
  ],
  [
    'text with a colon but without quotes',
    'subscriptions:\n  - name: acme\n    alert: Acme: brand\n    channel: C1\n',
    "line 3: text with a colon and a blank must be in quotes: 'Acme: brand'",
  ],
  [
    'text that begins with @',
    acme('    only: { author: [@acme] }'),
    "line 5: text that begins with @ must be in quotes: '@acme'",
  ],
  [
    'text that begins with *',
    acme('    only: { text: [*fund] }'),
    "line 5: text that begins with * must be in quotes: '*fund'",
  ],
  [
    'text that begins with &',
    'subscriptions:\n  - name: acme\n    alert: &Acme\n    channel: C1\n',
    "line 3: text that begins with & must be in quotes: '&Acme'",
  ],
  [
    'a channel in a list without quotes, because # begins a comment',
    'subscriptions: [{ name: acme, alert: Acme, channel: #brand }]\n',
    "line 1: # begins a comment here, so the rest of the line is missing: use quotes ('#brand')",
  ],
  [
    'a backslash in double quotes',
    'subscriptions:\n  - name: "a\\qb"\n',
    "line 2: in double quotes, \\ begins an escape: write it twice (\\\\), or use single quotes ('a\\b')",
  ],
  [
    'aliases that repeat each other until they fill the memory',
    [
      'a: &a [x,x,x,x,x,x,x,x,x]',
      ...'bcdef'.split('').map((one, at) => `${one}: &${one} [${Array(9).fill(`*${'abcde'[at]}`)}]`),
    ].join('\n'),
    'line 6: aliases (*name) repeat too much here: write the values out',
  ],
  [
    'UTF-16',
    Buffer.from(`\ufeff${acme()}`, 'utf16le'),
    'line 1: a character is not UTF-8: save the file as UTF-8',
  ],
  [
    'a picture',
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a]),
    'line 1: a character is not UTF-8: save the file as UTF-8',
  ],
]

const mistakesInSettings: [string, string, string][] = [
  [
    'keys in place of a list of entries',
    'subscriptions:\n  name: acme\n  alert: Acme\n',
    'line 1: subscriptions: expected a list whose entries begin with a dash (- name: …), found keys with values',
  ],
  [
    'a list in place of the file',
    '- name: acme\n',
    'line 1: the file: expected keys with values, found a list; the file begins with a key and a colon, such as `subscriptions:` or `timezone: Europe/Berlin`',
  ],
  ['a misspelt key of the file', 'timezon: UTC\n', 'line 1: timezon: unknown key; did you mean `timezone`?'],
  [
    'a misspelt key of a subscription',
    acme('    chanel: C1'),
    'line 5: subscriptions[0].chanel: unknown key; did you mean `channel`?',
  ],
  [
    'a missing channel',
    'subscriptions:\n  - { name: acme, alert: Acme }\n',
    `line 2: subscriptions[0].channel: missing: ${channelMessage}`,
  ],
  [
    'a channel that YAML takes for a comment',
    'subscriptions:\n  - name: acme\n    alert: Acme\n    channel: #brand\n',
    `line 4: subscriptions[0].channel: ${channelMessage}`,
  ],
  [
    'a channel without its #',
    'subscriptions:\n  - { name: acme, alert: Acme, channel: brand }\n',
    `line 2: subscriptions[0].channel: ${channelMessage}`,
  ],
  [
    'a name that is used twice',
    acme("  - { name: acme, alert: Other, channel: '#other' }"),
    "line 5: subscriptions[1].name: the name 'acme' is already taken",
  ],
  [
    'the English name of a language',
    acme('    only:', '      language: [en, German]'),
    "line 6: subscriptions[0].only.language[1]: expected the ISO code of a language (such as en), unknown, or a pattern with *, found 'German'; did you mean `de`?",
  ],
  [
    "a language's own name",
    acme('    only: { language: [deutsch] }'),
    "line 5: subscriptions[0].only.language[0]: expected the ISO code of a language (such as en), unknown, or a pattern with *, found 'deutsch'; did you mean `de`?",
  ],
  [
    'a misspelt name of a language',
    acme('    except: { language: [Germn] }'),
    "line 5: subscriptions[0].except.language[0]: expected the ISO code of a language (such as en), unknown, or a pattern with *, found 'Germn'; did you mean `de`?",
  ],
  [
    'a language code that does not exist',
    acme('    notify: { here: true, when: { language: [xx] } }'),
    "line 5: subscriptions[0].notify.when.language[0]: expected the ISO code of a language (such as en), unknown, or a pattern with *, found 'xx'",
  ],
  [
    'the name of a country',
    acme("    quiet: { from: '22:00', to: '07:00', urgent: { country: [Germany] } }"),
    "line 5: subscriptions[0].quiet.urgent.country[0]: expected the ISO code of a country (such as US), unknown, or a pattern with *, found 'Germany'; did you mean `DE`?",
  ],
  [
    'UK, which is no code of ISO',
    acme('    only: { country: [UK] }'),
    "line 5: subscriptions[0].only.country[0]: expected the ISO code of a country (such as US), unknown, or a pattern with *, found 'UK'; did you mean `GB`?",
  ],
  [
    'USA, which is no code of two letters',
    acme('    only: { country: [USA] }'),
    "line 5: subscriptions[0].only.country[0]: expected the ISO code of a country (such as US), unknown, or a pattern with *, found 'USA'; did you mean `US`?",
  ],
  [
    'a language in place of a country',
    acme('    only: { country: [en] }'),
    "line 5: subscriptions[0].only.country[0]: expected the ISO code of a country (such as US), unknown, or a pattern with *, found 'en'",
  ],
  [
    'a sentiment that does not exist',
    acme('    only: { sentiment: [negativ] }'),
    "line 5: subscriptions[0].only.sentiment[0]: expected one of positive, negative, neutral, unknown, found 'negativ'; did you mean `negative`?",
  ],
  [
    'a filter that is not a list',
    acme('    only: { source: web }'),
    "line 5: subscriptions[0].only.source: expected a list in brackets, [...], found 'web'",
  ],
  [
    'a time of day that does not exist',
    acme("    quiet: { from: '22:00', to: '24:00' }"),
    "line 5: subscriptions[0].quiet.to: expected a time of day in quotes ('22:00')",
  ],
  [
    'words in place of a cron expression',
    acme('    schedule: every 5 minutes'),
    "line 5: subscriptions[0].schedule: 'every 5 minutes' is not a cron expression (expression: expected 5 or 6 fields but got 3); an example: '*/5 * * * *', every five minutes",
  ],
  [
    'a time zone that does not exist',
    'timezone: Berlin\n',
    "line 1: timezone: 'Berlin' is not an IANA time zone (such as Europe/Berlin); did you mean Europe/Berlin?",
  ],
  [
    'a duration without its unit',
    acme('    maxAge: 7'),
    'line 5: subscriptions[0].maxAge: expected a duration (such as 7d or 12h)',
  ],
  [
    'a name in place of a member id',
    'admins: [ana]\n',
    'line 1: admins[0]: expected a Slack member id (U…); in Slack: the profile of the person, ⋮, Copy member ID',
  ],
  [
    'a number in quotes',
    acme("    burst: '3'"),
    "line 5: subscriptions[0].burst: expected a number, found '3' in quotes; an example: `burst: 10`",
  ],
]

describe('overheard check names file, line and remedy of', () => {
  it.each([...mistakesInYaml, ...mistakesInSettings])('%s', (_what, content, error) => {
    expect(reportOn(content)).toBe(`overheard.yaml has an error:\n  ${error}`)
  })

  it('a folder in place of the file', () => {
    const folder = emptyFolder()
    mkdirSync(join(folder, 'overheard.yaml'))
    expect(report(folder, join(folder, 'overheard.yaml'))).toBe(
      'overheard.yaml has an error:\n  this is a folder, but a file is needed',
    )
  })

  it('a file that does not exist', () => {
    const folder = emptyFolder()
    expect(report(folder, join(folder, 'overheard.yml'))).toBe(
      'overheard.yml has an error:\n  there is no such file or folder',
    )
  })
})

describe('overheard check accepts', () => {
  it.each([
    ['an empty file', ''],
    ['a file of comments', '# later\n'],
    ['line ends of Windows and a byte order mark', `\ufeff${acme().replaceAll('\n', '\r\n')}`],
    ['no, because it is the code of Norwegian', acme('    only: { language: [no] }')],
    [
      'codes in any case, with a region, and patterns',
      acme('    only: { language: [EN, pt-BR, zh*], country: [us, unknown, "*"] }'),
    ],
  ])('%s', (_what, content) => expect(reportOn(content)).toBe('accepted'))
})
