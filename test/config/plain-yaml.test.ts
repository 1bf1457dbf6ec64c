import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LineCounter, stringify } from 'yaml'
import { readPlainYaml } from '../../src/config/plain-yaml.ts'
import { contentOf, findYamlErrors, readDocument } from '../../src/config/yaml-errors.ts'

function readByParser(text: string): { value: unknown } | 'errors' {
  const lines = new LineCounter()
  const document = readDocument(text, lines)
  if ('what' in document || findYamlErrors(document, text, lines).length > 0) return 'errors'
  return { value: contentOf(document) }
}

const written = fc.constantFrom(
  ...[
    '',
    'Acme brand',
    'b - c',
    "Tom's brand",
    'Zürich, 北京',
    'true',
    'null',
    'True',
    'no',
    '1002',
    '007',
    '0x1f',
    '1.5',
    '-3',
    '.5',
  ],
  ...[
    '9007199254740993',
    '2026-11-28',
    '12:30',
    "'#brand'",
    '"#brand"',
    "'it''s'",
    '"a\\tb"',
    '"a\\q"',
    '"open',
    'a: b',
    'a:b',
    'a:',
  ],
  ...[
    'https://acme.example/x',
    'a #b',
    'a#b',
    '# comment',
    'a # comment',
    '[a, b]',
    '[a, [b]]',
    '[a',
    '[*x]',
    '[&x a]',
    '{ a: 1 }',
    '{a: 1}: 2',
  ],
  ...[
    '{ a: 1, a: 2 }',
    '{ __proto__: 1 }',
    '"a": b',
    '*x',
    '&x a',
    '&x',
    '!t a',
    '|',
    '>-',
    '---',
    '- a',
    '-',
    '? a',
    '@a',
    '%a',
    '1.000',
  ],
  ...[
    '\u201ca\u201d',
    'a\u00a0',
    '\u00a0a',
    'a  ',
    '\ta',
    'a\tb',
    'a\rb',
    'a\u2028b',
    '<<',
    '~',
    '...',
    'a, b',
    ', a',
    '[]',
    '{}',
    "''",
  ],
)
const key = fc.constantFrom(
  'a: ',
  'b: ',
  'c-d: ',
  'a:',
  'b:',
  'true: ',
  '"a": ',
  '1: ',
  '__proto__: ',
  'ü: ',
  '<<: ',
  'a :',
  '',
)
const line = fc
  .tuple(
    fc.constantFrom('', '', '  ', '  ', '    ', ' ', '\t'),
    fc.constantFrom('', '', '', '- ', '- ', '- - ', '-', '-  '),
    key,
    written,
  )
  .map((parts) => parts.join(''))
const lines = fc.tuple(fc.array(line, { maxLength: 8 }), fc.constantFrom('\n', '\n', '\r\n', '\r'))

const scalar = fc.oneof(
  fc.string(),
  fc.string({ unit: 'grapheme' }),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  written,
)
const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4 },
    scalar,
    fc.array(tie('tree'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'c-d', 'Tom'), tie('tree'), { maxKeys: 3 }),
  ),
}))

describe('the reader of plain files', () => {
  it('reads whatever it reads as the parser of YAML does, and no file with an error', () => {
    fc.assert(
      fc.property(lines, ([some, end]) => {
        const text = some.join(end)
        const read = readPlainYaml(text)
        if (read !== undefined) expect(read).toEqual(readByParser(text))
      }),
      { numRuns: 3000 },
    )
  })

  it('reads what was written from values as the parser of YAML does', () => {
    fc.assert(
      fc.property(tree, fc.constantFrom(0, 80), (value, lineWidth) => {
        const text = stringify(value, { lineWidth })
        const read = readPlainYaml(text)
        if (read !== undefined) expect(read).toEqual(readByParser(text))
      }),
    )
  })

  it('reads a usual file', () => {
    const text = `# yaml-language-server: $schema=overheard.json
timezone: Europe/Berlin

subscriptions:
  - name: acme   # the brand
    alert: 1002
    channel: '#brand-watch'
    only: { source: [web, "reddit"], reach: { from: 50000 } }
    actions:
    - claim
    - done
  # the rest
  - name: rival
    alert: "Rival: a brand"
    channel: [C0123456789, '#support']
    quiet:
      from: '22:00'
      to: '07:00'
digests:
`
    expect(readPlainYaml(text)).toEqual(readByParser(text))
    expect(readPlainYaml(text)).toHaveProperty('value.subscriptions.1.quiet.from', '22:00')
  })

  it.each([
    ['an alias', 'a: &x b\nc: *x'],
    ['a text of several lines', 'a: b\n  c'],
    ['a block of text', 'a: |\n  b'],
    ['a second document', 'a: b\n---\na: c'],
    ['a number that is another text', 'a: 2.0'],
    ['a list with a number that is another text', 'a: [b, 007]'],
    ['a key with a number that is another text', 'a: { b: 1e3 }'],
    ['a key that is there twice', 'a: b\na: c'],
    ['a line in another column', 'a: b\n c: d'],
    [
      'levels without end',
      `a:\n${Array.from({ length: 60 }, (_, level) => `${' '.repeat(level + 1)}k:`).join('\n')}`,
    ],
  ])('leaves %s to the parser of YAML', (_what, text) => {
    expect(readPlainYaml(text)).toBeUndefined()
  })
})
