import { parseEnv } from 'node:util'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { editEnvFile, fitsEnvFile } from '../../../src/cli/setup/edit-env-file.ts'

function edited(text: string, values: Record<string, string>): string {
  const result = editEnvFile(text, values)
  return result.kind === 'edited' ? result.text : 'unsafe'
}

describe('the setup wizard, editing a .env file,', () => {
  it.each([
    ['writes into an empty file', '', 'A=new\n'],
    ['replaces a value in its line', 'B=1\nA=old\nC=2\n', 'B=1\nA=new\nC=2\n'],
    [
      'appends missing variables, also after a last line without a line break',
      '# mine\nB=1',
      '# mine\nB=1\nA=new\n',
    ],
    ['keeps the comment behind a value', 'A=old   # why\n', 'A=new   # why\n'],
    ['keeps the comment behind an empty value', 'A=# why\n', 'A=new # why\n'],
    ['keeps the comment behind a quoted value', 'A="o # ld" # why\n', 'A=new # why\n'],
    ['keeps the word export and white space', '  export A = old\n', '  export A = new\n'],
    ['replaces a quoted value of several lines', 'A="one\nB=two\nthree"\nC=3\n', 'A=new\nC=3\n'],
    [
      'does not change another variable whose value looks like an assignment',
      'B="x\nA=old"\n',
      'B="x\nA=old"\nA=new\n',
    ],
    ['does not change a commented-out line', '#A=old\n', '#A=old\nA=new\n'],
    ['sets a variable in both places if the file has it twice', 'A=1\nA=2\n', 'A=new\nA=new\n'],
    ['keeps Windows line breaks', 'A=old\r\nB=1\r\n', 'A=new\r\nB=1\r\n'],
    ['does not change a variable with a longer name', 'AA=1\nXA=2\n', 'AA=1\nXA=2\nA=new\n'],
  ])('%s', (_what, before, after) => {
    expect(edited(before, { A: 'new' })).toBe(after)
  })

  it('refuses a file with an unclosed quote, because the new value would become part of it', () => {
    expect(editEnvFile("B='never closed\n", { A: 'a # b' }).kind).toBe('unsafe')
  })

  it.each([
    ['can contain a value of letters', 'xoxb-1', true],
    ['can contain a value with blanks, # and =', 'a # b = c', true],
    ['can contain a value with two kinds of quotes', `it's "so"`, true],
    ['can contain a value with a backslash before an n', 'a\\nb', true],
    ['can contain a value of several lines', 'a\nb', true],
    ['cannot contain a value with a Windows line break', 'a\r\nb', false],
    ['cannot contain a value with all kinds of quotes and a #', 'a\'"`#', false],
  ])('knows in advance that an .env file %s', (_what, value, fits) => {
    expect(fitsEnvFile(value)).toBe(fits)
  })
})

const name = fc.constantFrom('A', 'MENTIONS_API_TOKEN', 'SLACK_BOT_TOKEN', 'PORT', 'X.y-z')
const piece = fc.constantFrom('a', 'xoxb-1', ' ', '#', '=', "'", '"', '`', '\\n', '\\', '$', 'é', '😀', '\t')
const value = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''))
const values = fc.dictionary(name, value, { noNullPrototype: true })
const line = fc.oneof(
  fc.tuple(name, value).map((pair) => pair.join('=')),
  value.map((text) => `# ${text}`),
  fc.constantFrom('', '  ', 'no assignment', 'export A=1', "B='two\nlines'", '\r'),
)
const file = fc.array(line, { maxLength: 8 }).map((lines) => lines.join('\n'))
const soundLine = fc.oneof(
  name.map((one) => `${one}=plain # remark`),
  name.map((one) => `export ${one}="quo # ted"`),
  fc.constantFrom('', '# a remark', "OTHER='two\nlines'"),
)
const soundFile = fc.array(soundLine, { maxLength: 8 }).map((lines) => `${lines.join('\n')}\n`)
/** Within double quotes \n would become a line break, so they do not always help. */
const ordinary = value.filter((text) => ["'", '`'].some((quote) => !text.includes(quote)))

describe('the setup wizard, editing any .env file,', () => {
  it('writes values that Node’s own parser reads back, with all earlier values, or refuses the file', () => {
    fc.assert(
      fc.property(file, values, (text, wanted) => {
        const result = editEnvFile(text, wanted)
        if (result.kind === 'edited') expect(parseEnv(result.text)).toEqual({ ...parseEnv(text), ...wanted })
      }),
      { numRuns: 2000 },
    )
  })

  it('never refuses a valid file if each new value lacks single quotes or backticks', () => {
    fc.assert(
      fc.property(soundFile, fc.dictionary(name, ordinary), (text, wanted) => {
        const result = editEnvFile(text, wanted)
        expect(result.kind).toBe('edited')
        if (result.kind === 'edited') expect({ ...parseEnv(result.text) }).toMatchObject({ ...wanted })
      }),
      { numRuns: 1000 },
    )
  })

  it('changes nothing if the same values are written again', () => {
    fc.assert(
      fc.property(soundFile, fc.dictionary(name, ordinary), (text, wanted) => {
        const once = edited(text, wanted)
        expect(edited(once, wanted)).toBe(once)
      }),
    )
  })
})
