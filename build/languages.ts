/**
 * `npm run languages`: what each language lacks, has too much, says with other arguments than English, or says as English does. The files are
 * `texts.LANGUAGE.ts` beside `texts.en.ts`, one in each room or feature.
 */
import { globSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { IntlMessageFormat } from 'intl-messageformat'
import { languages } from '../src/messages/kit/locale.ts'

type Texts = Readonly<Record<string, string>>

type Element = ReturnType<IntlMessageFormat['getAst']>[number]

const parsed = (text: string): Element[] =>
  new IntlMessageFormat(text, 'en', undefined, { ignoreTag: true, requiresOtherClause: false }).getAst()

/** All arguments of a message, also those within the options of others. */
export const argumentsOf = (text: string) => argumentsIn(parsed(text))

function argumentsIn(elements: Element[]): { name: string; options: string[]; isPlural: boolean }[] {
  return elements.flatMap((one) => {
    if (!('value' in one) || one.type === kinds.literal) return []
    if (!('options' in one)) return [{ name: one.value, options: [], isPlural: false }]
    const inside = Object.values(one.options).flatMap(({ value }) => argumentsIn(value))
    return [
      { name: one.value, options: Object.keys(one.options), isPlural: one.type === kinds.plural },
      ...inside,
    ]
  })
}

/** Kinds of elements, as the parser numbers them. */
const kinds = { literal: 0, plural: 6 }

/** A language has its own forms of a plural, but the options of a select are those of the program. */
export const signatureOf = (text: string): string[] =>
  [
    ...new Set(
      argumentsOf(text).map(
        ({ name, options, isPlural }) => `${name}: ${isPlural ? 'plural' : options.toSorted()}`,
      ),
    ),
  ].sort()

export type Findings = Record<'missing' | 'unknown' | 'wrong' | 'same', string[]>

/** Compares the texts of a folder with the English ones. A text that is wrong is no ICU message, or has other arguments. */
export function compareTexts(english: Texts, own: Texts): Findings {
  const common = Object.keys(english).filter((key) => Object.hasOwn(own, key))
  return {
    missing: Object.keys(english).filter((key) => !Object.hasOwn(own, key)),
    unknown: Object.keys(own).filter((key) => !Object.hasOwn(english, key)),
    wrong: common.filter((key) => !hasSameArguments(english[key] ?? '', own[key] ?? '')),
    same: common.filter(
      (key) => own[key] === english[key] && /\p{L}{2}/u.test(withoutArguments(english[key] ?? '')),
    ),
  }
}

const withoutArguments = (text: string) => text.replaceAll(/\{[^{}]*\}/g, '')

function hasSameArguments(english: string, own: string): boolean {
  try {
    return String(signatureOf(english)) === String(signatureOf(own))
  } catch {
    return false
  }
}

export async function readTexts(file: string): Promise<Texts> {
  const module: Record<string, Texts> = await import(pathToFileURL(resolve(file)).href)
  return Object.values(module)[0] ?? {}
}

/** Returns what is found in each folder. A folder without a file of the language lacks everything. */
export async function findingsOf(language: string): Promise<(Findings & { folder: string })[]> {
  const found = globSync('src/**/texts.en.ts')
    .sort()
    .map(async (file) => {
      const own = join(dirname(file), `texts.${language}.ts`)
      const texts = globSync(own).length === 0 ? {} : await readTexts(own)
      return { folder: dirname(file), ...compareTexts(await readTexts(file), texts) }
    })
  return Promise.all(found)
}

const titles: Record<keyof Findings, string> = {
  missing: 'not there',
  unknown: 'not in English',
  wrong: 'other arguments than in English',
  same: 'as in English',
}

const print = (line: string) => process.stdout.write(`${line}\n`)

async function report(language: string): Promise<boolean> {
  const found = await findingsOf(language)
  const all = found.reduce((count, { missing }) => count + missing.length, 0)
  const isListed = languages.some((one) => one === language)
  print(
    `${language}: ${all} missing${isListed ? '' : ' (not offered: src/messages/kit/locale.ts does not name it)'}`,
  )
  for (const { folder, ...findings } of found)
    for (const [what, keys] of Object.entries(findings) as [keyof Findings, string[]][])
      if (keys.length > 0) print(`  ${folder}, ${titles[what]}: ${keys.join(', ')}`)
  return found.every(({ missing, unknown, wrong }) => missing.length + unknown.length + wrong.length === 0)
}

if (import.meta.main) {
  const started = globSync('src/**/texts.*.ts').map((file) => file.split('.').at(-2) ?? '')
  const wanted = process.argv.slice(2)
  const all = new Set(wanted.length > 0 ? wanted : [...languages, ...started])
  all.delete('en')
  const complete = await Promise.all([...all].sort().map(report))
  if (complete.includes(false)) process.exitCode = 1
}
